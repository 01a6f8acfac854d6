/** English: nic-subset. */
import type { NicSubsetValues } from '../../../rules/path/nic-subset.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const nicSubset: RuleText<NicSubsetValues> = {
  name: 'NICs that the job does not use',
  about:
    'Warning. All connections of a host go over half of its listed NICs or fewer, while the log shows all its ranks and there are at least four.',

  title: ({ host, used, listed }, print) =>
    `${host} sends over ${print.count(used.length)} of ${print.count(listed)} NICs`,
  cause: ({ host, used, listed }, print) =>
    `${host} uses ${print.count(used.length)} of its ${print.count(listed)} NICs`,
  detail: ({ used, unused, ranks }, print) =>
    `Used: ${some(used, print)}; listed but not used: ${some(unused, print)}. ${print.count(ranks)} ranks run there, so more could take part. NICs of storage or management are rightly left out; those beside the GPUs are not.`,
  actions: ({ used }) => [
    `NCCL_IB_HCA in the environment? mlx5_1 also takes mlx5_10 to mlx5_19: write NCCL_IB_HCA==${used[0] ?? 'mlx5_0'}`,
    'nvidia-smi topo -m: which NIC is at PIX or PXB of which GPU? In a virtual machine: NCCL_TOPO_FILE',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH: which NICs do the rings use?',
  ],
  verify: () =>
    'NCCL_DEBUG=INFO ... 2>&1 | grep -o "via NET/[A-Za-z]*/[0-9]*" | sort | uniq -c shows every NIC',
  inOrder: 'NICs in use',
  explained: {
    knownBy: 'The NIC numbers of connections, beside the list "NET/IB : Using".',
    costs: 'The share of the NICs that is not used.',
    todo: 'NCCL_IB_HCA with "=", topology, NCCL_TOPO_FILE in a virtual machine.',
    verify: 'Every NIC beside a GPU appears in "via NET".',
  },
}
