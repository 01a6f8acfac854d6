/** Chinese: findings about how the machine is built or what it has lost. */
import type { FindingTexts } from '../findings.ts'
import { testProgram } from '../nccl-tests.ts'

type MachineFindings = Pick<
  FindingTexts,
  'nic-far' | 'cross-socket-path' | 'gpu-asymmetry' | 'p2p-unavailable'
>

export const machineFindings: MachineFindings = {
  'nic-far': {
    title: ({ gpus, host }, print) =>
      `${host === undefined ? '' : `${host} 上 `}${gpus.length === 1 ? `${gpus[0]?.gpu} ` : `有 ${print.count(gpus.length)} 块 GPU `}只能经过 CPU 到达最近的网卡`,
    detail: ({ gpus, near, nodes }, print) =>
      `${gpus.map(({ gpu, nic, path }) => `${gpu} 到 ${nic}：${path}`).join('，')}；${near === 0 ? '没有 GPU' : `其余 ${print.count(near)} 块`}与网卡在同一 PCIe 交换机下（PIX、PXB）。经过 CPU 时，200 Gb/s 的网卡在 24 GB/s 中约只剩 16，来自另一个插槽时只有 8 到 9 GB/s。${nodes > 1 ? '' : '在单个节点内，网卡不参与通信。'}`,
    actions: () => [
      'nvidia-smi topo -m 的 NIC 图例：这些 GPU 旁边是否少了本该有的网卡（lspci | grep -i mellanox）？',
      '每个 PCIe 交换机一块网卡：把卡移到 GPU 所在交换机下的插槽',
      'NCCL_DEBUG=INFO ... 2>&1 | grep GDRDMA：这样的路径上 NCCL 可能不用 GPUDirect',
    ],
    verify: () => 'nvidia-smi topo -m 中每块 GPU 与某块网卡之间为 PIX 或 PXB',
  },
  'cross-socket-path': {
    title: ({ groups, host }, print) =>
      `${host === undefined ? '' : `${host}：`}GPU 分布在 ${print.count(groups.length)} 个 CPU 插槽上，之间没有 NVLink：每个环都要穿过 CPU`,
    detail: ({ groups, socket }, print) =>
      `分组：${groups.map((its) => its.join(' ')).join(' | ')}。${socket === undefined ? '' : `插槽之间的连接单方向约为 ${print.rate(socket)}。`}机器就是这样搭的，不是故障；只用一组 GPU 的作业不受影响。`,
    // 日志用总线地址称呼 GPU，该变量不接受。
    actions: ({ groups: [first = []] }) =>
      /^GPU\d/.test(first[0] ?? '')
        ? [`小作业：放在同一组内，例如 CUDA_VISIBLE_DEVICES=${indices(first)}`]
        : [],
  },
  'gpu-asymmetry': {
    title: ({ gpus, links, of, siblings, host, link }, print) =>
      `${host === undefined ? '' : `${host} 上 `}${gpus.join(' 和 ')} 有 ${print.count(links)} 条 ${link}，${print.count(siblings)} 块同类 GPU 有 ${print.count(of)} 条`,
    cause: ({ gpus, links, of, link }, print) =>
      `${gpus.join(' 和 ')} 的 ${print.count(of)} 条 ${link} 丢了 ${print.count(of - links)} 条`,
    detail: ({ gpus, reached, source }, print) =>
      [
        `${COUNTED[source]} 给出每块 GPU 的链路数；${gpus.join(' 和 ')} 与众不同。每个环都经过每块 GPU，因此全体都按链路最少的那块的速度运行。`,
        ...(reached === undefined
          ? []
          : reached.accountsFor
            ? [
                `按这些链路，${reached.collective} 预期 ${print.rate(reached.asFound)}，而不是 ${print.rate(reached.expected)}；实测为 ${print.rate(reached.measured)}：原因就在这里。`,
              ]
            : [
                `按这些链路，${reached.collective} 预期 ${print.rate(reached.asFound)}；实测为 ${print.rate(reached.measured)}：丢失的链路解释不了这个值。`,
              ]),
      ].join(''),
    actions: ({ indices, host, link }) => [
      ...(link === 'NVLink'
        ? [
            ...indices.map((index) => `nvidia-smi nvlink -s -i ${index}：哪些链路是 inactive？`),
            `dmesg | grep -i -E 'nvlink|xid'：Xid 74 是 NVLink 错误`,
          ]
        : ['rocm-smi --showtopo；rocm-smi --showxgmierr', 'dmesg | grep -i xgmi']),
      `重置 GPU${link === 'NVLink' ? `（nvidia-smi --gpu-reset -i ${indices.join(',')}）` : ''}或重启主机；仍未恢复：把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）并报修`,
    ],
    verify: ({ reached, of, link }, print) =>
      reached === undefined
        ? `${link === 'NVLink' ? 'nvidia-smi nvlink -s' : 'rocm-smi --showtopo'} 显示每块 GPU 有 ${print.count(of)} 条活动链路`
        : `${testProgram(reached.collective)} -b 1G -e 8G -f 2 -g ${reached.ranks / reached.nodes} 应至少达到 ${print.rate(reached.low)}`,
  },
  'p2p-unavailable': {
    title: ({ gpu, host }) =>
      `${gpu}${host === undefined ? '' : `（${host}）`}：驱动不允许这些 GPU 之间 P2P，NCCL 经主机内存拷贝`,
    detail: ({ gpus }, print) =>
      `这是该型号的产品限制，不是这里的 ${print.count(gpus)} 块 GPU 的故障。每次传输要经过 PCIe 两次；同一交换机下的两块 GPU 双向共用上行链路，可能比相距远的两块还慢。`,
    actions: () => [
      'nvidia-smi topo -p2p r 中每一对显示 CNS 或 NS',
      '用两块 GPU 的作业：也试试不同交换机下的一对（nvidia-smi topo -m 中为 SYS），取较快的',
    ],
  },
}

/** "GPU0", "GPU1" -> "0,1" */
const indices = (gpus: readonly string[]): string => gpus.map((name) => name.replace(/\D/g, '')).join(',')

const COUNTED = {
  'topo-m': 'topo -m',
  'topology-xml': '拓扑文件',
  'rocm-smi': 'rocm-smi --showtopo',
} as const
