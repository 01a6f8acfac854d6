/** 中文：`ringscope topo`。 */
import type { TopoTexts } from '../topo.ts'

export const topo: TopoTexts = {
  labels: {
    nic: '网卡',
    nearest: '最近的 GPU',
    path: '路径',
    rate: '可用',
    equal: '正常项',
    unequal: '注意',
    paths: '之间',
    pairs: '对数',
  },
  between: { 'gpu-gpu': 'GPU 到 GPU', 'gpu-nic': 'GPU 到网卡' },
  head: ({ first, more }) => `${first}${more > 0 ? `，另有 ${more} 项` : ''}。`,
  legend: 'NV12：12 条 NVLink。PIX、PXB：只经 PCIe 交换机。PHB、NODE：经过 CPU。SYS：跨 CPU 插槽。',
  links: ({ gpus, links }) => `${gpus} 块 GPU 都有 ${links} 条 NVLink`,
  fewerLinks: ({ gpu, links, others }) => `${gpu} 有 ${links} 条 NVLink，其他有 ${others} 条`,
  nicsNear: ({ nics, paths }) => `${nics} 块网卡都不经 CPU 就能到达 GPU（${paths.join('、')}）`,
  moreNics: ({ nics }) => `另有 ${nics} 块网卡，用 --verbose 显示`,
  nicFar: ({ nic, path }) => `${nic} 只能经 CPU 到达 GPU（${path}）：没有 GPUDirect RDMA，约三分之二的速率`,
  gpuWithoutNic: ({ gpus }) => `${gpus.join('、')} 的 PCIe 交换机下没有网卡`,
  meshOnly: ({ gpu, reached, of }) => `每块 GPU（如 ${gpu}）只经 NVLink 直连其余 ${of} 块中的 ${reached} 块`,
  noMatrix: '输入中没有拓扑：既没有 nvidia-smi topo -m，也没有 NCCL 的拓扑文件',
  wide: ({ columns }, print) => `${print.count(columns)} 列的矩阵用 --verbose 显示`,
  graph: {
    labels: {
      links: '相隔链路数',
      switch: '交换机',
      linkedTo: '连接到',
      diameter: '最长路径',
      mean: '平均路径',
      ports: '每个 rank',
      halves: '两半之间',
      supposed: '假定',
      next: '下一步',
    },
    legend: '从 rank 到 rank 的最短路径上有多少条链路。',
    diameter: ({ hops, seconds, from, to }, print) =>
      `${print.count(hops)} 条链路，${print.duration(seconds)}：${from} 到 ${to}`,
    mean: ({ hops, from }, print) =>
      from === undefined
        ? `${print.number(hops)} 条链路，对所有 rank 对`
        : `从 ${from} 起 ${print.number(hops)} 条链路；rank 对太多，没有逐一查看`,
    ports: ({ least, most, bandwidth }, print) =>
      least === most
        ? `经 ${print.count(most)} 条链路发送，同时 ${print.rate(bandwidth)}`
        : `经 ${print.count(least)} 到 ${print.count(most)} 条链路发送，同时至少 ${print.rate(bandwidth)}`,
    halves: ({ bandwidth, links, inside }, print) =>
      `找到的最窄处单向 ${print.rate(bandwidth)}（${print.count(links)} 条链路）：${inside} 与其余`,
    noHalves: '链路太多，没有计算',
    supposed: ({ what }) =>
      what.length === 2
        ? '链路的带宽和延迟：--bandwidth、--latency'
        : what[0] === 'bandwidth'
          ? '链路的带宽：--bandwidth'
          : '链路的延迟：--latency',
  },
}
