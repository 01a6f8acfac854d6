/** English: amd-p2p-env. */
import type { AmdP2pEnvValues } from '../../../rules/path/amd-p2p-env.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const amdP2pEnv: RuleText<AmdP2pEnvValues> = {
  name: 'what RCCL itself misses on the host',
  about: 'Warning. RCCL names HSA_FORCE_FINE_GRAIN_PCIE=1, iommu=pt, or NUMA balancing.',

  title: ({ lacks, hosts }, print) => `${LACKS[lacks].title}${on(hosts, print)}`,
  cause: ({ lacks }) => LACKS[lacks].title,
  detail: ({ lacks }) => `RCCL says so itself. ${LACKS[lacks].detail}`,
  actions: ({ lacks }) => LACKS[lacks].actions,
  verify: () => 'The warning is gone, and connections between GPUs say "via P2P"',
  explained: {
    knownBy: 'RCCL’s own warning.',
    costs: 'Shared memory instead of peer-to-peer, translated transfers, or times that vary.',
    todo: 'What the warning says.',
    verify: 'The warning is gone.',
  },
}

const LACKS = {
  'fine-grain': {
    title: 'HSA_FORCE_FINE_GRAIN_PCIE=1 is not set',
    detail:
      'Over PCIe (not xGMI) RCCL needs it for peer-to-peer between AMD GPUs; without it data goes through shared memory.',
    actions: ['export HSA_FORCE_FINE_GRAIN_PCIE=1 for all ranks (mpirun -x, srun --export)'],
  },
  iommu: {
    title: 'The kernel runs without iommu=pt',
    detail: 'Transfers between devices are then translated, which costs bandwidth and can hang.',
    actions: ['Add iommu=pt to the kernel’s command line (GRUB_CMDLINE_LINUX), and restart the host'],
  },
  'numa-balancing': {
    title: 'NUMA balancing is on',
    detail: 'The kernel moves pages between sockets while collectives run: times vary.',
    actions: ['sudo sysctl kernel.numa_balancing=0, and in /etc/sysctl.d for the next start'],
  },
} as const
