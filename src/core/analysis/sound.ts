/** The series whose numbers may be judged: results right, more than one rank, time of the GPU and not of the call. */
import type { Benchmark } from '../evidence/benchmark.ts'
import { computed, evidenceOf } from './facts.ts'
import { type Series, series } from './series.ts'
import { wrongResults } from './wrong-results.ts'

export const soundSeries = computed((facts): readonly Series[] => {
  const wrong = new Set(wrongResults(facts).map(({ benchmark }) => benchmark))
  return series(facts).filter(
    ({ benchmarks }) =>
      !benchmarks.some((it) => wrong.has(it) || isSingleRank(it) || it.parameters.cpuTime === true),
  )
})

/** One rank alone: its busbw is 0 by formula, and nothing was sent anywhere. A list of devices without a row proves nothing. */
export const isSingleRank = ({ ranks, startedTogether, rows }: Benchmark): boolean =>
  startedTogether > 1 || (ranks === 1 && rows.length > 0)

export const singleRanks = computed((facts): readonly Benchmark[] =>
  evidenceOf(facts, 'benchmark').filter(isSingleRank),
)
