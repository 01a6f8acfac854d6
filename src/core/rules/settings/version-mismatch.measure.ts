/** The version of NCCL and of the CUDA driver on each host, by what most of its ranks say. */

import { hostOf } from '../../analysis/communicators.ts'
import { computed, evidenceOf } from '../../analysis/facts.ts'
import type { Logged } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'

export interface VersionOfHost {
  readonly host: string
  readonly of: 'library' | 'driver'
  readonly version: string
  readonly place: Place
}

export const versionsByHost = computed((facts): readonly VersionOfHost[] => {
  const found = new Map<string, VersionOfHost & { times: number }>()
  for (const log of evidenceOf(facts, 'nccl-log')) {
    const add = (of: VersionOfHost['of'], statements: readonly Logged<string | number>[]): void => {
      for (const { value, by, place } of statements) {
        const counts = new Map<string, number>()
        for (const speaker of by) {
          const host = hostOf(log, speaker)
          if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1)
        }
        for (const [host, times] of counts) {
          const known = found.get(`${of} ${host}`)
          if (!known || known.times < times)
            found.set(`${of} ${host}`, { host, of, version: `${value}`, place, times })
        }
      }
    }
    // "2.21.5+cuda12.4": the CUDA that it was built with does not matter.
    add(
      'library',
      log.versions.map((version) => ({ ...version, value: version.value.replace(/\+.*$/, '') })),
    )
    add('driver', log.drivers)
  }
  return [...found.values()].map(({ times: _, ...version }) => version)
})
