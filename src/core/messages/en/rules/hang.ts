/** English: hang. */

import type { Print } from '../../../base/print.ts'
import type { HangValues } from '../../../rules/failure/hang.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const hang: RuleText<HangValues> = {
  name: 'a collective that did not complete',
  about:
    'Error, and the verdict is broken: PyTorch’s watchdog or NCCL’s RAS reports it. Names the ranks that are behind. A log that ends while a communicator is being set up is info.',

  title: ({ by, operation, behind, silent, seconds, why, hosts }, print) =>
    by === 'setup'
      ? `A communicator’s setup starts but does not complete in this log${silent.length > 0 ? `; no line from ${ranksOf(silent, print)}` : ''}`
      : by === 'ras'
        ? why === 'unknown'
          ? `${capital(ranksOf(silent, print))}${on(hosts)} ${plural(silent.length, 'does', 'do')} not answer`
          : `${capital(ranksOf(behind, print))}${on(hosts)} ${plural(behind.length, 'is', 'are')} behind the others${operation === '' ? '' : ` in ${operation}`}`
        : `${operation} did not complete within ${print.duration(seconds)}${behind.length > 0 ? `; ${ranksOf(behind, print)} ${plural(behind.length, 'is', 'are')} behind the others` : silent.length > 0 ? `; no report from ${ranksOf(silent, print)}` : ''}`,
  cause: ({ operation, behind, silent }, print) =>
    behind.length > 0
      ? `${ranksOf(behind, print)} did not reach ${operation}`
      : silent.length > 0
        ? `no report from ${ranksOf(silent, print)}`
        : `${operation} did not complete`,
  detail: ({ by, sequence, waiting, why, group, behind, silent, repeated, calls }, print) =>
    by === 'setup'
      ? `${counted(waiting, print, 'rank')} logged "Init START", none "Init COMPLETE". The log may simply end there. If the job is still running, a rank has not started or cannot reach the others (firewall, NCCL_SOCKET_IFNAME).`
      : by === 'ras'
        ? silent.length > 0
          ? `NCCL’s RAS ${repeated ? 'has given up on them: their processes have ended or hang in the kernel' : 'has had no answer from them yet: they may be stopped, or busy for a while'}. All other ranks wait for them.`
          : repeated
            ? `Two queries of NCCL’s RAS show the same counts (operation ${sequence}): there is no progress. The ${counted(waiting, print, 'rank')} ahead are waiting; look at those behind.`
            : `One query of NCCL’s RAS shows them at operation ${sequence}, behind ${counted(waiting, print, 'other')}. Ranks are never exactly in step: this is a fault only if a second query, a few seconds later, shows the same counts.`
        : `PyTorch’s watchdog stopped ${counted(waiting, print, 'rank')}${sequence === undefined || calls ? '' : ` at SeqNum ${sequence}`}${group === undefined ? '' : ` of process group ${group}`}. ${
            calls
              ? `They are not at the same call: ${callsOf(calls, print)}. ${group === undefined ? 'Either the ranks with the lower number are behind, or these are calls of different process groups.' : 'Those with the lower number are behind: they took another branch, or came late.'}`
              : behind.length === 0
                ? 'All ranks that report are at the same call: they wait for a rank that does not report, or for the network.'
                : why === 'enqueued'
                  ? 'The ranks behind have enqueued fewer operations than the rest: they never called this one (stuck in a data loader, a checkpoint, or another branch), and the others wait for them.'
                  : 'The ranks behind have completed fewer operations than the rest.'
          } The waiting ranks are not at fault.`,
  actions: ({ behind, silent }) => [
    behind.length + silent.length > 0
      ? `py-spy dump --pid PID of rank ${[...behind, ...silent][0]}: what is it doing?`
      : 'py-spy dump --pid PID on each host: which rank is at a different place?',
    'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 records the last calls of each rank; with NCCL 2.24 or later, ncclras -v',
    'dmesg | grep -i xid on that host; NCCL_DEBUG=WARN shows earlier network errors',
  ],
  verify: () => 'The job gets past this point; with TORCH_DISTRIBUTED_DEBUG=DETAIL no rank is named',
  explained: {
    knownBy:
      '"Watchdog caught collective operation timeout" and the last enqueued and completed work of each rank, or NCCL’s RAS.',
    costs: 'The job stops after its time limit.',
    todo: 'Look at the rank that is behind, with py-spy and dmesg on its host.',
    verify: 'The job gets past this point.',
  },
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const on = (hosts: readonly string[]): string =>
  hosts.length === 0 || hosts.length > 3 ? '' : ` on ${list(hosts)}`

/** "rank 3 at SeqNum 5207, ranks 0, 1 and 2 at SeqNum 5210" */
const callsOf = (calls: NonNullable<HangValues['calls']>, print: Print): string =>
  [...calls.slice(0, 3), ...calls.slice(3).slice(-1)]
    .map(({ sequence, ranks }) => `${ranksOf(ranks, print)} at SeqNum ${sequence}`)
    .join(', ')

function ranksOf(ranks: readonly number[], print: Print): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`
  return ranks.length > 6
    ? `${print.count(ranks.length)} ranks (${ranks.slice(0, 4).join(', ')}, …)`
    : `ranks ${list(ranks.map(String))}`
}
