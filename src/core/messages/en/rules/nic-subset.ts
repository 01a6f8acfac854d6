/** English: nic-subset. */

import type { NicSubsetValues } from '../../../rules/path/nic-subset.ts'
import type { RuleText } from '../../rule-text.ts'
import { listSome } from '../phrases/words.ts'

export const nicSubset: RuleText<NicSubsetValues> = {
  name: 'NICs that the job does not use',
  about:
    'Warning. All connections of a host use at most half of its listed NICs, although the log shows all of its ranks and there are at least four.',

  title: ({ host, used, listed }, print) =>
    `${host} uses only ${print.count(used.length)} of ${print.count(listed)} NICs`,
  cause: ({ host, used, listed }, print) =>
    `${host} uses only ${print.count(used.length)} of its ${print.count(listed)} NICs`,
  detail: ({ used, unused, ranks }, print) =>
    `Used: ${listSome(used, print)}. Listed but not used: ${listSome(unused, print)}. ${print.count(ranks)} ranks run on this host, so more NICs could be used. NICs for storage or management should be left out, but not those near the GPUs.`,
  actions: ({ used }) => [
    `Is NCCL_IB_HCA set? mlx5_1 also matches mlx5_10 to mlx5_19; for an exact match, write NCCL_IB_HCA==${used[0] ?? 'mlx5_0'}`,
    'nvidia-smi topo -m: which NIC is at PIX or PXB of which GPU? In a virtual machine, set NCCL_TOPO_FILE',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH: which NICs do the rings use?',
  ],
  verify: () =>
    'NCCL_DEBUG=INFO ... 2>&1 | grep -o "via NET/[A-Za-z]*/[0-9]*" | sort | uniq -c shows every NIC',
  inOrder: 'all NICs are used',
  explained: {
    knownBy: 'The NIC numbers of the connections, compared with the list in "NET/IB : Using".',
    costs: 'The bandwidth of the unused NICs.',
    todo: 'Set NCCL_IB_HCA with "=" for exact matches, check the topology, and set NCCL_TOPO_FILE in a virtual machine.',
    verify: 'Every NIC near a GPU appears in "via NET".',
  },
}
