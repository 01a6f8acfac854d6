/** English: rail-isolation. */
import type { RailIsolationValues } from '../../../rules/path/rail-isolation.ts'
import type { RuleText } from '../../rule-text.ts'

export const railIsolation: RuleText<RailIsolationValues> = {
  name: 'connections that cross rails',
  about:
    'The NIC that sends and the one that receives have different names, on hosts with the same NICs. Error where exactly such connections get no answer (status 12) and others do; a warning where NCCL_CROSS_NIC=1 or NCCL_PXN_DISABLE=1 lets them and a run over several nodes is low; else info: a fabric without rails carries it as well.',

  title: ({ crossing, of, from, to, unanswered, setting }, print) =>
    unanswered
      ? `Connections between rails get no answer (${from.host} ${from.nic} to ${to.host} ${to.nic}), those on one rail do`
      : `${print.count(crossing)} of ${print.count(of)} connections between hosts leave on one rail and arrive on another${setting === undefined ? '' : `, as ${setting} lets them`}`,
  cause: ({ unanswered }) =>
    unanswered ? 'the rails do not reach each other' : 'connections between hosts cross rails',
  detail: ({ from, to, nodes, unanswered }, print) =>
    `A rail is the NIC of one name on every host. Rank ${from.rank} sends over ${from.nic}, rank ${to.rank} receives over ${to.nic}. ${
      unanswered
        ? 'The NICs that report "status=12" (nobody answered) are those of such connections: rails that are networks of their own look like this. A port that failed may look alike; the first command tells them apart.'
        : 'With one leaf switch a rail this goes through the spine, beside the traffic of others; where the rails are separate networks it fails. On a fabric without rails it costs nothing: these files do not say which it is.'
    } NCCL lets a ring change its rail inside a node unless NCCL_CROSS_NIC=0: with an even number of nodes the changes cancel out, with an odd number one connection crosses (here ${print.count(nodes)} nodes).`,
  actions: ({ from, to, setting }) => [
    `ib_write_bw -d ${to.nic} on ${to.host}, then ib_write_bw -d ${from.nic} ${to.host} on ${from.host}: does it connect, and at the rate of ${to.nic} at both ends?`,
    ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')} on all hosts`]),
    'NCCL_CROSS_NIC=0 on all hosts: rings and trees stay on their rails',
    'all_to_all: leave PXN on, which takes data over NVLink to the NIC of the right rail',
  ],
  verify: () => 'NCCL_DEBUG=INFO: both ends of a connection name the same NIC',
  inOrder: 'connections on their rails',
  explained: {
    knownBy:
      'Both ends of a connection (same communicator, ranks, channel) and the lists "NET/IB : Using" of both hosts, which must be alike.',
    costs:
      'The spine instead of one leaf switch; where rails are separate networks, the job: rings then fail with odd numbers of nodes alone.',
    todo: 'NCCL_CROSS_NIC=0; PXN left on; ib_write_bw from one rail to the other.',
    verify: 'Both ends of each connection name the same NIC.',
  },
}
