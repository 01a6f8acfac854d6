/** The slow tail of single iterations (nccl-tests -I, or its JSON): how far P99 lies above the median. */

import type { Point } from '../../analysis/curves.ts'
import type { Series } from '../../analysis/series.ts'
import type { Seconds } from '../../base/units.ts'

export interface Tail {
  readonly point: Point
  readonly p50Seconds: Seconds
  readonly p99Seconds: Seconds
  readonly ratio: number
  readonly iterations?: number
  /** The file has no median: the mean stands for it, which hides a part of the tail. */
  readonly mean: boolean
}

/** One for each size with times of single iterations. */
export function tails({ points, benchmarks }: Series): readonly Tail[] {
  const asked = benchmarks.map(({ parameters }) => parameters.iterations ?? 0)
  return points.flatMap((point) => {
    const { perIteration } = point
    if (!perIteration) return []
    const p50Seconds = perIteration.p50Seconds ?? point.seconds
    const iterations = perIteration.iterations ?? Math.max(0, ...asked)
    if (!(p50Seconds > 0) || !Number.isFinite(perIteration.p99Seconds)) return []
    return [
      {
        point,
        p50Seconds,
        p99Seconds: perIteration.p99Seconds,
        ratio: perIteration.p99Seconds / p50Seconds,
        mean: perIteration.p50Seconds === undefined,
        ...(iterations > 0 ? { iterations } : {}),
      },
    ]
  })
}
