/** Chinese: mtu-mismatch. */
import type { MtuMismatchValues } from '../../../rules/fabric/mtu-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'
import { listed } from '../phrases/host.ts'

export const mtuMismatch: RuleText<MtuMismatchValues> = {
  name: '同一网络中 MTU 不同的端口',
  about: '同速率的端口不同时为警告；所有 RoCE 端口都为 1024 或更小时为信息。',

  title: ({ why, ports, usual }, print) =>
    why === 'differs'
      ? `${listed(ports.map(portName), print)}：MTU 为 ${[...new Set(ports.map(({ mtu }) => mtu))].join('，')}，其他端口为 ${usual}`
      : `RoCE 的 MTU 为 ${usual}：接口设为 1500`,
  cause: ({ ports }, print) => `${listed(ports.map(portName), print)}：MTU 不同`,
  detail: ({ why, alike }, print) =>
    why === 'differs'
      ? `速率相同的 ${print.count(alike)} 个端口有不同的活动 MTU。连接取较小的值，或在交换机丢弃较大的包时以完成错误 12 失败。`
      : '巨帧使 RoCE 可以用 4096：同样的数据用更少的包。',
  actions: () => [
    '在所有主机上 ip link set INTERFACE mtu 9000，每个交换机端口也至少如此',
    'ibv_devinfo | grep active_mtu：处处相同',
  ],
  verify: () => '所有主机上 ibv_devinfo | grep active_mtu：4096',
  inOrder: 'MTU 一致',
  explained: {
    knownBy: 'ibv_devinfo：同层同速率端口的 active_mtu。',
    costs: '连接失败（错误 12），或使用较小的包。',
    todo: '所有主机和交换机端口使用相同的 MTU。',
    verify: '各处 active_mtu 相同。',
  },
}

const portName = ({ host, device }: { readonly host?: string; readonly device: string }): string =>
  host === undefined ? device : `${host} ${device}`
