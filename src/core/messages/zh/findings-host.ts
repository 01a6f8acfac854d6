/** 中文：有关主机的发现。 */
import type { Print } from '../../base/print.ts'
import type { Trait } from '../../evidence/host-trait.ts'
import type { FindingTexts } from '../findings.ts'
import type { HostFindings } from '../findings-host.ts'
import { gpuFindings } from './findings-gpu.ts'
import { kernelFindings } from './findings-kernel.ts'

export const hostFindings: Pick<FindingTexts, keyof HostFindings> = {
  ...gpuFindings,
  ...kernelFindings,
  'acs-redirect': {
    title: ({ ports, where, host, close = 0, far = 0 }, print) =>
      where === 'measured'
        ? `${on(host)}同一 PCIe 交换机下的 GPU 之间为 ${print.rate(close)}，相距远的为 ${print.rate(far)}：流量没有走交换机`
        : `${on(host)}PCIe 访问控制（ACS）在 ${print.count(ports)} 个${where === 'root' ? '根端口' : where === 'switch' ? '交换机端口' : '端口'}把 P2P 流量送上 CPU`,
    cause: ({ where }) =>
      where === 'measured' ? 'P2P 流量没有走 PCIe 交换机' : 'PCIe 访问控制（ACS）把 P2P 流量送上 CPU',
    detail: ({ where, gpus, nics, addresses }, print) =>
      `${addresses.filter(Boolean).join('，')}${addresses.some(Boolean) ? '：' : ''}${where === 'measured' ? '同一交换机下的一对本应最快。访问控制（ACS）或 IOMMU 会把这样的流量送上 CPU 再折返；没有 P2P 的 GPU（GeForce）也是如此。以 root 运行 lspci -vvv 可以确定。' : where === 'unknown' ? '列表中看不到其下有什么。' : `其下有 ${print.count(gpus)} 块 GPU 和 ${print.count(nics)} 块网卡。`}${where === 'measured' ? '' : where === 'root' ? '在 CPU 自己的端口上，P2P 本来就要经过 CPU；只有设备上方有交换机时才要紧。' : 'ReqRedir+ 和 CmpltRedir+ 使经过交换机的近路变成经过根复合体的远路：GPUDirect RDMA 和 P2P 只剩一半或更少，甚至超时。仅用 iommu=pt 不会清除它。'}`,
    actions: ({ addresses }) => [
      `对每个这样的端口执行 setpci -s ${addresses[0] || 'BRIDGE'} ECAP_ACS+6.w=0000，需要 root，每次启动后都要做（虚拟机：在承载它的机器上）`,
      'BIOS：关闭 ACS；内核：对这些端口使用 pci=disable_acs_redir=...',
    ],
    verify: () =>
      'lspci -vvv | grep ACSCtl 在这些端口显示 ReqRedir- CmpltRedir-；用 NCCL_ALGO=RING 在两个节点上运行 all_reduce_perf',
  },
  'iommu-translated': {
    title: ({ why, option, host }) =>
      why === 'translated'
        ? `${on(host)}IOMMU 对 GPU 与网卡之间的每次传输做地址转换`
        : `${on(host)}IOMMU 已打开（${option}），没有信息表明它直通传输`,
    cause: () => 'IOMMU 对每次传输做地址转换',
    detail: ({ why }) =>
      why === 'translated'
        ? '内核显示 "Default domain type: Translated"：GPU 或网卡使用的每个地址都要查表，P2P 经过根复合体。使用 iommu=pt 时，主机自己的设备会直通。'
        : '没有 iommu=pt 时，多数内核会做转换。启动时的内核日志（dmesg | grep -i "domain type"）可以确定。',
    actions: () => [
      '内核命令行：iommu=pt（不运行虚拟机时可用 amd_iommu=off、intel_iommu=off），然后重启',
      '同时检查 ACS：iommu=pt 不会清除它（sudo lspci -vvv | grep ACSCtl）',
    ],
    verify: () => 'dmesg | grep -i "domain type" 显示 Passthrough',
  },
  'pcie-downtrained': {
    title: ({ device, address, width, speed, host, allAlike, others }, print) =>
      `${on(host)}${device}（${address}）${width ? `运行在 PCIe x${width.is}，应为 x${width.of}` : `运行在 ${print.number(speed?.is ?? 0)}，应为 ${print.number(speed?.of ?? 0)} GT/s`}${allAlike && others > 0 ? `，另有 ${print.count(others)} 块同类也是如此` : ''}`,
    cause: ({ address, width, speed }, print) =>
      `${address} 运行在${width ? ` PCIe x${width.is}，应为 x${width.of}` : ` ${print.number(speed?.is ?? 0)}，应为 ${print.number(speed?.of ?? 0)} GT/s`}`,
    detail: ({ width, speed, is, of, siblings, allAlike, idle }, print) =>
      [
        is === undefined || of === undefined
          ? ''
          : `单方向约为 ${print.rate(is)}，而不是 ${print.rate(of)}。`,
        width && speed ? `速率也偏低：${print.number(speed.is)}，应为 ${print.number(speed.of)} GT/s。` : '',
        allAlike
          ? '同类全部如此：机器很可能就是这样搭的。'
          : idle
            ? '空闲的 GPU 会降低链路速率；请在它工作时再看一次。'
            : siblings > 0
              ? `有 ${print.count(siblings)} 块同类的链路是完整的。`
              : '设备和它上方的端口都能做到更多。',
      ].join(''),
    actions: ({ address, kind }) => [
      `sudo lspci -vvv -s ${address} | grep Lnk：在${kind === 'gpu' ? ' GPU ' : '网卡'}工作时再看一次`,
      '重新插好板卡或转接卡，换一个插槽；BIOS：插槽的拆分和速率设为 Auto；仍然如此：报修',
    ],
    verify: () => 'LnkSta 显示的速率和宽度与 LnkCap 相同',
  },
  'nic-degraded': {
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
  },
  'host-asymmetry': {
    title: ({ hosts, of, differs }, print) =>
      `${listed(hosts, print)} ${hosts.length === of ? '彼此' : '与其他主机'}不同：${[...new Set(differs.map(({ trait }) => TRAIT[trait]))].join('，')}`,
    cause: ({ hosts, differs }, print) =>
      `${listed(hosts, print)}：${differs.map(({ trait }) => TRAIT[trait])[0]}与其他主机不同`,
    detail: ({ differs, hosts, of }, print) =>
      `${differs.map(({ trait, about, is, usual }) => `${TRAIT[trait]}${about === undefined ? '' : `（${about}）`}：${is.map(shown).join('，')}，而不是 ${shown(usual)}`).join('；')}。${hosts.length === of ? '没有信息说明哪一台是对的。' : `另外 ${print.count(of - hosts.length)} 台主机一致。`}作业按最慢的主机运行，主机不一致是最常见的原因。`,
    actions: ({ differs, hosts }, print) => [
      `使 ${listed(hosts, print)} 与其他主机一致，先从${TRAIT[differs[0]?.trait ?? 'driver']}开始`,
      ...(differs.some(({ trait, is }) => trait === 'peer-memory-module' && is.includes('-'))
        ? ['sudo modprobe nvidia-peermem，并设为启动时加载']
        : []),
    ],
    verify: () => '在每台主机上运行 ringscope capture，再对全部结果运行 ringscope diagnose：没有差异',
  },
  'numa-nps': {
    title: ({ cpu, numaNodes, sockets, host }, print) =>
      `${on(host)}${cpu} 在 ${print.count(sockets)} 个插槽上有 ${print.count(numaNodes)} 个 NUMA 节点（NPS1），而 GPU 经主机内存通信`,
    detail: ({ sharedMemory }) =>
      `${sharedMemory ? '日志显示连接经过共享内存。' : '这些 GPU 没有 P2P。'}NPS1 时缓冲区分布在整个插槽上；NPS4 时它们紧靠使用它们的 GPU，对这样的拷贝往往更快。`,
    actions: () => ['BIOS：每插槽 NUMA 节点数设为 NPS4（或 NPS2），先在一台主机上试，并测量'],
    verify: () => 'lscpu | grep NUMA 显示每个插槽四个节点；前后做同样的测试',
  },
  'irq-affinity': {
    title: ({ nic, why, vectors, cpu, share, numaNode, host }, print) =>
      why === 'one-core'
        ? `${on(host)}CPU ${cpu} 处理 ${nic} 的 ${print.percent(share)} 的中断（${print.count(vectors)} 个向量）`
        : `${on(host)}${nic} 的 ${print.percent(share)} 的中断在它的 NUMA 节点 ${numaNode} 之外处理`,
    cause: ({ nic, cpu }) => `${nic} 的中断只由 CPU ${cpu} 处理`,
    detail: ({ why, irqbalance }) =>
      `${why === 'one-core' ? '一个 CPU 于是限制了网卡在 TCP 上的能力，并拖延等待完成事件的一切。' : '每个完成事件都要穿过插槽之间的连接。'}轮询方式的 RDMA 几乎不用中断；在单个 NVLink 机器内网卡不参与通信。${irqbalance === undefined ? '' : irqbalance ? 'irqbalance 正在运行。' : 'irqbalance 没有运行。'}`,
    actions: () => [
      'set_irq_affinity_bynode.sh NODE INTERFACE（mlnx-tools），或 systemctl start irqbalance',
      '执行两次 grep mlx5 /proc/interrupts：作业运行时哪些列在增长？',
    ],
    verify: () => '/proc/interrupts 的计数在网卡所在节点的多个 CPU 上增长',
  },
  'roce-congestion': {
    title: ({ device, why, host }) =>
      why === 'loss'
        ? `${on(host)}${device} 丢包或乱序：RoCE 在重传`
        : `${on(host)}${device} 因拥塞标记或暂停帧而减速`,
    cause: ({ device, why }) => (why === 'loss' ? `${device} 丢包` : `${device} 被网络减速`),
    detail: ({ why, counters, calm }, print) =>
      `${counters.map(({ name, value }) => `${name} ${print.count(value)}`).join('，')}。${calm > 0 ? `本机另外 ${print.count(calm)} 个端口几乎没有计数。` : ''}${why === 'loss' ? 'RoCE 会退回到丢失的包，把其后的一切重发：少量丢包就会使线速变成十分之一。计数器从驱动加载起累计：要看的是运行期间的增长。' : '标记（ECN、CNP）和暂停是网络卸载负荷的方式；只有很多时才有代价。'}`,
    actions: () => [
      '运行前后各读一次计数器；交换机端口也一样（丢弃、暂停帧）',
      '端到端的 PFC 或 ECN：mlnx_qos -i INTERFACE、cma_roce_tos、与交换机一致的 NCCL_IB_TC',
      '在一个 leaf 交换机内运行：如果不再丢包，问题在 spine',
    ],
    verify: () => '运行 all_reduce_perf -b 1G -e 8G -f 2 期间计数器不变',
  },
  'single-qp-bond': {
    title: ({ device, rate, queuePairs, host }, print) =>
      `${on(host)}${device} 是${rate === undefined ? '' : ` ${print.bits(rate)} 的 `}bond，而每个连接只有 ${print.count(queuePairs)} 个队列对`,
    detail: () => '网络把一个队列对的所有包送往 bond 的同一个端口：单个连接只用到一半，用哪一半靠运气。',
    actions: () => [
      'NCCL_IB_QPS_PER_CONNECTION=4（或 2），并测量',
      '网络允许时更好的做法：两块网卡，不做 bond',
    ],
    verify: () =>
      '用 NCCL_ALGO=RING 在两个节点上运行 all_reduce_perf -b 1G -e 8G -f 2，分别用 1 个和 4 个队列对',
  },
  'mtu-mismatch': {
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
  },
  'routing-collision': {
    title: ({ from, to, measured, usual }, print) =>
      `${from} 与 ${to} 之间只有 ${print.rate(measured)}，与其他节点都是 ${print.rate(usual)}`,
    cause: ({ from, to }) => `${from} 与 ${to} 之间的路由慢`,
    detail: ({ pairs, others }, print) =>
      `两个节点与其他伙伴都正常，所以不是它们的问题：它们的路由与别人共用网络中的一条链路，或那条链路有故障。共测量 ${print.count(pairs)} 对${others > 0 ? `，另有 ${print.count(others)} 对同样偏低` : ''}。`,
    actions: ({ from, to }) => [
      `单独重测 ${from} 与 ${to}，网络上没有别的流量：如果变快，就是路由冲突`,
      '打开自适应路由（NCCL_IB_ADAPTIVE_ROUTING=1、交换机），换队列对数（NCCL_IB_QPS_PER_CONNECTION=4）；用 ibtracert 或 ECMP 哈希查看这一对',
    ],
    verify: ({ usual }, print) => `这一对达到 ${print.rate(usual)}`,
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : `${host} 上 `)
const shown = (value: string): string => (value === '-' ? '未加载' : value)
const portName = ({ host, device }: { readonly host?: string; readonly device: string }): string =>
  host === undefined ? device : `${host} ${device}`

function listed(names: readonly string[], print: Print): string {
  return names.length > 3
    ? `${names.slice(0, 3).join('，')} 和另外 ${print.count(names.length - 3)} 个`
    : names.join('，')
}

const DEGRADED = {
  'no-subnet-manager': '没有子网管理器',
  down: '已断开',
  slow: '速率低于同伴',
  hot: '过热',
  errors: '链路上有错误',
} as const

const TRAIT: Readonly<Record<Trait, string>> = {
  driver: 'GPU 驱动',
  cuda: 'CUDA 版本',
  kernel: '内核',
  os: '操作系统',
  ofed: 'OFED',
  rocm: 'ROCm 版本',
  nccl: 'NCCL 版本',
  firmware: '网卡固件',
  'peer-memory-module': 'GPUDirect RDMA 模块',
  gpus: 'GPU 数量',
  'gpu-model': 'GPU 型号',
  'active-ports': '活动网卡端口数',
  'numa-nodes': 'NUMA 节点数',
  'cpu-model': 'CPU 型号',
  iommu: 'IOMMU 模式',
  'power-limit': 'GPU 功率上限（W）',
  'shared-memory': '/dev/shm 大小（GiB）',
}
