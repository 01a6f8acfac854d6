/** English: socket-interface-ambiguous. */

import type { SocketInterfaceAmbiguousValues } from '../../../rules/path/socket-interface-ambiguous.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/network.ts'
import { listSome } from '../phrases/words.ts'

export const socketInterfaceAmbiguous: RuleText<SocketInterfaceAmbiguousValues> = {
  name: 'virtual interfaces used as the network',
  about:
    'Warning if several hosts communicate over sockets, info if their number is not known: NCCL’s list includes interfaces of containers or virtual machines next to real ones.',

  title: ({ virtual, hosts }, print) =>
    `NCCL uses virtual interfaces (${listSome(virtual, print)}) for network traffic${on(hosts, print)}`,
  detail: ({ real }, print) =>
    `These interfaces belong to containers or virtual machines of one host. Other hosts cannot be reached over them, or only through that host.${real.length > 0 ? ` Real interfaces: ${listSome(real, print)}.` : ''} NCCL spreads data over all interfaces in its list.`,
  actions: ({ real }) => [
    `export NCCL_SOCKET_IFNAME=${real[0] ?? 'eth0'} (or exclude some: NCCL_SOCKET_IFNAME=^docker,virbr,veth) on all hosts`,
  ],
  verify: () => 'The line "NET/Socket : Using" lists only interfaces that connect all hosts',
  explained: {
    knownBy: '"NET/Socket : Using" lists docker, virbr, veth, cali or similar interfaces.',
    costs: 'Connections fail, hang, or take a slow path.',
    todo: 'Set NCCL_SOCKET_IFNAME on all hosts.',
    verify: 'NCCL lists only real interfaces.',
  },
}
