/**
 * Several collectives of one machine side by side: all low together is the link they share; only all_reduce low is the
 * algorithm or NVLS; only all_to_all low is NICs or rails. Condition: docs/diagnosis.md, Reading a number.
 */

import type { Judged } from '../../analysis/judged.ts'
import { enoughIf } from '../looked.ts'
import { type Reached, reachedBy } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { type SideBySide, sideBySide } from './collectives-disagree.measure.ts'

export interface CollectivesDisagreeValues {
  readonly why: 'all-low' | 'only-all-reduce' | 'only-all-to-all'
  readonly low: readonly Reached[]
  readonly fine: readonly Reached[]
  readonly nodes: number
}

export const collectivesDisagree = rule({
  id: 'collectives-disagree',
  needs: ['benchmark'],
  sources: ['nccl-tests #212'],
  check: (facts): readonly Found<CollectivesDisagreeValues>[] =>
    sideBySide(facts).flatMap((compared) => {
      const why = patternOf(compared)
      if (!why) return []
      const { low, fine } = compared
      return [
        {
          severity: 'warning',
          confidence: 'likely',
          values: {
            why,
            low: low.map(reachedBy),
            fine: fine.map(reachedBy),
            nodes: low[0]?.expectation.nodes ?? 1,
          },
          evidence: low.map(({ point }) => point.place),
          explains: ['bandwidth-below-expected'],
          concerns: low.map(({ series }) => series.label),
        },
      ]
    }),
  looked: (facts) => enoughIf(sideBySide(facts).length > 0),
})

function patternOf({ low, fine }: SideBySide): 'all-low' | 'only-all-reduce' | 'only-all-to-all' | undefined {
  if (low.length > 1 && fine.length === 0) return 'all-low'
  if (low.length !== 1 || fine.length === 0) return undefined
  const [only] = low.map(({ series }: Judged) => series.collective)
  return only === 'all_reduce' ? 'only-all-reduce' : only === 'all_to_all' ? 'only-all-to-all' : undefined
}
