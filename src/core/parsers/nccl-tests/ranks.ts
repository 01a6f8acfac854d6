/**
 * How many ranks took part, when nothing says so: from the ratio busbw/algbw, or from size and count (nccl-tests src/*.cu,
 * GetCollByteCount and GetBw).
 */
import { busFactor, type CollectiveName } from '../../collectives/names.ts'
import type { BenchmarkRow } from '../../evidence/benchmark.ts'
import { ELEMENT_BYTES } from './cells.ts'

/** size / (count x bytes an element): 1 where the call takes the whole, n where it takes one rank's share. */
export function shareOf(rows: readonly BenchmarkRow[]): number | undefined {
  const shares = rows.flatMap(({ bytes, count, type }) =>
    count && bytes > 0 && type !== undefined ? [bytes / (count * (ELEMENT_BYTES[type] ?? 1))] : [],
  )
  const [first] = shares
  return first !== undefined && shares.every((share) => share === first) ? first : undefined
}

/** Whether the count of a row is one rank's share. */
export const takesShare = (name: CollectiveName): boolean =>
  name === 'all_gather' ||
  name === 'reduce_scatter' ||
  name === 'all_to_all' ||
  name === 'gather' ||
  name === 'scatter'

/** More ranks than any machine has. */
const MOST_RANKS = 1_000_000
/** Half of the last digit that is printed, and a little for the rounding of the sum itself. */
const HALF_DIGIT = 0.0055

/**
 * The number of ranks from busbw/algbw: 2(n-1)/n or (n-1)/n, solved for n within what two decimals allow.
 * 'open' when several numbers fit, 'impossible' when none does.
 */
export function ranksByRatio(
  rows: readonly BenchmarkRow[],
  collective: CollectiveName,
): number | 'open' | 'impossible' {
  const range = rangeByRatio(rows, collective)
  if (typeof range === 'string') return range
  const first = Math.ceil(range.low)
  if (first > range.high) return 'impossible'
  return Math.floor(range.high) === first && first <= MOST_RANKS ? first : 'open'
}

/** Whether busbw/algbw may be of so many ranks. */
export function ratioAllows(
  rows: readonly BenchmarkRow[],
  collective: CollectiveName,
  ranks: number,
): boolean {
  const range = rangeByRatio(rows, collective)
  if (typeof range === 'string') return range === 'open'
  return ranks >= Math.floor(range.low) && ranks <= Math.ceil(range.high)
}

function rangeByRatio(
  rows: readonly BenchmarkRow[],
  collective: CollectiveName,
): { readonly low: number; readonly high: number } | 'open' | 'impossible' {
  let [low, high] = [1, Number.POSITIVE_INFINITY]
  const twice = busFactor(collective, 2) === 1 && busFactor(collective, 4) === 1.5 ? 2 : 1
  const constant = !twiceOrShare(collective)
  for (const { outOfPlace, inPlace } of rows)
    for (const measure of [outOfPlace, inPlace]) {
      if (!measure || measure.algbw < 0.05 || measure.repaired) continue
      const { algbw, busbw } = measure
      const least = (busbw - digit(busbw)) / (algbw + digit(algbw))
      const most = (busbw + digit(busbw)) / (algbw - digit(algbw))
      if (constant && (least > 1 || most < 1)) return 'impossible'
      // (n-1)/n stays below 1, 2(n-1)/n below 2.
      if (!constant && least > twice) return 'impossible'
      low = Math.max(low, ranksFor(least, twice))
      high = Math.min(high, ranksFor(most, twice))
    }
  return constant ? 'open' : { low, high }
}

const digit = (value: number): number => (value >= 999 ? 100 : 1) * HALF_DIGIT

const twiceOrShare = (collective: CollectiveName): boolean =>
  busFactor(collective, 2) !== busFactor(collective, 3)

const ranksFor = (ratio: number, twice: number): number =>
  ratio >= twice ? Number.POSITIVE_INFINITY : twice / (twice - ratio)

/** The number of ranks from size and count, where the count is one rank's share. */
export function ranksByCount(rows: readonly BenchmarkRow[], collective: CollectiveName): number | undefined {
  const share = shareOf(rows)
  return share !== undefined && takesShare(collective) && Number.isInteger(share) && share > 0
    ? share
    : undefined
}
