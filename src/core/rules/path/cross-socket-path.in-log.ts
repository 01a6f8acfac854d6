/**
 * GPUs that reach each other without the link between the CPU sockets, by the paths in NCCL's log: "GPU/4e000 : …
 * (4/24.0/PHB) … (5/10.0/SYS)". Nothing is said of GPUs that NVLink joins.
 */

import { hostOf } from '../../analysis/communicators.ts'
import { computed, evidenceOf } from '../../analysis/facts.ts'
import type { LogRoute } from '../../evidence/nccl-log-topology.ts'
import type { Place } from '../../evidence/place.ts'

export interface LogSocketGroups {
  readonly host: string | undefined
  /** Of one GPU: those on its side, and those on the other. */
  readonly groups: readonly (readonly string[])[]
  /** GB/s, as NCCL's model takes it. */
  readonly bandwidth: number
  readonly place: Place
}

export const logSocketGroups = computed((facts): readonly LogSocketGroups[] =>
  evidenceOf(facts, 'nccl-log').flatMap((log) => {
    const seen = new Set<string | undefined>()
    return log.routes.flatMap(({ value, by, place }) => {
      const gpus = value.filter(({ from, to }) => from.startsWith('GPU/') && to.startsWith('GPU/'))
      const far = gpus.filter(({ type }) => type === 'SYS')
      const near = gpus.filter(({ type }) => type !== 'SYS')
      const host = hostOf(log, by[0] ?? 0)
      const [first] = far
      if (!first || near.length === 0 || seen.has(host) || gpus.some(({ type }) => type === 'NVL')) return []
      seen.add(host)
      return [{ host, groups: [near.map(name), far.map(name)], bandwidth: first.bandwidth, place }]
    })
  }),
)

const name = ({ to }: LogRoute): string => to.slice('GPU/'.length)
