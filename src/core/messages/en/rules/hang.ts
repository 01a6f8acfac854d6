/** English: hang. */

import type { Print } from '../../../base/print.ts'
import type { HangValues } from '../../../rules/failure/hang.ts'
import type { RuleText } from '../../rule-text.ts'

export const hang: RuleText<HangValues> = {
  name: 'a collective that did not end',
  about:
    'Error, and the verdict is broken: PyTorch’s watchdog or NCCL’s RAS says so; names the ranks behind the others. A log that ends while a communicator is set up is info.',

  title: ({ by, operation, behind, silent, seconds, why, hosts }, print) =>
    by === 'setup'
      ? `The setup of a communicator began and does not end in this log${silent.length > 0 ? `; no line from ${ranksOf(silent, print)}` : ''}`
      : by === 'ras'
        ? why === 'unknown'
          ? `${capital(ranksOf(silent, print))}${on(hosts)} ${silent.length === 1 ? 'does' : 'do'} not answer`
          : `${capital(ranksOf(behind, print))}${on(hosts)} ${behind.length === 1 ? 'is' : 'are'} behind the others${operation === '' ? '' : ` in ${operation}`}`
        : `${operation} did not end within ${print.duration(seconds)}${behind.length > 0 ? `; ${ranksOf(behind, print)} ${behind.length === 1 ? 'is' : 'are'} behind the others` : silent.length > 0 ? `; ${ranksOf(silent, print)} ${silent.length === 1 ? 'says' : 'say'} nothing` : ''}`,
  cause: ({ operation, behind, silent }, print) =>
    behind.length > 0
      ? `${ranksOf(behind, print)} did not reach ${operation}`
      : silent.length > 0
        ? `${ranksOf(silent, print)} ${silent.length === 1 ? 'says' : 'say'} nothing`
        : `${operation} did not end`,
  detail: ({ by, sequence, waiting, why, group, behind, silent, repeated }, print) =>
    by === 'setup'
      ? `${print.count(waiting)} ranks log "Init START", none "Init COMPLETE". The log may simply end there; if the job still runs, a rank has not started or cannot reach the others (firewall, NCCL_SOCKET_IFNAME).`
      : by === 'ras'
        ? silent.length > 0
          ? `NCCL’s RAS gets no answer from them${repeated ? ' and has given them up: their processes have ended or hang in the kernel' : ' yet: they may be stopped, or busy for a while'}. All others wait for them.`
          : repeated
            ? `Two queries of NCCL’s RAS show the same counts (operation ${sequence}): nothing moves. The ${print.count(waiting)} ranks that are ahead wait; those behind are where to look.`
            : `One query of NCCL’s RAS shows them at operation ${sequence}, behind ${print.count(waiting)} others. Ranks are never quite in step: it is a fault only where a second query, some seconds later, shows the same counts.`
        : `PyTorch’s watchdog stopped ${print.count(waiting)} ${waiting === 1 ? 'rank' : 'ranks'}${sequence === undefined ? '' : ` at work ${sequence}`}${group === undefined ? '' : ` of process group ${group}`}. ${
            behind.length === 0
              ? 'All that report stand at the same call: they wait for a rank that does not report, or for the network.'
              : why === 'enqueued'
                ? 'The ranks behind have enqueued less than the rest: they never called it (stuck in a data loader, a checkpoint, another branch), and the others wait for them.'
                : 'The ranks behind have completed less than the rest.'
          } A rank that waits is not to blame.`,
  actions: ({ behind, silent }) => [
    behind.length + silent.length > 0
      ? `py-spy dump --pid PID of rank ${[...behind, ...silent][0]}: where does it stand?`
      : 'py-spy dump --pid PID on each host: which rank stands elsewhere?',
    'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1: the last calls of each rank; NCCL 2.24 and later: ncclras -v',
    'dmesg | grep -i xid on that host; NCCL_DEBUG=WARN for errors of the network before it',
  ],
  verify: () => 'The job passes the point; with TORCH_DISTRIBUTED_DEBUG=DETAIL no rank is named',
  explained: {
    knownBy:
      '"Watchdog caught collective operation timeout", last enqueued and completed work of each rank; RAS.',
    costs: 'The job stops after its time limit.',
    todo: 'Look at the rank that is behind: py-spy, its host’s dmesg.',
    verify: 'The job passes the point.',
  },
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const on = (hosts: readonly string[]): string =>
  hosts.length === 0 || hosts.length > 3 ? '' : ` on ${hosts.join(', ')}`

function ranksOf(ranks: readonly number[], print: Print): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`
  return ranks.length > 6
    ? `${print.count(ranks.length)} ranks (${ranks.slice(0, 4).join(', ')}, …)`
    : `ranks ${ranks.join(', ')}`
}
