/** 中文：knowledge/messages/rccl.ts 各行的含义。 */
import type { rccl as rows } from '../../../knowledge/messages/rccl.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const rccl: Meanings<(typeof rows)[number][0]> = {
  'hip-oom': '显存不足，放不下 RCCL 的缓冲区',
  'rccl-iommu-pt': '内核启动时没有 iommu=pt，AMD 机器上的 P2P 会变慢或挂起',
  'rccl-amd-iommu': '内核启动时没有这个 RCCL 要求的 amd_iommu=on',
  'rccl-finegrain': '没有设置 HSA_FORCE_FINE_GRAIN_PCIE=1，而 AMD GPU 之间经 PCIe 做 P2P 需要它',
  'rccl-numa-bal': '自动 NUMA 平衡处于打开状态：内核在节点之间迁移内存，带宽会波动',
  'rccl-xgmi': '有 XGMI 链路通向拓扑中不存在的 GPU',
  'rccl-dmabuf': '这里不能用 DMA-BUF，改用其他方式访问 显存',
  'rccl-gdr-none': '网卡不能直接访问 显存：主机之间的流量要经过主机内存',
  'rccl-min-channels': 'NCCL_MIN_NCHANNELS 不适合这里的 GPU 数或通道数，已被忽略',
  'rccl-msccl-sched': '找不到或无法读取 MSCCL 的算法文件',
  'rccl-mscclpp': '要求使用 MSCCL++，但这里不能用',
  'rocm-memfault': '这块 AMD GPU 上有 kernel 访问了不该访问的内存',
  'rocm-hwexception': '这块 AMD GPU 挂起、出错或被重置',
  'rocm-hsa-resources': 'ROCm 运行时的某种资源用尽：显存、队列或共享内存',
}
