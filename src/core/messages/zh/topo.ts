/** 中文：`ringscope topo`。 */
import type { TopoTexts } from '../topo.ts'
import { list } from './phrases/words.ts'

export const topo: TopoTexts = {
  labels: {
    nic: '网卡',
    nearest: '最近的 GPU',
    path: '路径',
    rate: '可用',
    equal: '正常项',
    unequal: '注意',
    paths: '两端',
    pairs: '对数',
  },
  between: { 'gpu-gpu': 'GPU 到 GPU', 'gpu-nic': 'GPU 到网卡' },
  head: ({ first, more }) => `${first}${more > 0 ? `，另有 ${more} 项` : ''}。`,
  legend: 'NV12：12 条 NVLink。PIX、PXB：只经过 PCIe 交换机。PHB、NODE：经过 CPU。SYS：跨 CPU 插槽。',
  links: ({ gpus, links }) => `${gpus} 块 GPU 各有 ${links} 条 NVLink`,
  fewerLinks: ({ gpu, links, others }) => `${gpu} 有 ${links} 条 NVLink，其他 GPU 有 ${others} 条`,
  nicsNear: ({ nics, paths }) => `${nics} 块网卡都不经过 CPU 就能到达某块 GPU（${list(paths)}）`,
  moreNics: ({ nics }) => `另有 ${nics} 块网卡，加 --verbose 显示`,
  nicFar: ({ nic, path }) =>
    `${nic} 到每块 GPU 都要经过 CPU（${path}）：不能用 GPUDirect RDMA，速率约为三分之二`,
  gpuWithoutNic: ({ gpus }) => `${list(gpus)} 的 PCIe 交换机下没有网卡`,
  meshOnly: ({ gpu, reached, of }) =>
    `每块 GPU（如 ${gpu}）经 NVLink 只与其余 ${of} 块中的 ${reached} 块直连`,
  noMatrix: '输入中没有找到拓扑：应为 nvidia-smi topo -m 的输出，或 NCCL 的拓扑文件',
  wide: ({ columns }, print) => `矩阵有 ${print.count(columns)} 列，加 --verbose 显示`,
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
    legend: 'rank 之间最短路径上的链路数。',
    diameter: ({ hops, seconds, from, to }, print) =>
      `${print.count(hops)} 条链路，${print.duration(seconds)}：${from} 到 ${to}`,
    mean: ({ hops, from }, print) =>
      from === undefined
        ? `${print.number(hops)} 条链路，取所有 rank 对的平均`
        : `从 ${from} 出发 ${print.number(hops)} 条链路；rank 对太多，没有全部计算`,
    ports: ({ least, most, bandwidth }, print) =>
      least === most
        ? `经 ${print.count(most)} 条链路发送，合计 ${print.rate(bandwidth)}`
        : `经 ${print.count(least)} 到 ${print.count(most)} 条链路发送，合计至少 ${print.rate(bandwidth)}`,
    halves: ({ bandwidth, links, inside }, print) =>
      `找到的最窄的割单向 ${print.rate(bandwidth)}（${print.count(links)} 条链路）：${inside} 与其余部分之间`,
    noHalves: '链路太多，没有计算',
    supposed: ({ what }) =>
      what.length === 2
        ? '链路的带宽和延迟：--bandwidth、--latency'
        : what[0] === 'bandwidth'
          ? '链路的带宽：--bandwidth'
          : '链路的延迟：--latency',
  },
}
