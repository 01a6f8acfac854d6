/** English: numa-nps. */
import type { NumaNpsValues } from '../../../rules/machine/numa-nps.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, plural } from '../phrases/host.ts'

export const numaNps: RuleText<NumaNpsValues> = {
  name: 'one NUMA node a socket where GPUs talk through host memory',
  about:
    'Info, a warning with a low measurement: an AMD EPYC in NPS1 whose GPUs use shared memory or have no peer-to-peer.',

  title: ({ cpu, numaNodes, sockets, host }, print) =>
    `${cpu}${on(host)} has ${print.count(numaNodes)} NUMA ${plural(numaNodes, 'node')} on ${print.count(sockets)} ${plural(sockets, 'socket')} (NPS1), and GPUs talk through host memory`,
  detail: ({ sharedMemory }) =>
    `${sharedMemory ? 'The log shows connections through shared memory.' : 'These GPUs have no peer-to-peer.'} With NPS1 the buffers are spread over the whole socket; with NPS4 they lie beside the GPU that uses them, which often is faster for such copies.`,
  actions: () => ['BIOS: NUMA nodes per socket NPS4 (or NPS2), on one host first, and measure'],
  verify: () => 'lscpu | grep NUMA shows four nodes a socket; the same test before and after',
  explained: {
    knownBy: 'lscpu: NUMA nodes and sockets; the log’s connections through shared memory.',
    costs: 'A part of the rate of copies through host memory.',
    todo: 'NPS4 in the BIOS, on one host first.',
    verify: 'The same test before and after.',
  },
}
