/** English: amd-p2p-env. */
import type { AmdP2pEnvValues } from '../../../rules/path/amd-p2p-env.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const amdP2pEnv: RuleText<AmdP2pEnvValues> = {
  name: 'a host setting that RCCL asks for',
  about: 'Warning. RCCL’s log asks for HSA_FORCE_FINE_GRAIN_PCIE=1, iommu=pt, or NUMA balancing off.',

  title: ({ lacks, hosts }, print) => `${LACKS[lacks].title}${on(hosts, print)}`,
  cause: ({ lacks }) => LACKS[lacks].title,
  detail: ({ lacks }) => `RCCL reports this in its log. ${LACKS[lacks].detail}`,
  actions: ({ lacks }) => LACKS[lacks].actions,
  verify: () => 'The warning is gone, and connections between GPUs say "via P2P"',
  explained: {
    knownBy: 'RCCL’s own warning.',
    costs: 'Shared memory instead of peer-to-peer, address translation for each transfer, or unstable times.',
    todo: 'Apply the setting that the warning names.',
    verify: 'The warning is gone.',
  },
}

const LACKS = {
  'fine-grain': {
    title: 'HSA_FORCE_FINE_GRAIN_PCIE=1 is not set',
    detail:
      'Over PCIe (not xGMI), RCCL needs it for peer-to-peer between AMD GPUs. Without it, data goes through shared memory.',
    actions: ['export HSA_FORCE_FINE_GRAIN_PCIE=1 for all ranks (mpirun -x, srun --export)'],
  },
  iommu: {
    title: 'The kernel runs without iommu=pt',
    detail: 'The IOMMU then translates transfers between devices, which costs bandwidth and can cause hangs.',
    actions: ['Add iommu=pt to the kernel command line (GRUB_CMDLINE_LINUX) and reboot the host'],
  },
  'numa-balancing': {
    title: 'NUMA balancing is on',
    detail: 'The kernel moves pages between sockets while collectives run, so times vary.',
    actions: ['sudo sysctl kernel.numa_balancing=0; add it to /etc/sysctl.d to keep it after a reboot'],
  },
} as const
