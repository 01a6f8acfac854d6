/** English: socket-interface-ambiguous. */
import type { SocketInterfaceAmbiguousValues } from '../../../rules/path/socket-interface-ambiguous.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, some } from '../phrases/network.ts'

export const socketInterfaceAmbiguous: RuleText<SocketInterfaceAmbiguousValues> = {
  name: 'virtual interfaces taken for the network',
  about:
    'Warning where several hosts talk over sockets, info where their number is not known: interfaces of containers and virtual machines stand beside real ones in NCCL’s list.',

  title: ({ virtual, hosts }, print) =>
    `NCCL takes virtual interfaces (${some(virtual, print)}) for the network${on(hosts, print)}`,
  detail: ({ real }, print) =>
    `They belong to containers or virtual machines of one host; others cannot be reached over them, or only through it.${real.length > 0 ? ` Real ones: ${some(real, print)}.` : ''} NCCL spreads data over all interfaces in its list.`,
  actions: ({ real }) => [
    `export NCCL_SOCKET_IFNAME=${real[0] ?? 'eth0'} (or leave some out: NCCL_SOCKET_IFNAME=^docker,virbr,veth), on all hosts`,
  ],
  verify: () => 'The line "NET/Socket : Using" names only interfaces that all hosts share',
  explained: {
    knownBy: '"NET/Socket : Using" with docker, virbr, veth, cali and the like.',
    costs: 'Connections that fail or hang, or that take a slow way.',
    todo: 'NCCL_SOCKET_IFNAME on all hosts.',
    verify: 'Only real interfaces are listed.',
  },
}
