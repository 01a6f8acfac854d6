/** Which CPUs serve the completion vectors of each NIC: all of them on one, or on a socket that the NIC is not on. */

import { computed } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import type { Place } from '../../evidence/place.ts'

export interface NicInterrupts {
  readonly host: HostView
  /** "mlx5 0000:18:00.0", "eth0" */
  readonly nic: string
  readonly vectors: number
  /** The CPU that serves most, and its share of all. */
  readonly cpu: number
  readonly share: number
  /** Share of interrupts served outside of the NIC's own NUMA node; undefined when that is not known. */
  readonly far?: number
  readonly numaNode?: number
  readonly irqbalance?: boolean
  readonly place: Place
}

/** Fewer interrupts say nothing of where they go. */
const FEWEST_INTERRUPTS = threshold(
  'irq-affinity.interrupts',
  100_000,
  'count',
  'our choice: fewer say nothing of where they go under load',
)
const FEWEST_VECTORS = threshold(
  'irq-affinity.vectors',
  4,
  'count',
  'our choice: a NIC with fewer queues was set up for few CPUs',
)

export const nicInterrupts = computed((facts): readonly NicInterrupts[] =>
  hosts(facts).flatMap((host) => {
    const balance = factsOf(host, 'service').find(({ name }) => name === 'irqbalance')
    const vectors = factsOf(host, 'interrupt').filter(({ name }) => !/async|cmd|pages|health/i.test(name))
    return [...groupBy(vectors, ({ name }) => nicOf(name))].flatMap(([nic, interrupts]): NicInterrupts[] => {
      const perCpu = new Map<number, number>()
      for (const { counts } of interrupts)
        for (const [cpu, count] of counts) perCpu.set(cpu, (perCpu.get(cpu) ?? 0) + count)
      const total = [...perCpu.values()].reduce((sum, count) => sum + count, 0)
      const [most] = [...perCpu].sort(([, a], [, b]) => b - a)
      const [first] = interrupts
      if (!first || !most || interrupts.length < FEWEST_VECTORS.value || total < FEWEST_INTERRUPTS.value)
        return []
      const node = numaNodeOf(host, nic)
      const local =
        node === undefined ? undefined : factsOf(host, 'numa-node').find((other) => other.node === node)
      const near =
        local && [...perCpu].reduce((sum, [cpu, count]) => sum + (local.cpus.includes(cpu) ? count : 0), 0)
      return [
        {
          host,
          nic,
          vectors: interrupts.length,
          cpu: most[0],
          share: most[1] / total,
          ...(near === undefined || node === undefined ? {} : { far: 1 - near / total, numaNode: node }),
          ...(balance === undefined ? {} : { irqbalance: balance.running }),
          place: first.place,
        },
      ]
    })
  }),
)

/** "mlx5_comp3@pci:0000:18:00.0" -> "0000:18:00.0"; "eth0-TxRx-3" -> "eth0" */
const nicOf = (name: string): string =>
  /@pci:([0-9a-f:.]+)$/i.exec(name)?.[1] ??
  name.replace(/[-_](?:Tx|Rx|TxRx|comp|rx|tx|q|queue)\w*(?:[-_]?\d+)?$|-\d+$/i, '')

const numaNodeOf = (host: HostView, nic: string): number | undefined =>
  factsOf(host, 'pcie-device').find(({ address }) => address === nic || address === nic.replace(/^0000:/, ''))
    ?.numaNode
