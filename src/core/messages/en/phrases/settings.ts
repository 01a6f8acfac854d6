/** English: words that several findings about the settings share. */

import type { Print } from '../../../base/print.ts'
import type { SettingEffect } from '../../../knowledge/setting-effect.ts'
import type { SettingSource } from '../../../rules/settings/setting-source.ts'
import { counted } from './words.ts'

/** " (gpu-07)", " (3 hosts)", or nothing. */
export function where(
  { host, from, hosts = 1 }: SettingSource & { readonly hosts?: number },
  print: Print,
): string {
  const place = hosts > 1 ? ` (${counted(hosts, print, 'host')})` : host === undefined ? '' : ` (${host})`
  return `${place}${from === 'file' ? ' (nccl.conf)' : ''}`
}

export const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: 'disables the Simple protocol',
    detail:
      'LL sends a flag with each data word, so half of the link carries flags. It is meant for small messages.',
  },
  'll128-only': {
    title: 'allows only LL128',
    detail:
      'LL128 sends a flag with each 120 bytes and needs links that keep 128 bytes together; otherwise data is corrupted.',
  },
  'one-algorithm': {
    title: 'forces one algorithm',
    detail:
      'Rings are fastest for large messages, trees for small ones, and NVLS where the switch can do the reduction. One algorithm for all sizes is slow at some of them, and calls that it does not support fail.',
  },
  'few-channels': {
    title: 'limits NCCL to a few channels',
    detail:
      'Each channel is one thread block on the GPU and one ring; a few of them cannot saturate the links of a GPU.',
  },
  'many-channels': {
    title: 'forces a minimum number of channels',
    detail:
      'NCCL chooses the number from the topology. A minimum moves the point where it changes algorithms, takes multiprocessors from the computation, and splits small messages into smaller ones.',
  },
  'few-threads': {
    title: 'gives each channel few threads',
    detail: 'Each channel needs several hundred threads to move data at the rate of a link.',
  },
  'gdr-off': {
    title: 'turns GPUDirect RDMA off',
    detail: 'All network data goes through host memory, and the NIC and the GPU share the path to it.',
  },
  'p2p-off': {
    title: 'turns peer-to-peer between GPUs off',
    detail: 'All data between the GPUs of a host goes through host memory, and NVLink is not used.',
  },
  'p2p-far': {
    title: 'allows peer-to-peer across the CPU',
    detail:
      'Direct transfers through the host bridge or between sockets are often slower than copies through host memory.',
  },
  'shm-off': {
    title: 'turns shared memory off',
    detail: 'GPUs of one host that have no peer-to-peer then communicate over the network.',
  },
  'rdma-off': {
    title: 'forces TCP sockets',
    detail:
      'RDMA is not used even if the NICs support it. TCP costs CPU time and reaches only part of the bandwidth.',
  },
  'nvls-off': {
    title: 'turns NVLink SHARP off',
    detail:
      'On NVSwitch machines since Hopper, the switch does the reduction. Without it, all_reduce drops from about 480 to 370 GB/s (eight H100).',
  },
  'split-data': {
    title: 'splits each message over all queue pairs',
    detail:
      'Each queue pair then carries small pieces. This can help if the fabric hashes flows to links, but costs throughput where latency matters.',
  },
  'pxn-off': {
    title: 'turns PXN off',
    detail:
      'Data for other rails then crosses PCIe or the spine instead of NVLink and the NIC of another GPU. all_to_all suffers most.',
  },
  'cross-nic': {
    title: 'lets rings cross rails',
    detail: 'On a fabric with one leaf switch per rail, this sends traffic over the spine.',
  },
  verbose: {
    title: 'logs every call',
    detail: 'Writing the log takes longer than a small collective.',
  },
  checks: {
    title: 'checks every pointer',
    detail: 'Each call asks the driver about its buffers, which adds latency.',
  },
  'launch-blocking': {
    title: 'waits for every kernel',
    detail: 'Nothing overlaps: each launch waits until its kernel is done. This is meant for debugging.',
  },
  'relaxed-ordering-off': {
    title: 'turns PCIe relaxed ordering off',
    detail: 'On AMD CPUs and in virtual machines, strict write ordering then limits each NIC.',
  },
  'dmabuf-off': {
    title: 'turns DMA-BUF off',
    detail: 'GPUDirect RDMA then needs the nvidia-peermem module.',
  },
  'small-chunks': {
    title: 'cuts network transfers into small pieces',
    detail: 'Each piece costs the NIC one work request.',
  },
}
