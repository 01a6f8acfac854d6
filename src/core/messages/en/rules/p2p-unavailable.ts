/** English: p2p-unavailable. */
import type { P2pUnavailableValues } from '../../../rules/path/p2p-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pUnavailable: RuleText<P2pUnavailableValues> = {
  name: 'GPUs that have no peer-to-peer at all',
  about:
    'Info. GeForce cards since Ada exchange data through host memory: a few GB/s are normal there and no fault.',

  title: ({ gpu, host }) =>
    `${gpu}: the driver denies peer-to-peer between these GPUs${host === undefined ? '' : ` (${host})`}, NCCL copies through host memory`,
  detail: ({ gpus }, print) =>
    `That is how this model is sold, not a fault of the ${print.count(gpus)} GPUs seen here. Each transfer crosses PCIe twice; two GPUs under one switch share its way up in both directions and can be slower together than two far apart.`,
  actions: () => [
    'nvidia-smi topo -p2p r shows CNS or NS for each pair',
    'Two-GPU jobs: try a pair under different switches (SYS in nvidia-smi topo -m) too, and take the faster',
  ],
  explained: {
    knownBy: 'The GPU model: the driver denies peer-to-peer on GeForce since Ada.',
    costs: 'Transfers go through host memory: a few GB/s where PCIe alone would give more.',
    todo: 'Nothing to repair. Small jobs: take the faster pair.',
    verify: 'nvidia-smi topo -p2p r',
  },
}
