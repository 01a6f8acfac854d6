/**
 * Which collective a table measures, when nothing says so. Columns, the relation of count to
 * size and the ratio busbw/algbw leave few possibilities (nccl-tests src/*.cu, GetCollByteCount, GetBw and the
 * arguments of TimeTest). What remains open stays open.
 */
import { type CollectiveName, collectiveNamed } from '../../collectives/names.ts'
import type { BenchmarkRow } from '../../evidence/benchmark.ts'
import { ranksByRatio, shareOf, takesShare } from './ranks.ts'

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
