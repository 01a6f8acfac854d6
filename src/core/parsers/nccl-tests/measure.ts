/** One block of a row: time, algbw, busbw, errors; with -I also what single iterations took. */
import type { Measure } from '../../evidence/benchmark.ts'
import type { Layout } from './layout.ts'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** One block as printed; NaN where nothing or "nan" stands. */
export function measureOf(body: readonly number[], at: number, layout: Layout | undefined): Measure {
  const seconds = (body[at] ?? Number.NaN) * (layout?.timeUnit ?? 1e-6)
  const algbw = body[at + 1] ?? Number.NaN
  const busbw = body[at + 2] ?? Number.NaN
  const errors = body[at + 3] ?? Number.NaN
  // The last column counts wrong elements; before 2.13 it was the largest error, which is a fraction.
  const counts = layout ? layout.wrongColumn : Number.isInteger(errors)
  const measure: Writable<Measure> = !(errors >= 0)
    ? { seconds, algbw, busbw }
    : counts
      ? { seconds, algbw, busbw, wrong: errors }
      : { seconds, algbw, busbw, error: errors }
  if (layout?.width !== 8) return measure
  const [min = Number.NaN, max = Number.NaN, p99 = Number.NaN, variation = Number.NaN] = body.slice(
    at + 4,
    at + 8,
  )
  if (Number.isFinite(min + max + p99 + variation))
    measure.perIteration = {
      minSeconds: min * 1e-6,
      maxSeconds: max * 1e-6,
      p99Seconds: p99 * 1e-6,
      variation: variation / 100,
    }
  return measure
}
