/**
 * What the rows of a table agree on: algbw = size / time and busbw = algbw x factor (nccl-tests doc/PERFORMANCE.md), and
 * size = count x bytes an element x share. One torn number does not draw it away.
 */
import type { BenchmarkRow } from '../../evidence/benchmark.ts'
import type { Layout } from './layout.ts'
import { algbwOf, digitOf, elementBytes, TELLING, unprintedTime } from './precision.ts'
import type { ShortRow } from './row-gatherer.ts'

/** What most rows of a table have in common. */
export interface Agreement {
  /** algbw x time / size: 1, or (n-1)/n for all_gather and reduce_scatter of 2.0 and hypercube. */
  readonly base?: number
  /** busbw / algbw */
  readonly factor?: number
  /** size / (count x bytes an element): 1, or the number of ranks. */
  readonly share?: number
}

/** The share of rows that must agree before they correct the others. */
const MAJORITY = 0.7
/** So near to 1 or (n-1)/n a base is taken to be just that. */
const SPREAD = 0.02
/** Between these lies (n-1)/n for any n, and 1. */
const [LEAST_BASE, MOST_BASE] = [0.49, 1.02]

/** What too few rows agree on is left out. */
export function agreementOf(
  rows: readonly (BenchmarkRow | ShortRow)[],
  layout: Layout | undefined,
): Agreement {
  const bases: Ratio[] = []
  const factors: Ratio[] = []
  const shares: Ratio[] = []
  const measured = rows.filter((row): row is BenchmarkRow => !('body' in row))
  const precise = measured.some(({ outOfPlace, inPlace }) => ((outOfPlace ?? inPlace)?.algbw ?? 0) >= 1)
  for (const row of rows) if (row.count) shares.push(exact(row.bytes / (row.count * elementBytes(row.type))))
  for (const { bytes, outOfPlace, inPlace } of measured)
    for (const measure of [outOfPlace, inPlace]) {
      if (!measure || bytes === 0) continue
      const { seconds, algbw, busbw } = measure
      if (!(algbw >= (precise ? 1 : TELLING) && seconds > 0)) continue
      const base = algbw / algbwOf(seconds, bytes, 1)
      bases.push({ value: base, slack: base * (digitOf(algbw) / algbw + unprintedTime(seconds, layout)) })
      factors.push({
        value: busbw / algbw,
        slack: (digitOf(busbw) + (busbw / algbw) * digitOf(algbw)) / algbw,
      })
    }
  const share = agreed(shares)
  const base = baseOf(bases, share)
  const factor = factors.length < 2 ? undefined : agreed(factors)
  return {
    ...(base === undefined ? {} : { base }),
    ...(factor === undefined ? {} : { factor }),
    ...(share === undefined ? {} : { share }),
  }
}

/** What the rows agree on, or else 1 where one of them says so; exact where it can only be 1 or (n-1)/n. */
function baseOf(bases: readonly Ratio[], share: number | undefined): number | undefined {
  const base = agreed(bases) ?? bases.find(({ value }) => Math.abs(value - 1) < SPREAD)?.value
  if (base === undefined || base < LEAST_BASE || base > MOST_BASE) return undefined
  const exact =
    share !== undefined && share > 1 && Math.abs(base - (share - 1) / share) < Math.abs(base - 1)
      ? (share - 1) / share
      : 1
  return Math.abs(base - exact) < SPREAD ? exact : base
}

const exact = (value: number): Ratio => ({ value, slack: 1e-4 * value })

/** A ratio of printed numbers, and how far from it the true one may be for the digits that are not printed. */
interface Ratio {
  readonly value: number
  readonly slack: number
}

/** What most ratios allow: the middle of where most of their ranges overlap. One torn number cannot draw it away. */
function agreed(ratios: readonly Ratio[]): number | undefined {
  const [first] = ratios
  if (!first) return undefined
  // Nearly always the most precise ratio is within what every other one allows.
  const precise = ratios.reduce((best, ratio) => (ratio.slack < best.slack ? ratio : best), first)
  if (ratios.every(({ value, slack }) => Math.abs(value - precise.value) <= slack)) return precise.value
  const ends = ratios
    .filter(({ value, slack }) => Number.isFinite(value + slack))
    .flatMap(({ value, slack }) => [
      { at: value - slack, enters: 1 },
      { at: value + slack, enters: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.enters - a.enters)
  let [within, most, agreement] = [0, 0, Number.NaN]
  for (const [index, { at, enters }] of ends.entries()) {
    within += enters
    if (within <= most) continue
    most = within
    agreement = (at + (ends[index + 1]?.at ?? at)) / 2
  }
  return most > 0 && most >= MAJORITY * ratios.length ? agreement : undefined
}
