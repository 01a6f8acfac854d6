/** Chinese: socket-interface-ambiguous. */
import type { SocketInterfaceAmbiguousValues } from '../../../rules/path/socket-interface-ambiguous.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, some } from '../phrases/network.ts'

export const socketInterfaceAmbiguous: RuleText<SocketInterfaceAmbiguousValues> = {
  name: '虚拟接口被当作网络',
  about:
    '多台主机经 socket 通信时为警告，主机数未知时为信息：NCCL 的列表中容器和虚拟机的接口与真实接口并列。',

  title: ({ virtual, hosts }, print) =>
    `${on(hosts, print)}NCCL 把虚拟接口（${some(virtual, print)}）当作网络`,
  detail: ({ real }, print) =>
    `它们属于一台主机上的容器或虚拟机；其他主机经它们到达不了，或只能绕行。${real.length > 0 ? `真实接口：${some(real, print)}。` : ''}NCCL 会把数据分到列表中的所有接口上。`,
  actions: ({ real }) => [
    `在所有主机上 export NCCL_SOCKET_IFNAME=${real[0] ?? 'eth0'}（或排除一些：NCCL_SOCKET_IFNAME=^docker,virbr,veth）`,
  ],
  verify: () => '"NET/Socket : Using" 一行只列出所有主机共有的接口',
  explained: {
    knownBy: '"NET/Socket : Using" 中有 docker、virbr、veth、cali 等。',
    costs: '连接失败或挂起，或走慢路。',
    todo: '在所有主机上设置 NCCL_SOCKET_IFNAME。',
    verify: '只列出真实接口。',
  },
}
