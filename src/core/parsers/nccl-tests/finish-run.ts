/** A run as evidence, when all its lines were read. */
import { groupBy } from '../../base/group-by.ts'
import type { CollectiveName } from '../../collectives/names.ts'
import type { Benchmark, BenchmarkRow } from '../../evidence/benchmark.ts'
import type { Parsed } from '../parser.ts'
import { benchmarkOf } from './benchmark.ts'
import { candidatesOf } from './collective.ts'
import { ranksByRatio } from './ranks.ts'
import type { Run } from './run.ts'
import { trustedRows } from './trusted-rows.ts'

/** The run as evidence. A table whose rows belong to different numbers of ranks gives one Benchmark each. */
export function finishRun(run: Run, input: string): Required<Parsed> {
  run.gatherer.flush()
  const { rows, notes, skipped } = trustedRows(run)
  const benchmarks = runsOf(rows, run, input)
  if (benchmarks.length > 1)
    notes.push({
      id: 'rows-of-several-runs',
      values: { ranks: benchmarks.map(({ ranks }) => ranks ?? 0) },
      place: run.place,
    })
  return { evidence: benchmarks, notes, skipped }
}

function runsOf(rows: readonly BenchmarkRow[], run: Run, input: string): readonly Benchmark[] {
  const whole = benchmarkOf(rows, run, input)
  if (whole.ranks !== undefined || run.devices.length > 0 || rows.length < 2) return [whole]
  const name =
    whole.collective ?? (whole.candidates.length === 1 ? whole.candidates[0] : candidatesByRow(rows))
  if (name === undefined) return [whole]
  const each = rows.map((row) => ranksByRatio([row], name))
  if (!each.every((ranks) => typeof ranks === 'number') || new Set(each).size < 2) return [whole]
  return [...groupBy(rows, (row) => ranksByRatio([row], name)).values()].map((ofSameRanks) =>
    benchmarkOf(ofSameRanks, run, input),
  )
}

/** The one collective that every row alone admits. */
function candidatesByRow(rows: readonly BenchmarkRow[]): CollectiveName | undefined {
  const [first, ...others] = rows.map((row) => candidatesOf([row]))
  const common = first?.filter((name) => others.every((candidates) => candidates.includes(name))) ?? []
  return common.length === 1 ? common[0] : undefined
}
