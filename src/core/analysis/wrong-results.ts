/**
 * Results that are wrong. nccl-tests counts values out of bounds (#wrong, "Out of bounds values"); before 2.13 it
 * printed the largest difference instead and called it wrong above a bound by type (src/common.cu, DeltaMaxValue).
 */
import type { Benchmark, BenchmarkRow, Measure } from '../evidence/benchmark.ts'
import type { Place } from '../evidence/place.ts'
import { computed, evidenceOf } from './facts.ts'

/** The largest difference that rounding explains, by the type's name in the table. Whole numbers do not round. */
const LARGEST_ROUNDING: Readonly<Record<string, number>> = {
  half: 1e-2,
  bfloat16: 1e-2,
  float: 1e-5,
  double: 1e-12,
  int8: 0,
  uint8: 0,
  int32: 0,
  uint32: 0,
  int64: 0,
  uint64: 0,
}

export interface WrongResults {
  readonly benchmark: Benchmark
  /** Values out of bounds, all rows together. */
  readonly wrong: number
  readonly rows: readonly BenchmarkRow[]
  /** The largest difference above the bound, where the era prints that. */
  readonly error?: number
  readonly places: readonly Place[]
}

export const runsWithWrongResults = computed((facts): readonly WrongResults[] =>
  evidenceOf(facts, 'benchmark').flatMap((benchmark) => {
    const rows = benchmark.rows.filter((row) => measuresOf(row).some((measure) => isWrong(measure, row)))
    const summary = benchmark.outOfBounds
    const summed = summary && (summary.failed || summary.count > 0) ? summary : undefined
    if (rows.length === 0 && !summed) return []
    const counted = rows.flatMap(measuresOf).reduce((sum, { wrong }) => sum + (wrong ?? 0), 0)
    const error = rows
      .flatMap((row) => measuresOf(row).filter((measure) => isWrong(measure, row)))
      .reduce((largest, measure) => Math.max(largest, measure.error ?? 0), 0)
    return [
      {
        benchmark,
        wrong: Math.max(counted, summed?.count ?? 0),
        rows,
        ...(error > 0 ? { error } : {}),
        places: [...rows.slice(0, 3).map(({ place }) => place), ...(summed ? [summed.place] : [])],
      },
    ]
  }),
)

/** Whether anything was checked at all: with -c 0 every cell is N/A. */
export const resultsWereChecked = computed((facts): boolean =>
  evidenceOf(facts, 'benchmark').some(({ rows }) =>
    rows.flatMap(measuresOf).some(({ wrong, error }) => wrong !== undefined || error !== undefined),
  ),
)

const measuresOf = ({ outOfPlace, inPlace }: BenchmarkRow): Measure[] =>
  [outOfPlace, inPlace].filter((measure) => measure !== undefined)

function isWrong({ wrong, error }: Measure, { type }: BenchmarkRow): boolean {
  if (wrong !== undefined && wrong > 0) return true
  const bound =
    type === undefined || !Object.hasOwn(LARGEST_ROUNDING, type) ? undefined : LARGEST_ROUNDING[type]
  return error !== undefined && bound !== undefined && (error > bound || Number.isNaN(error))
}
