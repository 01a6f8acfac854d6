/** Chinese: words that several findings about the settings share. */

import type { Print } from '../../../base/print.ts'
import type { SettingEffect } from '../../../knowledge/setting-effect.ts'
import type { SettingSource } from '../../../rules/settings/setting-source.ts'

/** "gpu-07："、"3 台主机："，或为空。 */
export function where(
  { host, from, hosts = 1 }: SettingSource & { readonly hosts?: number },
  print: Print,
): string {
  const place = hosts > 1 ? `${print.count(hosts)} 台主机：` : host === undefined ? '' : `${host}：`
  return `${place}${from === 'file' ? 'nccl.conf 中的 ' : ''}`
}

export const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: '禁用了 Simple 协议',
    detail: 'LL 的每个数据字都带一个标志，链路有一半带宽用来传标志。它是为小消息设计的。',
  },
  'll128-only': {
    title: '只允许 LL128',
    detail: 'LL128 每 120 字节带一个标志，要求链路保证 128 字节不被拆开；做不到时数据会损坏。',
  },
  'one-algorithm': {
    title: '强制只用一种算法',
    detail:
      '大消息用环最快，小消息用树最快，交换机能归约时用 NVLS。所有大小都用同一种算法，总有一些大小会慢；它不支持的调用则会失败。',
  },
  'few-channels': {
    title: '把 NCCL 限制在少数几个通道',
    detail: '每个通道是 GPU 上的一个线程块和一个环；只有几个通道，占不满 GPU 的链路。',
  },
  'many-channels': {
    title: '强制了通道数的下限',
    detail:
      'NCCL 按拓扑选择通道数。设了下限，会改变切换算法的大小，占用计算所需的多处理器，并把小消息切得更小。',
  },
  'few-threads': {
    title: '使每个通道的线程过少',
    detail: '每个通道需要几百个线程才能以链路的速率搬运数据。',
  },
  'gdr-off': {
    title: '关闭了 GPUDirect RDMA',
    detail: '所有网络数据都经过主机内存，网卡和 GPU 共用通往主机内存的路径。',
  },
  'p2p-off': {
    title: '关闭了 GPU 之间的 P2P',
    detail: '同一主机上 GPU 之间的所有数据都经过主机内存，不使用 NVLink。',
  },
  'p2p-far': {
    title: '允许跨 CPU 的 P2P',
    detail: '经过主机桥或跨插槽的直接传输，往往比经主机内存拷贝还慢。',
  },
  'shm-off': {
    title: '关闭了共享内存',
    detail: '这样，同一主机上不能用 P2P 的 GPU 只能经网络通信。',
  },
  'rdma-off': {
    title: '强制使用 TCP 套接字',
    detail: '即使网卡支持也不用 RDMA。TCP 消耗 CPU 时间，只能达到一部分带宽。',
  },
  'nvls-off': {
    title: '关闭了 NVLink SHARP',
    detail:
      '自 Hopper 起，NVSwitch 机器由交换机归约。关闭后，all_reduce 从约 480 降到 370 GB/s（八块 H100）。',
  },
  'split-data': {
    title: '把每条消息拆到所有队列对上',
    detail: '每个队列对只传小块数据。网络按哈希把流分到各链路时可能有用；延迟起作用时会损失吞吐。',
  },
  'pxn-off': {
    title: '关闭了 PXN',
    detail:
      '发往其他轨的数据要经过 PCIe 或 spine，而不是经过 NVLink 和另一块 GPU 的网卡。all_to_all 受影响最大。',
  },
  'cross-nic': {
    title: '允许环跨轨',
    detail: '在每条轨一个 leaf 交换机的网络上，这会使流量经过 spine。',
  },
  verbose: { title: '记录每次调用', detail: '写日志的用时比一次小数据量的集合操作还长。' },
  checks: { title: '检查每个指针', detail: '每次调用都要向驱动查询缓冲区，增加延迟。' },
  'launch-blocking': {
    title: '等待每个 kernel 完成',
    detail: '没有任何重叠：每次启动都要等该 kernel 完成。这是为调试准备的。',
  },
  'relaxed-ordering-off': {
    title: '关闭了 PCIe relaxed ordering',
    detail: '在 AMD CPU 上和虚拟机中，严格的写入顺序会限制每块网卡。',
  },
  'dmabuf-off': { title: '关闭了 DMA-BUF', detail: '这样，GPUDirect RDMA 需要 nvidia-peermem 模块。' },
  'small-chunks': { title: '把网络传输切成小块', detail: '每一小块都要网卡处理一个工作请求。' },
}
