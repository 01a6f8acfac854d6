/** The results of nccl-tests -J: one a size, with a block each for out of place and in place. */
import type { BenchmarkRow, Measure, PerIteration } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { itemsOf, type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'
import type { Json } from '../../text/tolerant-json.ts'

/** Undefined where the result holds no size or no measured block. */
export function rowIn(result: Members, at: (text: string) => Place): BenchmarkRow | undefined {
  const bytes = numberOf(result.size)
  const count = numberOf(result.count)
  const type = textOf(result.type)
  const redop = textOf(result.redop)
  const root = numberOf(result.root)
  if (bytes === undefined || bytes < 0) return undefined
  const outOfPlace = measureIn(bytes, result.out_of_place, result.out_of_place_per_iter)
  const inPlace = measureIn(bytes, result.in_place, result.in_place_per_iter)
  if (!outOfPlace && !inPlace) return undefined
  const blocks = [
    outOfPlace && `out_of_place bus_bw ${outOfPlace.busbw}`,
    inPlace && `in_place bus_bw ${inPlace.busbw}`,
  ]
  return {
    bytes,
    ...(count === undefined ? {} : { count }),
    ...(type === undefined ? {} : { type }),
    ...(redop === undefined || redop === '' ? {} : { redop }),
    ...(root === undefined ? {} : { root }),
    ...(outOfPlace ? { outOfPlace } : {}),
    ...(inPlace ? { inPlace } : {}),
    place: at(`size ${bytes}: ${blocks.filter(Boolean).join(', ')}`),
  }
}

/** Between these lies algbw x time / size: 1, or (n-1)/n where a test counts only what it sends. */
const [LEAST_SHARE, MOST_SHARE] = [0.49, 1.02]
/** busbw / algbw: 2(n-1)/n at most. */
const MOST_FACTOR = 2
/** GB/s that the printed digits leave open. */
const UNPRINTED = 0.01

/** Undefined also where the three numbers contradict each other: nccl-tests did not write them. */
function measureIn(
  bytes: number,
  value: Json | undefined,
  iterations: Json | undefined,
): Measure | undefined {
  const block = membersOf(value)
  const time = numberOf(block?.time ?? block?.cpu_time)
  const algbw = numberOf(block?.alg_bw)
  const busbw = numberOf(block?.bus_bw)
  if (time === undefined || algbw === undefined || busbw === undefined) return undefined
  if (time <= 0 || algbw < 0 || busbw < 0) return undefined
  const fromTime = bytes / time / 1e3
  if (algbw < LEAST_SHARE * fromTime - UNPRINTED || algbw > MOST_SHARE * fromTime + UNPRINTED)
    return undefined
  if (busbw > MOST_FACTOR * algbw + UNPRINTED) return undefined
  const wrong = numberOf(block?.nwrong)
  const perIteration = perIterationIn(iterations)
  return {
    seconds: time * 1e-6,
    algbw,
    busbw,
    ...(wrong === undefined || wrong < 0 ? {} : { wrong }),
    ...(perIteration ? { perIteration } : {}),
  }
}

function perIterationIn(value: Json | undefined): PerIteration | undefined {
  const times = membersOf(value)
  if (!times) return undefined
  const seconds = (name: string): number | undefined => {
    const microseconds = numberOf(times[name])
    return microseconds === undefined ? undefined : microseconds * 1e-6
  }
  const [min, max, p50, p95, p99] = ['min_us', 'max_us', 'p50_us', 'p95_us', 'p99_us'].map(seconds)
  const variation = numberOf(times.cv_pct)
  if (min === undefined || max === undefined || p99 === undefined || variation === undefined) return undefined
  const iterations = itemsOf(times.times_us).length - (numberOf(times.skipped_iterations) ?? 0)
  return {
    minSeconds: min,
    maxSeconds: max,
    ...(p50 === undefined ? {} : { p50Seconds: p50 }),
    ...(p95 === undefined ? {} : { p95Seconds: p95 }),
    p99Seconds: p99,
    variation: variation / 100,
    ...(iterations > 0 ? { iterations } : {}),
  }
}
