/** English: p2p-asymmetric. */

import type { P2pAsymmetricValues } from '../../../rules/path/p2p-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const p2pAsymmetric: RuleText<P2pAsymmetricValues> = {
  name: 'peer-to-peer in one direction only',
  about:
    'Error, or a warning if only a single line shows it. One direction of a pair uses peer-to-peer, the other shared memory.',

  title: ({ from, to, pairs, host, by }, print) =>
    by === 'driver'
      ? `GPU ${from} cannot reach GPU ${to}, but the reverse direction works (${counted(pairs, print, 'such pair')})`
      : `Rank ${from} sends to rank ${to} through shared memory, but the reverse direction uses peer-to-peer${host === undefined ? '' : ` on ${host}`}`,
  cause: () => 'peer-to-peer works in one direction only',
  detail: ({ pairs }, print) =>
    `The directions differ for ${counted(pairs, print, 'pair')}. Each end chooses its transport on its own; if they choose differently, connection setup fails or waits forever. The usual cause is firmware that maps the memory of some GPUs out of reach of others.`,
  actions: () => [
    'In the firmware, turn "Above 4G decoding" on and set the MMIO high base and size as the vendor advises; update the firmware',
    'rocm-bandwidth-test, or nvidia-smi topo -p2p r: which pairs are one-way?',
    'Until then, NCCL_P2P_DISABLE=1 makes all pairs alike, at the cost of bandwidth',
  ],
  verify: () => 'Both directions of each pair use the same transport',
  explained: {
    knownBy: 'Both directions of one pair in the log, or DeviceCanAccessPeer for both directions.',
    costs: 'The communicator cannot be set up, or hangs.',
    todo: 'Correct where the firmware maps the memory of the GPUs.',
    verify: 'Both directions use the same transport.',
  },
}
