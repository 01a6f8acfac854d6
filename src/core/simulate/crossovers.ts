/** Which algorithm wins at which size: growing sizes first, then the change between two of them by halving. */
import type { Bytes, Seconds } from '../base/units.ts'
import { race } from './quickest.ts'
import { simulate } from './simulate.ts'
import { type Question, scheduleOf, type Variant } from './variants.ts'

export interface Range {
  readonly id: string
  /** Up to this size; undefined for the last. */
  readonly upTo?: Bytes
}

const HALVINGS = 7

/** The winners from the smallest of these sizes to the largest, with the sizes where they change. */
export function crossovers(question: Question, sizes: readonly Bytes[]): readonly Range[] {
  const ranges: { id: string; upTo?: Bytes }[] = []
  let last: { readonly bytes: Bytes; readonly variant: Variant } | undefined
  const { at } = race(question)
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
    if (secondsAt(question, small, middle) <= secondsAt(question, large, middle)) low = middle
    else high = middle
  }
  return Math.round(high)
}

function secondsAt({ topology, options }: Question, variant: Variant, bytes: Bytes): Seconds {
  const result = simulate({ schedule: scheduleOf(variant), topology, options: { ...options, bytes } })
  return result.ok ? result.value.seconds : Number.POSITIVE_INFINITY
}
