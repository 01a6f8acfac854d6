/** The series whose numbers may be judged: results right, more than one rank, time of the GPU and not of the call. */
import { busFactor } from '../collectives/names.ts'
import type { Benchmark } from '../evidence/benchmark.ts'
import { computed, evidenceOf } from './facts.ts'
import { type Series, series } from './series.ts'
import { sharedGpus } from './shared-gpus.ts'
import { runsWithWrongResults } from './wrong-results.ts'

export const judgeableSeries = computed((facts): readonly Series[] => {
  const wrong = new Set(runsWithWrongResults(facts).map(({ benchmark }) => benchmark))
  const shared = new Set(sharedGpus(facts).map(({ benchmark }) => benchmark))
  return series(facts).filter(
    ({ benchmarks }) =>
      !benchmarks.some(
        (it) => wrong.has(it) || shared.has(it) || isSingleRank(it) || it.parameters.cpuTime === true,
      ),
  )
})

/**
 * One rank alone: its busbw is 0 by formula, and nothing was sent anywhere. A list of devices without a row proves
 * nothing, and where a busbw is above 0 the list was cut; only broadcast, reduce and send_recv print algbw as busbw.
 */
export const isSingleRank = ({ ranks, startedTogether, collective, rows, devices }: Benchmark): boolean => {
  const isZero = collective === undefined || busFactor(collective, 1) === 0
  if (isZero && rows.some(({ outOfPlace, inPlace }) => (outOfPlace?.busbw ?? inPlace?.busbw ?? 0) > 0))
    return false
  // One process that is listed twice is a line that was doubled.
  const doubled =
    new Set(devices.map(({ host, pid = host }) => pid)).size === 1 && devices[0]?.pid !== undefined
  return (startedTogether > 1 && !doubled) || (ranks === 1 && rows.length > 0)
}

export const singleRanks = computed((facts): readonly Benchmark[] =>
  evidenceOf(facts, 'benchmark').filter(isSingleRank),
)
