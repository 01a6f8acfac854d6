/** Chinese: pcie-errors. */
import type { PcieErrorsValues } from '../../../rules/machine/pcie-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const pcieErrors: RuleText<PcieErrorsValues> = {
  name: 'GPU 或网卡路径上的 PCIe 错误（AER）',
  about:
    '出现致命错误而没有信息说明设备已恢复时为错误；已恢复、出现未纠正的错误、或已纠正的错误有 100 个以上且每分钟超过 8 个时为警告；被拒绝的请求、速率较低或未知的已纠正错误、以及不知道下面是什么的端口为信息。更少的已纠正错误是高速链路的常态。',

  title: ({ why, devices, count, perMinute, over, host }, print) =>
    `${on(host)}${listed(devices)} 有 ${print.count(count)} 个${REPORTED[why]}错误${why === 'storm' ? `，每分钟 ${print.count(perMinute ?? 0)} 个` : why === 'fatal' && over ? '，设备已恢复' : ''}`,
  cause: ({ why, devices }) => `${listed(devices)} 的${REPORTED[why]}错误`,
  detail: ({ why, perMinute, kinds, devices, over }, print) =>
    [
      MEANS[why],
      why === 'many'
        ? perMinute === undefined
          ? '这些行没有时间：不知道它们来得多快。'
          : `每分钟 ${print.number(perMinute)} 个。`
        : '',
      kinds.length === 0 ? '' : `内核给出的名称：${kinds.slice(0, 6).join('、')}。`,
      devices.every(({ of }) => of === 'unknown') ? '没有信息说明该端口下面是什么：可能是磁盘。' : '',
      over && why !== 'unsupported' && why !== 'many' ? '此后设备已恢复，或主机已重新启动。' : '',
    ].join(''),
  actions: ({ why, devices, host }) => {
    const [address = ''] = devices.map((device) => device.address)
    return [
      devices.every(({ of }) => of === 'unknown')
        ? `以 root 执行 lspci -vvv，与日志一并提供：${address} 下面是什么？`
        : `以 root 执行 lspci -vvv -s ${address}：LnkSta、UESta、CESta；一次运行前后执行 dmesg -T：这些行在增加吗？`,
      ...(why === 'unsupported' || why === 'many'
        ? []
        : ['重新插好卡或转接卡，或与同伴交换：错误是否随之移动？检查主板、交换芯片和设备的固件']),
      ...(why === 'fatal'
        ? [`把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain），直到一次运行不再留下这样的行`]
        : []),
    ]
  },
  verify: () => 'dmesg -T | grep "PCIe Bus Error"：带负载运行之后没有新的行',
  inOrder: 'GPU 和网卡的 PCIe 路径正常',
  explained: {
    knownBy:
      'dmesg："AER: … error message received"、"PCIe Bus Error: severity=…"；是谁的路径，由 lspci -vvv、nvidia-smi -q 或该行给出的驱动说明。一个错误有多行，只计一次。',
    costs: '已纠正的：重发期间的等待。其他：这次传输，多半还有整个作业。',
    todo: '看负载下是否增加；重新插好或交换卡、转接卡、线缆；固件。',
    verify: '带负载运行之后没有新的行。',
  },
}

const REPORTED = {
  fatal: '致命 PCIe ',
  'non-fatal': '未纠正的 PCIe ',
  unsupported: ' PCIe 不支持的请求',
  storm: '已纠正的 PCIe ',
  many: '已纠正的 PCIe ',
} as const

const MEANS = {
  fatal: '链路或其上的数据已丢失：正在进行的传输失败，使用该设备的作业多半会结束。',
  'non-fatal': '一次传输丢失或损坏，无法补救；链路本身仍在。作业可能因此结束，也可能等待后继续。',
  unsupported: '请求被拒绝：没有设备响应其地址，或被访问控制拦下。探测设备的工具会引起它们，数据没有丢失。',
  storm:
    '每个错误都通过重发得到补救，数据是正确的，但其间大家都在等。每分钟超过 8 个已超出 NVIDIA DCGM 接受的范围：链路处于极限（插槽、转接卡、retimer、卡）。',
  many: '每个错误都通过重发得到补救，数据是正确的。高速链路有少量这样的错误属正常；请看它们是否增加。',
} as const

type Devices = PcieErrorsValues['devices']

const listed = (devices: Devices): string =>
  `${devices.slice(0, 4).map(nameOf).join('、')}${devices.length > 4 ? ' …' : ''}`

function nameOf({ address, of, gpu, port }: Devices[number]): string {
  if (of === 'unknown') return `PCIe 端口 ${address}`
  const name = gpu === undefined ? DEVICE[of] : ` GPU${gpu}`
  return port
    ? `PCIe 端口 ${address} (${name.trim()})`
    : gpu === undefined
      ? `PCIe 地址 ${address} 的${name}`
      : `${name.trim()} (${address})`
}

const DEVICE = { gpu: ' GPU', nic: '网卡', nvswitch: ' NVSwitch' } as const
