/** English: tcp-fallback. */

import type { TcpFallbackValues } from '../../../rules/path/tcp-fallback.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, SIGN } from '../phrases/network.ts'
import { listSome } from '../phrases/words.ts'

export const tcpFallback: RuleText<TcpFallbackValues> = {
  name: 'the job uses TCP although there is a faster network',
  about:
    'Error if several hosts communicate over TCP and something in the files shows that RDMA should be available; warning if the number of hosts is not known; info without a sign of a faster network. Not reported on one host.',

  title: ({ hosts, sign, forcedBy, nodes }, print) =>
    `NCCL uses TCP sockets${on(hosts, print)}${forcedBy !== undefined ? `, forced by ${forcedBy}` : sign !== undefined ? ' although there is a faster network' : nodes === 'several' ? ' between the hosts' : ''}`,
  cause: ({ forcedBy }) =>
    forcedBy === undefined ? 'NCCL fell back to TCP sockets' : `${forcedBy} forces TCP sockets`,
  detail: ({ interfaces, sign, signName }, print) =>
    `NCCL settled on "Using network Socket"${interfaces.length > 0 ? ` (interfaces: ${listSome(interfaces, print)})` : ''}. ${sign === undefined ? 'Nothing in these files shows that the hosts have RDMA; if they do, it is not used.' : `${SIGN[sign]} (${signName}) shows that there is a faster network.`} Over a 100 Gb/s port, sockets reach about 4 GB/s, RDMA 6, and RDMA with GPUDirect 12.`,
  actions: ({ forcedBy, sign }) => [
    ...(forcedBy === undefined ? [] : [`unset ${forcedBy.replace(/=.*/, '')} on all hosts`]),
    'NCCL_DEBUG=INFO ... 2>&1 | grep -E "NET/|network": which line comes before "Using network Socket"?',
    sign === undefined
      ? 'ibstat, or rdma link: do the hosts have RDMA ports?'
      : 'ibv_devices inside the container: does it list the NICs?',
  ],
  verify: () => 'The log says "Using network IB" (or the name of the plugin)',
  explained: {
    knownBy:
      '"Using network Socket", together with an RDMA device, a plugin, an InfiniBand interface, NCCL_IB_HCA, an active port, or another host of the job that uses RDMA.',
    costs: 'On a 100 Gb/s port, about 4 GB/s instead of 12, plus CPU time. Faster ports lose more.',
    todo: 'Find the line before "Using network Socket" that gives the reason; unset NCCL_IB_DISABLE and NCCL_NET.',
    verify: 'The log names a network other than Socket.',
  },
}
