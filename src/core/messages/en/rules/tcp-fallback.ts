/** English: tcp-fallback. */
import type { TcpFallbackValues } from '../../../rules/path/tcp-fallback.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, SIGN, some } from '../phrases/network.ts'

export const tcpFallback: RuleText<TcpFallbackValues> = {
  name: 'the job sends over TCP where there is a faster network',
  about:
    'Error where several hosts talk so and something in the files says that RDMA was meant to be there; a warning where the number of hosts is not known; info without a sign of a faster network. Nothing on one host.',

  title: ({ hosts, sign, forcedBy, nodes }, print) =>
    `NCCL sends over TCP sockets${on(hosts, print)}${forcedBy !== undefined ? `, forced by ${forcedBy}` : sign !== undefined ? ' although there is a faster network' : nodes === 'several' ? ' between the hosts' : ''}`,
  cause: ({ forcedBy }) =>
    forcedBy === undefined ? 'NCCL fell back to TCP sockets' : `${forcedBy} forces TCP sockets`,
  detail: ({ interfaces, sign, signName }, print) =>
    `"Using network Socket" is NCCL's last word on it${interfaces.length > 0 ? `; interfaces: ${some(interfaces, print)}` : ''}. ${sign === undefined ? 'Nothing in these files says that the hosts have RDMA; where they have, it is not used.' : `${SIGN[sign]} (${signName}) says that there is more.`} Over a 100 Gb/s port sockets give about 4 GB/s, RDMA 6, with GPUDirect 12.`,
  actions: ({ forcedBy, sign }) => [
    ...(forcedBy === undefined ? [] : [`unset ${forcedBy.replace(/=.*/, '')} on all hosts`]),
    'NCCL_DEBUG=INFO ... 2>&1 | grep -E "NET/|network": which line comes before "Using network Socket"?',
    sign === undefined
      ? 'ibstat, or rdma link: are there RDMA ports on the hosts?'
      : 'ibv_devices inside the container: does it list the NICs?',
  ],
  verify: () => 'The log says "Using network IB" (or the name of the plugin)',
  explained: {
    knownBy:
      '"Using network Socket", beside an RDMA device, a plugin, an InfiniBand interface, NCCL_IB_HCA, an active port, or another host of the job that uses RDMA.',
    costs: 'On a 100 Gb/s port about 4 GB/s instead of 12, and CPU time; on faster ports more.',
    todo: 'Find the line before "Using network Socket" that says why; unset NCCL_IB_DISABLE and NCCL_NET.',
    verify: 'The log names another network than Socket.',
  },
}
