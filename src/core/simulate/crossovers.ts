/** Which algorithm wins at which size: growing sizes first, then the change between two of them by halving. */
import type { Bytes, Seconds } from '../base/units.ts'
import type { Job } from './options.ts'
import { watchOf } from './pieces.ts'
import type { Race } from './quickest.ts'
import { runRounds } from './rounds.ts'
import { simulate } from './simulate.ts'
import { type Question, scheduleOf, type Variant } from './variants.ts'

export interface Range {
  readonly id: string
  /** Up to this size; undefined for the last. */
  readonly upTo?: Bytes
}

const HALVINGS = 7

/** The winners from the smallest of these sizes to the largest, with the sizes where they change. */
export function crossovers(question: Question, sizes: readonly Bytes[], { at }: Race): readonly Range[] {
  const ranges: { id: string; upTo?: Bytes }[] = []
  let last: { readonly bytes: Bytes; readonly variant: Variant } | undefined
  for (const bytes of sizes) {
    const variant = at(bytes)?.variant
    if (!variant) continue
    const { id } = variant.algorithm
    const current = ranges.at(-1)
    if (!current) ranges.push({ id })
    else if (current.id !== id && last) {
      current.upTo = whereTheyMeet(question, last.variant, variant, last.bytes, bytes)
      ranges.push({ id })
    }
    last = { bytes, variant }
  }
  return ranges
}

function whereTheyMeet(question: Question, small: Variant, large: Variant, from: Bytes, to: Bytes): Bytes {
  let [low, high] = [from, to]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = Math.sqrt(low * high)
    if (noSlower(question, small, large, middle)) low = middle
    else high = middle
  }
  return Math.round(high)
}

/** The second is simulated only as far as it takes to see which is quicker: first what goes by rounds, which costs little. */
function noSlower(question: Question, one: Variant, other: Variant, bytes: Bytes): boolean {
  const { topology, options } = question
  const jobOf = (variant: Variant): Job => ({
    schedule: scheduleOf(variant),
    topology,
    options: { ...options, bytes },
    ...watchOf(variant.algorithm, question),
  })
  const [oneJob, otherJob] = [jobOf(one), jobOf(other)]
  if (runRounds(oneJob).applies) {
    const seconds = secondsOf(oneJob)
    return seconds <= secondsOf({ ...otherJob, mostSeconds: seconds })
  }
  const seconds = secondsOf(otherJob)
  return secondsOf({ ...oneJob, mostSeconds: seconds }) <= seconds
}

function secondsOf(job: Job): Seconds {
  const result = simulate(job)
  return result.ok ? result.value.seconds : Number.POSITIVE_INFINITY
}
