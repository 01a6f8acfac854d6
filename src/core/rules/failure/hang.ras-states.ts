/** Communicators that RAS does not find in order, query by query: who is behind, who does not answer. */

import { computed, evidenceOf } from '../../analysis/facts.ts'
import type { Place } from '../../evidence/place.ts'
import type { RasRank } from '../../evidence/ras-report.ts'

export interface RasState {
  readonly hash: string
  /** '' where all collectives are counted together. */
  readonly collective: string
  /** Of the ranks behind: operations that they have launched. */
  readonly launched: number
  readonly behind: readonly RasRank[]
  /** Ranks that have launched more. */
  readonly ahead: number
  readonly missing: readonly RasRank[]
  /** RAS has given up a process of the job. */
  readonly dead: boolean
  /** Equal where two queries show the same counts. */
  readonly counts: string
  readonly place: Place
}

export const rasStates = computed((facts): readonly RasState[] =>
  evidenceOf(facts, 'ras-report').flatMap(({ communicators, dead }) =>
    communicators.flatMap(({ hash, counts = [], missing, place }): RasState[] => {
      const most = Math.max(0, ...counts.map(({ launched }) => launched))
      const low = counts.filter(({ launched, collective }) =>
        counts.some((other) => other.collective === collective && other.launched > launched),
      )
      const [first] = low.toSorted((a, b) => a.launched - b.launched)
      if (!first && missing.length === 0) return []
      const same = counts.filter(({ collective }) => collective === first?.collective)
      return [
        {
          hash,
          collective: first?.collective ?? '',
          launched: first?.launched ?? most,
          behind: first?.members ?? [],
          ahead: same.reduce(
            (sum, count) => sum + (count.launched > (first?.launched ?? 0) ? count.ranks : 0),
            0,
          ),
          missing,
          dead: dead.length > 0,
          counts: counts
            .map(({ collective, launched, ranks }) => `${collective} ${launched} ${ranks}`)
            .join(),
          place: first?.place ?? place,
        },
      ]
    }),
  ),
)
