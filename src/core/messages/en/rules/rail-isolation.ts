/** English: rail-isolation. */

import type { RailIsolationValues } from '../../../rules/path/rail-isolation.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const railIsolation: RuleText<RailIsolationValues> = {
  name: 'connections that cross rails',
  about:
    'The sending and the receiving NIC have different names, on hosts with the same NICs. Error if exactly these connections get no answer (status 12); warning if NCCL_CROSS_NIC=1 or NCCL_PXN_DISABLE=1 allows them and a run over several nodes is low; otherwise info, since a fabric without rails handles them equally well.',

  title: ({ crossing, of, from, to, unanswered, setting }, print) =>
    unanswered
      ? `Connections between rails get no answer (${from.host} ${from.nic} to ${to.host} ${to.nic}); those within one rail do`
      : `${print.count(crossing)} of ${print.count(of)} connections between hosts leave on one rail and arrive on another${setting === undefined ? '' : `, which ${setting} allows`}`,
  cause: ({ unanswered }) =>
    unanswered ? 'the rails cannot reach each other' : 'connections between hosts cross rails',
  detail: ({ from, to, nodes, unanswered }, print) =>
    `A rail consists of the NICs with the same name on all hosts. Rank ${from.rank} sends over ${from.nic}, but rank ${to.rank} receives over ${to.nic}. ${
      unanswered
        ? 'Exactly the NICs of these connections report "status=12" (no answer), which is typical of rails that are separate networks. A failed port may look the same; the first command below tells them apart.'
        : 'With one leaf switch per rail, this traffic goes through the spine and competes with other traffic. If the rails are separate networks, it fails. On a fabric without rails it costs nothing. These files do not show which kind of fabric it is.'
    } NCCL lets a ring change rails inside a node unless NCCL_CROSS_NIC=0. With an even number of nodes the changes cancel out; with an odd number one connection crosses rails. There are ${counted(nodes, print, 'node')} here.`,
  actions: ({ from, to, setting }) => [
    `ib_write_bw -d ${to.nic} on ${to.host}, then ib_write_bw -d ${from.nic} ${to.host} on ${from.host}: does it connect, and at the rate of ${to.nic} at both ends?`,
    ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')} on all hosts`]),
    'Set NCCL_CROSS_NIC=0 on all hosts to keep rings and trees on their rails',
    'For all_to_all, leave PXN on: it moves data over NVLink to the NIC of the correct rail',
  ],
  verify: () => 'NCCL_DEBUG=INFO shows the same NIC at both ends of a connection',
  inOrder: 'connections stay on their rails',
  explained: {
    knownBy:
      'Both ends of a connection (same communicator, ranks and channel), and the "NET/IB : Using" lists of both hosts, which must be the same.',
    costs:
      'Traffic crosses the spine instead of one leaf switch. If the rails are separate networks, the job fails, for rings only with an odd number of nodes.',
    todo: 'Set NCCL_CROSS_NIC=0, leave PXN on, and run ib_write_bw from one rail to the other.',
    verify: 'Both ends of each connection use the same NIC.',
  },
}
