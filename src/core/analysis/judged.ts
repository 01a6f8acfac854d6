/** Each series that may be judged, at its plateau, over all machines that it may have run on: the grade, and what single fault would give it. */
import type { Expectation, ExpectedRow, Fault } from '../expectation/expectation.ts'
import { singleFaults } from '../expectation/faults.ts'
import type { IntervalJudgement } from '../expectation/over-machines.ts'
import { type AsFound, asFound } from './as-found.ts'
import { computed } from './facts.ts'
import { judgeableSeries } from './judgeable.ts'
import { FLAT_WITHIN, gainOfLastDoubling } from './saturation.ts'
import type { Point, Series } from './series.ts'

/** The interval's grades, and `unsaturated`: below the band, but the sweep ends before the curve is flat: nothing can be said. */
export type Grade = IntervalJudgement['grade'] | 'unsaturated'

export interface Judged {
  readonly series: Series
  readonly point: Point
  readonly expectation: Expectation
  readonly expected: ExpectedRow
  /** Over all machines that it may be. */
  readonly interval: IntervalJudgement
  /** Of the middle of the nearest machine's band. */
  readonly share: number
  readonly grade: Grade
  /** What the last doubling of size gained: 0.1 is 10 %; undefined where the sweep spans none. */
  readonly gain?: number
  /** The largest measured size of at most half the plateau's. */
  readonly half?: Point
  /** Empty unless it is below the expectation. */
  readonly faults: readonly Fault[]
  readonly asFound?: AsFound
}

export const judged = computed((facts): readonly Judged[] =>
  judgeableSeries(facts).flatMap((series) => {
    const { plateau, expectation, points, interval } = series
    const expected = expectation?.rows.at(-1)
    if (!plateau || !expectation || !expected || !interval) return []
    const gain = gainOfLastDoubling(points)
    const found = asFound(facts, series)
    const half = points.findLast(({ bytes }) => bytes <= plateau.bytes / 2)
    const grade = gradeOf(interval, plateau, expected, gain)
    const low = grade === 'acceptable' || grade === 'low' || grade === 'bad'
    return [
      {
        series,
        point: plateau,
        expectation,
        expected,
        interval,
        share: interval.nearest.share,
        grade,
        faults: low ? faultsOf(series, expectation, plateau) : [],
        ...(gain === undefined ? {} : { gain }),
        ...(half === undefined ? {} : { half }),
        ...(found === undefined ? {} : { asFound: found }),
      },
    ]
  }),
)

/** Still rising: low says nothing yet, and healthy only what already lies within the band. */
function gradeOf(
  { grade }: IntervalJudgement,
  { busbw }: Point,
  { low }: ExpectedRow,
  gain: number | undefined,
): Grade {
  const rising = gain !== undefined && gain > FLAT_WITHIN.value
  const reached = grade === 'range' || grade === 'beyond' || (grade === 'healthy' && busbw >= low)
  return rising && !reached ? 'unsaturated' : grade
}

/** In a table the size is known: that a smaller one would give the value explains nothing. */
function faultsOf(
  { benchmarks }: Series,
  expectation: Expectation,
  { busbw, bytes }: Point,
): readonly Fault[] {
  const faults = singleFaults(expectation, busbw, bytes)
  const stated = benchmarks.some(({ tool }) => tool === 'stated')
  return stated ? faults : faults.filter(({ id }) => id !== 'smaller-size')
}
