/** English: p2p-unavailable. */
import type { P2pUnavailableValues } from '../../../rules/path/p2p-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pUnavailable: RuleText<P2pUnavailableValues> = {
  name: 'GPUs that have no peer-to-peer at all',
  about:
    'Info. GeForce cards since Ada exchange data through host memory: a few GB/s are normal for them, not a fault.',

  title: ({ gpu, host }) =>
    `The driver does not allow peer-to-peer between ${gpu} GPUs${host === undefined ? '' : ` (${host})`}, so NCCL copies through host memory`,
  detail: ({ gpus }, print) =>
    `This is a limitation of the model, not a fault of the ${print.count(gpus)} GPUs seen here. Each transfer crosses PCIe twice. Two GPUs under one switch share its uplink in both directions, and can be slower together than two GPUs under different switches.`,
  actions: () => [
    'nvidia-smi topo -p2p r shows CNS or NS for each pair',
    'For two-GPU jobs, also try a pair under different switches (SYS in nvidia-smi topo -m), and use the faster pair',
  ],
  explained: {
    knownBy: 'The GPU model: the driver does not allow peer-to-peer on GeForce since Ada.',
    costs: 'Transfers go through host memory: a few GB/s, where direct PCIe transfers would be faster.',
    todo: 'Nothing to repair. For small jobs, use the faster pair.',
    verify: 'nvidia-smi topo -p2p r shows CNS or NS for each pair.',
  },
}
