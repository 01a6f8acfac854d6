/**
 * Which collective a table measures, and on how many ranks, when nothing says so. Columns, the relation of count to
 * size and the ratio busbw/algbw leave few possibilities (nccl-tests src/*.cu, GetCollByteCount, GetBw and the
 * arguments of TimeTest). What remains open stays open.
 */
import { busFactor, type CollectiveName, collectiveNamed } from '../../collectives/names.ts'
import type { BenchmarkRow } from '../../evidence/benchmark.ts'
import { ELEMENT_BYTES } from './cells.ts'

/** size / (count x bytes an element): 1 where the call takes the whole, n where it takes one rank's share. */
function shareOf(rows: readonly BenchmarkRow[]): number | undefined {
  const shares = rows.flatMap(({ bytes, count, type }) =>
    count && bytes > 0 && type !== undefined ? [bytes / (count * (ELEMENT_BYTES[type] ?? 1))] : [],
  )
  const [first] = shares
  return first !== undefined && shares.every((share) => share === first) ? first : undefined
}

/** All that the columns admit; empty when none of ours fits (hypercube). */
export function candidatesOf(rows: readonly BenchmarkRow[]): readonly CollectiveName[] {
  const row = rows.find(({ bytes }) => bytes > 0)
  if (!row) return []
  const share = shareOf(rows)
  const reduces = row.redop !== undefined && row.redop !== 'none'
  const rooted = row.root !== undefined && row.root >= 0
  // Since 2.13 the root column is always there; with it but without an operation it is hypercube.
  if (row.root === -1 && row.redop === undefined) return []
  const fits = byColumns(reduces, rooted, row.root === -1 && reduces).filter(
    (name) => share === undefined || takesShare(name) === share > 1 || isOneRank(rows),
  )
  const byRatio = fits.filter((name) => ranksByRatio(rows, name) !== 'impossible')
  return checkedInPlace(rows, byRatio)
}

function byColumns(reduces: boolean, rooted: boolean, newEra: boolean): readonly CollectiveName[] {
  if (reduces && rooted) return ['reduce']
  // sendrecv passes on the operation that it does not use, so its rows look like a reduction's since 2.13.
  if (reduces)
    return newEra ? ['all_reduce', 'reduce_scatter', 'send_recv'] : ['all_reduce', 'reduce_scatter']
  if (rooted) return ['broadcast', 'gather', 'scatter']
  return ['all_gather', 'all_to_all', 'send_recv']
}

const takesShare = (name: CollectiveName): boolean =>
  name === 'all_gather' ||
  name === 'reduce_scatter' ||
  name === 'all_to_all' ||
  name === 'gather' ||
  name === 'scatter'

const isOneRank = (rows: readonly BenchmarkRow[]): boolean =>
  rows.every(({ outOfPlace, inPlace }) => {
    const measure = outOfPlace ?? inPlace
    return measure !== undefined && measure.busbw === 0 && measure.algbw > 0
  })

/** In place, all_to_all and sendrecv are never checked ("N/A"), all_gather is. */
function checkedInPlace(
  rows: readonly BenchmarkRow[],
  candidates: readonly CollectiveName[],
): readonly CollectiveName[] {
  const both = rows.filter(({ outOfPlace, inPlace }) => isChecked(outOfPlace) && inPlace)
  if (both.length === 0) return candidates
  const checked = both.some(({ inPlace }) => isChecked(inPlace))
  return candidates.filter((name) =>
    name === 'all_to_all' || name === 'send_recv' ? !checked : name !== 'all_gather' || checked,
  )
}

const isChecked = (measure: BenchmarkRow['inPlace']): boolean =>
  measure?.wrong !== undefined || measure?.error !== undefined

/** The collective that a file's name mentions, if it is one of the candidates. */
export function collectiveInName(
  input: string,
  candidates: readonly CollectiveName[],
): CollectiveName | undefined {
  const name = (input.split(/[\\/]/).at(-1) ?? '').toLowerCase()
  const words =
    /all[-_]?reduce|reduce[-_]?scatter|all[-_]?gather|all[-_]?to[-_]?all|a2a|send[-_]?recv|broadcast|bcast|gather|scatter|reduce/g
  const found = new Set([...name.matchAll(words)].map(([word]) => collectiveNamed(word)))
  const [only] = found
  return found.size === 1 && only && candidates.includes(only) ? only : undefined
}

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
      low = Math.max(low, ranksFor(least, twice))
      high = Math.min(high, ranksFor(most, twice))
    }
  if (constant) return 'open'
  const first = Math.ceil(low)
  if (first > high) return 'impossible'
  return Math.floor(high) === first && first <= MOST_RANKS ? first : 'open'
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
