/** Chinese: words that several findings about the settings share. */

import type { Print } from '../../../base/print.ts'
import type { SettingEffect } from '../../../knowledge/setting-effect.ts'
import type { SettingSource } from '../../../rules/settings/setting-source.ts'

/** "gpu-07 上 "；没有帮助时为空。 */
export function where(
  { host, from, hosts = 1 }: SettingSource & { readonly hosts?: number },
  print: Print,
): string {
  const place = hosts > 1 ? `${print.count(hosts)} 台主机上 ` : host === undefined ? '' : `${host} 上 `
  return `${place}${from === 'file' ? 'nccl.conf 中的 ' : ''}`
}

export const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: '禁用了 Simple 协议',
    detail: 'LL 给每个字的数据都带上标志：链路的一半是标志。它是为小消息设计的。',
  },
  'll128-only': {
    title: '只留下 LL128',
    detail: 'LL128 每 120 字节带一个标志，并要求链路保持 128 字节的完整；做不到的地方数据会损坏。',
  },
  'one-algorithm': {
    title: '固定了算法',
    detail:
      '大消息适合环，小消息适合树，有能求和的交换机时适合 NVLS：所有大小用同一个总会在某处吃亏，它做不了的调用会失败。',
  },
  'few-channels': {
    title: '把 NCCL 限制在少数通道',
    detail: '每个通道是 GPU 的一个块和一个环：几个通道填不满 GPU 的链路。',
  },
  'many-channels': {
    title: '强制了通道数',
    detail: 'NCCL 按拓扑选择通道数；下限会移动算法之间的边界，占用计算的多处理器，并把小消息切得更小。',
  },
  'few-threads': {
    title: '给每个通道的线程太少',
    detail: '每个通道需要几百个线程才能以链路的速率搬运数据。',
  },
  'gdr-off': {
    title: '关闭了 GPUDirect RDMA',
    detail: '所有网络数据都经过主机内存：网卡和 GPU 共用通往它的路。',
  },
  'p2p-off': {
    title: '关闭了 GPU 之间的 P2P',
    detail: '同一主机上 GPU 之间的所有数据都经过主机内存，NVLink 闲置。',
  },
  'p2p-far': {
    title: '允许跨 CPU 的 P2P',
    detail: '经过主机桥或插槽之间的直接传输，常常比经主机内存拷贝还慢。',
  },
  'shm-off': {
    title: '关闭了共享内存',
    detail: '同一主机上没有 P2P 的 GPU 于是要经过网络通信。',
  },
  'rdma-off': {
    title: '强制使用 TCP 套接字',
    detail: '即使网卡支持也不用 RDMA；TCP 消耗 CPU 时间，只达到速率的一部分。',
  },
  'nvls-off': {
    title: '关闭了 NVLink SHARP',
    detail:
      '自 Hopper 起的 NVSwitch 机器由交换机求和；没有它，all_reduce 从约 480 降到 370 GB/s（八块 H100）。',
  },
  'split-data': {
    title: '把每条消息拆到所有队列对上',
    detail: '每个队列对只带小块数据。在按哈希分流的链路上可能有用；在延迟要紧的地方会损失吞吐。',
  },
  'pxn-off': {
    title: '关闭了 PXN',
    detail: '去往其他轨的数据于是经过 PCIe 或 spine，而不是 NVLink 和邻居的网卡；all_to_all 受影响最大。',
  },
  'cross-nic': {
    title: '允许环跨轨',
    detail: '在每轨一个 leaf 的网络上，这会让所有数据经过 spine。',
  },
  verbose: { title: '记录每次调用', detail: '写日志的代价超过一次小的集合操作。' },
  checks: { title: '检查每个指针', detail: '每次调用都要向驱动查询缓冲区：增加延迟。' },
  'launch-blocking': {
    title: '等待每个 kernel',
    detail: '什么都不重叠：每次启动都要等前一个 kernel 完成。它是为调试准备的。',
  },
  'relaxed-ordering-off': {
    title: '关闭了 PCIe relaxed ordering',
    detail: '在 AMD CPU 和虚拟机中，写的顺序于是拖住每块网卡。',
  },
  'dmabuf-off': { title: '关闭了 DMA-BUF', detail: 'GPUDirect RDMA 于是需要 nvidia-peermem 模块。' },
  'small-chunks': { title: '把网络传输切成小块', detail: '每一块都要网卡处理一个请求。' },
}
