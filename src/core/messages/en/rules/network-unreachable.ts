/** English: network-unreachable. */
import type { NetworkUnreachableValues } from '../../../rules/failure/network-unreachable.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const networkUnreachable: RuleText<NetworkUnreachableValues> = {
  name: 'ranks that cannot connect to each other',
  about:
    'Error, and the verdict is broken: a connection over InfiniBand, RoCE, EFA or TCP could not be made. The errno in the line tells why.',

  ...failureText,
  explained: {
    knownBy: 'Lines such as "Call to ibv_modify_qp failed", "Connect to … failed", with their errno.',
    costs: 'The job does not start, or stops.',
    todo: 'By errno: the GID index for 22 and 19, routes for 101 and 113, rails for 110, firewall and interface for 111.',
    verify: 'The job starts, and ib_write_bw between the two NICs runs.',
  },
}
