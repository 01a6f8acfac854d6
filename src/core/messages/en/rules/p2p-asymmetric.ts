/** English: p2p-asymmetric. */
import type { P2pAsymmetricValues } from '../../../rules/path/p2p-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pAsymmetric: RuleText<P2pAsymmetricValues> = {
  name: 'peer-to-peer in one direction only',
  about:
    'Error; a warning where a single line shows it. One direction of a pair goes by peer-to-peer, the other through shared memory.',

  title: ({ from, to, pairs, host, by }, print) =>
    by === 'driver'
      ? `GPU ${from} cannot reach GPU ${to}, but the other way works (${print.count(pairs)} such ${pairs === 1 ? 'pair' : 'pairs'})`
      : `Rank ${from} reaches rank ${to} through shared memory, the other way by peer-to-peer${host === undefined ? '' : ` on ${host}`}`,
  cause: () => 'peer-to-peer works in one direction only',
  detail: ({ pairs }, print) =>
    `${print.count(pairs)} ${pairs === 1 ? 'pair differs' : 'pairs differ'}. Each end chooses its transport on its own; where they choose differently, setting up the connection fails or waits for ever. Firmware that places the memory of some GPUs out of reach of others does this.`,
  actions: () => [
    'Firmware: "Above 4G decoding" on, MMIO high base and size as the maker advises; update it',
    'rocm-bandwidth-test, or nvidia-smi topo -p2p r: which pairs are one-way?',
    'Until then: NCCL_P2P_DISABLE=1 makes all pairs alike, at the price of bandwidth',
  ],
  verify: () => 'Both directions of each pair use the same transport',
  explained: {
    knownBy: 'Both directions of one pair in the log, or DeviceCanAccessPeer of both.',
    costs: 'The communicator is not set up, or hangs.',
    todo: 'Firmware: where the memory of the GPUs is placed.',
    verify: 'Both directions alike.',
  },
}
