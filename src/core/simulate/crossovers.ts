/** Which algorithm wins at which size: doubled sizes first, then the change between two of them by halving. */
import type { Bytes, Seconds } from '../base/units.ts'
import { compare, type Question, type Row, scheduleOf, type Variant } from './compare.ts'
import { simulate } from './simulate.ts'

export interface Range {
  readonly id: string
  /** Up to this size; undefined for the last. */
  readonly upTo?: Bytes
}

export interface SweepPoint {
  readonly bytes: Bytes
  readonly rows: readonly Row[]
}

export const sweep = (question: Question, sizes: readonly Bytes[]): readonly SweepPoint[] =>
  sizes.map((bytes) => ({
    bytes,
    rows: compare({ ...question, options: { ...question.options, bytes } }).rows,
  }))

/** The winners from the smallest size to the largest, with the sizes where they change. */
export function crossovers(question: Question, points: readonly SweepPoint[]): readonly Range[] {
  const ranges: { id: string; upTo?: Bytes }[] = []
  let last: { readonly bytes: Bytes; readonly best: Row } | undefined
  for (const { bytes, rows } of points) {
    const [best] = rows
    if (!best) continue
    const id = best.variant.algorithm.id
    const current = ranges.at(-1)
    if (!current) ranges.push({ id })
    else if (current.id !== id && last) {
      current.upTo = whereTheyMeet(question, last.best.variant, best.variant, last.bytes, bytes)
      ranges.push({ id })
    }
    last = { bytes, best }
  }
  return ranges
}

const HALVINGS = 7

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
  const result = simulate({
    schedule: scheduleOf(variant, variant.schedule),
    topology,
    options: { ...options, bytes },
  })
  return result.ok ? result.value.seconds : Number.POSITIVE_INFINITY
}
