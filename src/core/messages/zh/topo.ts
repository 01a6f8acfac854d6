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
}
