/** Chinese: nic-degraded. */
import type { NicDegradedValues } from '../../../rules/machine/nic-degraded.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const nicDegraded: RuleText<NicDegradedValues> = {
  name: '不如同伴的网卡端口',
  about:
    '没有子网管理器（Initializing）为错误；速率低于别处的同型号、断开而其他主机的同一端口都在线、过热或有错误计数时为警告；端口可能只是没接线时为信息。',

  title: ({ device, why, rate, usual, counter, count, host }, print) =>
    why === 'no-subnet-manager'
      ? `${on(host)}${device} 在等待子网管理器：端口无法使用`
      : why === 'down'
        ? `${on(host)}${device} 已断开，同伴都在线`
        : why === 'slow'
          ? `${on(host)}${device} 运行在 ${print.bits(rate ?? 0)}，同伴为 ${print.bits(usual ?? 0)}`
          : why === 'hot'
            ? `${on(host)}网卡 ${device} 报告温度过高`
            : `${on(host)}${device} 的 ${counter} 计数为 ${print.count(count ?? 0)}，同伴几乎没有`,
  cause: ({ device, why }) => `${device} ${DEGRADED[why]}`,
  detail: ({ why, siblings, hosts, firmware, usualFirmware }, print) =>
    [
      why === 'no-subnet-manager'
        ? '链路已建立（LinkUp），但状态是 Initializing，也没有分到 lid。NCCL 会跳过这样的端口，改用其他端口或 TCP。'
        : why === 'hot'
          ? '过热的网卡会降低速率或断开链路。'
          : why === 'errors'
            ? '链路上的错误会引起重传，最终使链路断开。'
            : 'NCCL 把数据平均分到所有网卡：最慢或缺失的那块限制每个跨节点的集合操作。',
      siblings > 0 || hosts > 0
        ? `比较对象：${[...(siblings > 0 ? [`本机 ${print.count(siblings)} 块同型号网卡`] : []), ...(hosts > 0 ? [`另外 ${print.count(hosts)} 台主机上的同一设备`] : [])].join('和')}。`
        : '',
      firmware === undefined ? '' : `它的固件是 ${firmware}，同伴是 ${usualFirmware}。`,
    ].join(''),
  actions: ({ device, why }) =>
    why === 'no-subnet-manager'
      ? [
          'sminfo；在应当运行子网管理器的机器上执行 systemctl status opensm，或检查 UFM',
          'ibstat：SM lid 不为 0，State 为 Active',
        ]
      : why === 'hot'
        ? [`mget_temp -d ${device}；检查插槽处的风扇和风道；有源光缆会加热笼子`]
        : [
            `mlxlink -d ${device} -m -c，或 ibdiagnet：线缆、模块、纠错前的错误`,
            '与同伴交换线缆：故障是否随之移动？全部使用相同固件（mlxfwmanager）',
          ],
  verify: ({ device }) => `ibstat ${device}：Active，速率与同伴相同`,
  inOrder: '网卡端口正常',
  explained: {
    knownBy: 'ibstat、ibstatus、ibv_devinfo、dmesg 和计数器；本机的同型号，其他主机上的同一设备。',
    costs: '最慢的网卡限制每个跨节点的集合操作：它减半，全体就减半。',
    todo: '子网管理器；线缆、模块、散热、固件。',
    verify: 'ibstat：Active，速率与同伴相同。',
  },
}

const DEGRADED = {
  'no-subnet-manager': '没有子网管理器',
  down: '已断开',
  slow: '速率低于同伴',
  hot: '过热',
  errors: '链路上有错误',
} as const
