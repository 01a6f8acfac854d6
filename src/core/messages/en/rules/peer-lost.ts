/** English: peer-lost. */
import type { PeerLostValues } from '../../../rules/failure/peer-lost.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText, told, whoOf } from '../phrases/failure.ts'
import { counted } from '../phrases/words.ts'

export const peerLost: RuleText<PeerLostValues> = {
  ...failureText,
  name: 'ranks that failed because another one did',
  about:
    'Info: connections that the other end closed, flushed requests, remote errors. The cause is the rank that failed first. An error where the launcher lost a whole host.',

  title: (values, print) => {
    const { alone, ends, host, rank, lines } = values
    if (alone)
      return `${whoOf(host, rank) || 'A rank'} lost its connection to another rank; why that one ended is not in these files`
    return ends && lines === 1
      ? told(values)
      : `${counted(lines, print, 'line')} of ranks that lost another rank`
  },
  cause: told,
  detail: (values, print) =>
    values.alone
      ? 'These lines say that the other end was gone, and not why. The rank that failed first printed another line, or none where it was killed: its log is not among these files.'
      : failureText.detail(values, print),
  explained: {
    knownBy: '"Connection closed by remote peer", "ncclRemoteError", completions with status 5.',
    costs: 'Nothing of its own: it follows from the rank that failed first.',
    todo: 'Find the first error in the logs of all ranks, by time.',
    verify: 'The lines are gone once the first failure is.',
  },
}
