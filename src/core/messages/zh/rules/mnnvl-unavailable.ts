/** Chinese: mnnvl-unavailable. */
import type { MnnvlUnavailableValues } from '../../../rules/path/mnnvl-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const mnnvlUnavailable: RuleText<MnnvlUnavailableValues> = {
  name: 'NVLink 机柜的节点走网络',
  about: '警告。GB200 或 GB300，多个节点，所有 rank 都是 "MNNVL 0"。',

  title: ({ nodes, setting }, print) =>
    setting === undefined
      ? `NVLink 机柜的 ${print.count(nodes)} 个节点经网络通信`
      : `${setting} 让 NVLink 机柜的 ${print.count(nodes)} 个节点只走网络`,
  cause: () => '没有使用多节点 NVLink',
  detail: ({ ranks }, print) =>
    `日志对一个 ${print.count(ranks)} 个 rank 的通信器显示 "MNNVL 0"。节点间的 NVLink 需要每个节点上的 IMEX，以及容器中的相应设备；没有它们，每个节点只能用网卡：一个 400 Gb/s 端口为 50 GB/s，而每块 GPU 的 NVLink 为 900 GB/s。`,
  actions: ({ setting }) => [
    ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')}`]),
    '在每个节点上 systemctl status nvidia-imex；nvidia-imex-ctl -N：所有节点都已连接吗？',
    '在容器内 ls /dev/nvidia-caps-imex-channels',
    'nvidia-smi -q | grep -A 4 Fabric：机柜所有节点的 ClusterUUID 和 CliqueId 相同吗？',
  ],
  verify: () => '日志显示 "MNNVL 1" 和 clique 的大小',
  inOrder: '使用了节点间 NVLink',
  explained: {
    knownBy: 'GB200 或 GB300 的多个节点上 "MNNVL 0"。',
    costs: '节点间的大部分带宽：一个 400 Gb/s 端口为 50 GB/s，一块 GPU 的 NVLink 为 900 GB/s。',
    todo: '所有节点上的 IMEX；容器中的相应设备。',
    verify: '"MNNVL 1"。',
  },
}
