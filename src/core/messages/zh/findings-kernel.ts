/** Chinese: findings that count lines of the kernel's log. */
import type { FindingTexts } from '../findings.ts'
import type { KernelFindings } from '../findings-kernel.ts'

export const kernelFindings: Pick<FindingTexts, keyof KernelFindings> = {
  'pcie-errors': {
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
          ? [
              `把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain），直到一次运行不再留下这样的行`,
            ]
          : []),
      ]
    },
    verify: () => 'dmesg -T | grep "PCIe Bus Error"：带负载运行之后没有新的行',
  },
  'nic-link-drops': {
    title: ({ why, links, host }, print) =>
      why === 'lost'
        ? `${on(host)}${named(links)} 的链路断开，日志中没有恢复的记录`
        : why === 'flaps'
          ? `${on(host)}${named(links)} 的链路反复断开和恢复：12 小时内 ${print.count(most(links))} 次`
          : `${on(host)}${named(links)} 的链路断开过 ${print.count(sum(links))} 次`,
    cause: ({ why, links }) =>
      `${named(links)} 的链路${why === 'lost' ? '已断开' : why === 'flaps' ? '反复断开' : '断开过'}`,
    detail: ({ why, links, seenUp }, print) =>
      why === 'dropped'
        ? `${seenUp ? '它已恢复。' : '日志只有断开的行：不知道这个端口是否在使用。'}维护、驱动和交换机重启也会断开链路。只有当时有作业在运行才有影响：请对照时间。`
        : `${why === 'lost' ? `它此前在线，断开过 ${print.count(sum(links))} 次。有意关闭端口也会留下同样的行。` : ''}链路断开期间，要经过它发送的数据等待并重发，或者作业以完成错误 12 结束。NCCL 不会自行改用其他网卡。`,
    actions: ({ links }) => {
      const [device = ''] = links.map((link) => link.device)
      return [
        `mlxlink -d ${device} -m -c，或 ethtool -m：线缆、模块、纠错前的错误`,
        '交换机在该时间、该端口的日志：其他主机的链路也断开了吗？若是，则为交换机或维护',
        '与同伴交换线缆：故障是否随之移动？',
      ]
    },
    verify: () => 'dmesg -T | grep -i "link.*down"：一次运行之后没有新的行；ibstat：Active',
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : `${host} 上 `)

const REPORTED = {
  fatal: '致命 PCIe ',
  'non-fatal': '未纠正的 PCIe ',
  unsupported: 'PCIe 不支持的请求',
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

type Devices = KernelFindings['pcie-errors']['devices']
const listed = (devices: Devices): string =>
  `${devices.slice(0, 4).map(nameOf).join('、')}${devices.length > 4 ? ' …' : ''}`
function nameOf({ address, of, gpu, port }: Devices[number]): string {
  if (of === 'unknown') return `PCIe 端口 ${address}`
  const name = gpu === undefined ? DEVICE[of] : ` GPU${gpu}`
  return port
    ? `PCIe 端口 ${address}（其下是${name}）`
    : gpu === undefined
      ? `PCIe 地址 ${address} 的${name}`
      : `${name.trim()}（${address}）`
}
const DEVICE = { gpu: ' GPU', nic: '网卡', nvswitch: ' NVSwitch' } as const

type Links = KernelFindings['nic-link-drops']['links']
const named = (links: Links): string =>
  `${links
    .slice(0, 4)
    .map(({ device, interface: name }) => (name === undefined ? device : `${device}（${name}）`))
    .join('、')}${links.length > 4 ? ' …' : ''}`
const most = (links: Links): number => Math.max(...links.map(({ within12Hours = 0 }) => within12Hours))
const sum = (links: Links): number => links.reduce((all, { drops }) => all + drops, 0)
