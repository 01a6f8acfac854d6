/**
 * Hosts of one job that differ: in counts, modules, drivers, firmware, modes. The strongest static sign
 * (docs/diagnosis.md, Comparing hosts and runs), but no proof: a warning where what differs can change the path of data, info
 * where only versions do, and where a listing that may be cut shows fewer.
 * Of two hosts both are named, since nothing says which one is right.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hostsCompared, type UnlikeTrait, unlikeTraits } from '../../analysis/host-traits.ts'
import { threshold } from '../../base/threshold.ts'
import type { Trait } from '../../evidence/host-trait.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** What can change the path or the pace of data. */
const LOUD: ReadonlySet<Trait> = new Set<Trait>([
  'peer-memory-module',
  'gpus',
  'gpu-model',
  'active-ports',
  'numa-nodes',
  'iommu',
  'power-limit',
  'driver',
  'nccl',
  'firmware',
])
/** So many that have the usual value make the others the odd ones. */
const MAJORITY = threshold(
  'host-asymmetry.majority',
  2 / 3,
  'share',
  'our choice: twice as many agree as differ, so that of three hosts one can be named',
)

export interface HostAsymmetryValues {
  /** The hosts that differ; of two hosts both, since nothing says which is right. */
  readonly hosts: readonly string[]
  readonly of: number
  readonly differs: readonly {
    readonly trait: Trait
    /** "MT4129": what the trait is of. */
    readonly about?: string
    readonly is: readonly string[]
    readonly usual: string
    /** By listings that may be cut. */
    readonly maybeCut: boolean
  }[]
}

export const hostAsymmetry = rule({
  id: 'host-asymmetry',
  needs: ['host-facts'],
  sources: ['nccl-tests #152', 'nccl #349'],
  check(facts): readonly Found<HostAsymmetryValues>[] {
    const byHosts = new Map<string, UnlikeTrait[]>()
    for (const unlike of unlikeTraits(facts)) {
      const odd = unlike.others.map(({ host }) => host)
      const all = [...unlike.usualHosts, ...odd]
      const hosts = unlike.usualHosts.length >= MAJORITY.value * all.length ? odd : all
      const key = JSON.stringify([...hosts].sort((a, b) => (a < b ? -1 : 1)))
      byHosts.set(key, [...(byHosts.get(key) ?? []), unlike])
    }
    return [...byHosts].map(([key, traits]) => {
      const hosts = JSON.parse(key) as readonly string[]
      const isLoud = traits.some(matters)
      const sorted = traits.toSorted((a, b) => Number(matters(b)) - Number(matters(a)))
      const of = Math.max(...traits.map(({ usualHosts, others }) => usualHosts.length + others.length))
      return {
        severity: isLoud ? 'warning' : 'info',
        confidence: isLoud && hosts.length < of ? 'likely' : 'possible',
        ...(hosts.length === 1 ? { subject: hosts[0] as string } : {}),
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: {
          hosts,
          of,
          differs: sorted.map(({ trait, about, usual, others, maybeCut }) => ({
            trait,
            ...(about === undefined ? {} : { about }),
            is: [...new Set(others.map(({ value }) => value))],
            usual,
            maybeCut,
          })),
        },
        evidence: sorted.flatMap(({ others }) => others.map(({ place }) => place)).slice(0, 4),
        // Where the module can be loaded is where the fault can be mended.
        ...(traits.some(({ trait }) => trait === 'peer-memory-module')
          ? { explains: ['gdr-asymmetric' as const, 'gdr-missing' as const] }
          : {}),
      }
    })
  },
  looked: (facts) => enoughIf(hostsCompared(facts)),
})

const matters = ({ trait, maybeCut }: UnlikeTrait): boolean => LOUD.has(trait) && !maybeCut
