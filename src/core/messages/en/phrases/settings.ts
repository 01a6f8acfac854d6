/** English: words that several findings about the settings share. */

import type { Print } from '../../../base/print.ts'
import type { SettingEffect } from '../../../knowledge/setting-effect.ts'
import type { SettingSource } from '../../../rules/settings/setting-source.ts'

/** " (gpu-07)", " (3 hosts)"; nothing where it does not help. */
export function where(
  { host, from, hosts = 1 }: SettingSource & { readonly hosts?: number },
  print: Print,
): string {
  const place = hosts > 1 ? ` (${print.count(hosts)} hosts)` : host === undefined ? '' : ` (${host})`
  return `${place}${from === 'file' ? ' (nccl.conf)' : ''}`
}

export const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: 'forbids the Simple protocol',
    detail:
      'LL sends a flag with each word of data: half of the link is flags. It is made for small messages.',
  },
  'll128-only': {
    title: 'leaves only LL128',
    detail:
      'LL128 sends a flag with each 120 bytes, and needs links that keep 128 bytes together; where they do not, data is corrupted.',
  },
  'one-algorithm': {
    title: 'pins the algorithm',
    detail:
      'Rings win for large messages, trees for small ones, NVLS where there is a switch that adds: one for all sizes loses somewhere, and calls that it cannot do fail.',
  },
  'few-channels': {
    title: 'holds NCCL to a few channels',
    detail:
      'Each channel is one block of the GPU and one ring: a few of them cannot fill the links of a GPU.',
  },
  'many-channels': {
    title: 'forces a number of channels',
    detail:
      'NCCL picks the number by the topology; a minimum moves the border between algorithms, takes multiprocessors from the computation, and cuts small messages into smaller ones.',
  },
  'few-threads': {
    title: 'gives each channel few threads',
    detail: 'Each channel needs several hundred threads to move data at the rate of a link.',
  },
  'gdr-off': {
    title: 'turns GPUDirect RDMA off',
    detail: 'All network data goes through host memory: the NIC and the GPU share the way to it.',
  },
  'p2p-off': {
    title: 'turns peer-to-peer between GPUs off',
    detail: 'All data between the GPUs of a host goes through host memory, NVLink lies idle.',
  },
  'p2p-far': {
    title: 'allows peer-to-peer across the CPU',
    detail:
      'Direct transfers through the host bridge or between the sockets are often slower than copies through host memory.',
  },
  'shm-off': {
    title: 'turns shared memory off',
    detail: 'GPUs of one host that have no peer-to-peer then talk over the network.',
  },
  'rdma-off': {
    title: 'forces TCP sockets',
    detail:
      'RDMA is not used even where the NICs have it; TCP costs CPU time and reaches a part of the rate.',
  },
  'nvls-off': {
    title: 'turns NVLink SHARP off',
    detail:
      'On NVSwitch machines since Hopper the switch adds; without it all_reduce falls from about 480 to 370 GB/s (eight H100).',
  },
  'split-data': {
    title: 'splits each message over all queue pairs',
    detail:
      'Each queue pair then carries small pieces. It can help on hashed links; where latency counts it costs throughput.',
  },
  'pxn-off': {
    title: 'turns PXN off',
    detail:
      'Data for other rails then crosses the PCIe or the spine instead of NVLink and the NIC of a neighbour; all_to_all suffers most.',
  },
  'cross-nic': {
    title: 'lets rings cross rails',
    detail: 'On a fabric with one leaf a rail this sends everything over the spine.',
  },
  verbose: {
    title: 'logs every call',
    detail: 'Writing the log costs more than a small collective.',
  },
  checks: {
    title: 'checks every pointer',
    detail: 'Each call asks the driver about its buffers: that costs latency.',
  },
  'launch-blocking': {
    title: 'waits for every kernel',
    detail:
      'Nothing overlaps: each launch waits until the kernel before it is done. It is meant for debugging.',
  },
  'relaxed-ordering-off': {
    title: 'turns PCIe relaxed ordering off',
    detail: 'On AMD CPUs and in virtual machines the order of writes then holds back each NIC.',
  },
  'dmabuf-off': {
    title: 'turns DMA-BUF off',
    detail: 'GPUDirect RDMA then needs the module nvidia-peermem.',
  },
  'small-chunks': {
    title: 'cuts network transfers into small pieces',
    detail: 'Each piece costs the NIC a request.',
  },
}
