/** English: numa-nps. */

import type { NumaNpsValues } from '../../../rules/machine/numa-nps.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted } from '../phrases/words.ts'

export const numaNps: RuleText<NumaNpsValues> = {
  name: 'one NUMA node per socket while GPUs exchange data through host memory',
  about:
    'Info, or a warning if a measurement is low: an AMD EPYC in NPS1 mode whose GPUs use shared memory or have no peer-to-peer.',

  title: ({ cpu, numaNodes, sockets, host }, print) =>
    `${cpu}${on(host)} has ${counted(numaNodes, print, 'NUMA node')} on ${counted(sockets, print, 'socket')} (NPS1), and GPUs exchange data through host memory`,
  detail: ({ sharedMemory }) =>
    `${sharedMemory ? 'The log shows connections through shared memory.' : 'These GPUs have no peer-to-peer.'} With NPS1 the buffers are spread over the whole socket; with NPS4 they are close to the GPU that uses them, which is often faster for such copies.`,
  actions: () => ['Set NUMA nodes per socket to NPS4 (or NPS2) in the BIOS, on one host first, and measure'],
  verify: () => 'lscpu | grep NUMA shows four nodes per socket; compare the same test before and after',
  explained: {
    knownBy: 'NUMA nodes and sockets from lscpu, and connections through shared memory in the log.',
    costs: 'Part of the bandwidth of copies through host memory.',
    todo: 'Set NPS4 in the BIOS, on one host first.',
    verify: 'Compare the same test before and after.',
  },
}
