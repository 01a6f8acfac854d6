/** Chinese: ib-completion-error. */
import type { IbCompletionErrorValues } from '../../../rules/fabric/ib-completion-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, some } from '../phrases/network.ts'

export const ibCompletionError: RuleText<IbCompletionErrorValues> = {
  name: '失败的 RDMA 传输',
  about: '错误，结论为故障：NCCL 记录带状态的 "Got completion"，并停止作业。',

  title: ({ status, hosts, times }, print) =>
    `${on(hosts, print)}RDMA 传输失败：${statusName(status)}（${print.count(times)} 行）`,
  cause: ({ status }) => `RDMA 传输失败：${statusName(status)}`,
  detail: ({ status, vendor, peers, nics }, print) =>
    `${STATUS[status]?.meaning ?? '网卡以错误返回了请求。'}${vendor === undefined ? '' : `厂商错误码 ${vendor}。`}${peers.length === 0 ? '' : `另一端：${some(peers, print)}。`}${nics.length === 0 ? '' : `网卡：${some(nics, print)}。`}报告它的主机只是连接的一端；原因可能在任一端，也可能在两者之间的路径上。NCCL 会停止作业。`,
  actions: ({ status }) => STATUS[status]?.actions ?? OTHER_STATUS,
  verify: () => '两台主机之间的 ib_write_bw（使用 GPUDirect 时加 --use_cuda）以线速运行且没有错误',
  explained: {
    knownBy: '"Got completion ... status=12 ... vendor err 129"。',
    costs: '作业停止。',
    todo: '按状态：12 看路径，4 和 11 看 GPUDirect 与 ACS，10 和 13 看另一端的进程。',
    verify: '两台主机之间的 ib_write_bw 没有错误。',
  },
}

const STATUS: Readonly<
  Record<number, { readonly name: string; readonly meaning: string; readonly actions: readonly string[] }>
> = {
  4: {
    name: '本地保护错误',
    meaning:
      '网卡无法读写这一侧的内存：对 显存而言，常常是 ACS、处于转换模式的 IOMMU，或与驱动不匹配的 peer-memory 模块。',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC：如果这样能运行，原因就是 GPUDirect',
      '在 GPU 和网卡上方的桥上 lspci -vvv | grep ACSCtl；cat /proc/cmdline 看 iommu=pt',
      '每次更新驱动后 modprobe -r nvidia-peermem，再 modprobe nvidia-peermem',
    ],
  },
  5: {
    name: '被冲刷',
    meaning: '这个请求排在一个失败的请求之后：原因是更早的错误，也许在另一端。',
    actions: ['在所有 rank 的日志中找第一个 "Got completion"'],
  },
  10: {
    name: '远端访问错误',
    meaning: '另一端拒绝访问：其内存没有（或不再）注册，常常因为那里的进程先结束了。',
    actions: ['在所有 rank 的日志中找第一个错误：谁先结束？'],
  },
  11: {
    name: '远端操作错误',
    meaning: '另一端的网卡做不到：对 显存而言，常常是那里的 ACS 或 IOMMU。',
    actions: [
      '在另一端 lspci -vvv | grep ACSCtl',
      'NCCL_NET_GDR_LEVEL=LOC：如果这样能运行，原因就是 GPUDirect',
    ],
  },
  12: {
    name: '超过重试次数',
    meaning: '另一端没有应答：线缆或端口，错误的 GID 或 MTU，没有流控时丢包（RoCE），或那里的进程已结束。',
    actions: [
      '在两端 ibstat：端口是 Active 吗？错误计数：perfquery 或 ethtool -S',
      'RoCE：两端的 NCCL_IB_GID_INDEX（v2）、MTU 和流量类别相同；每一跳都有流控（PFC）',
      '在那块网卡上，两台主机之间跑 ib_write_bw',
      '找更早结束的 rank：它的对端随后会报告这个错误',
    ],
  },
  13: {
    name: '接收方未就绪',
    meaning: '另一端没有及时准备缓冲区：那里的进程挂起或远远落后。',
    actions: ['看另一端：进程还活着吗？'],
  },
}

const OTHER_STATUS = [
  '在所有 rank 的日志中找第一个 "Got completion"',
  '在那块网卡上，两台主机之间跑 ib_write_bw',
]

const statusName = (status: number): string =>
  STATUS[status] === undefined ? `状态 ${status}` : `状态 ${status}（${STATUS[status].name}）`
