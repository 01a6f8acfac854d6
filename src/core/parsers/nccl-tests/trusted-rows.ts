/** The rows of a run, as far as their numbers agree. */
import { collectiveNamed } from '../../collectives/names.ts'
import type { BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import type { Note } from '../../evidence/note.ts'
import { type Agreement, agreementOf } from './agreement.ts'
import { judgeRow } from './repair.ts'
import type { Run } from './run.ts'

/** Of one run, so many rows are named in notes; the others are counted. */
const MOST_NOTES = 8

/** The rows, with the torn ones repaired or left out; and notes that say which. */
export function trustedRows(run: Run) {
  const { layout, gatherer } = run
  const agreement = agreementOf(gatherer.rows, layout)
  const rows: BenchmarkRow[] = []
  const notes: Note[] = []
  const counted = { repaired: 0, unreadable: 0 }
  const add = (kind: 'repaired' | 'unreadable', note: Note): void => {
    if (notes.length < MOST_NOTES) notes.push(note)
    else counted[kind]++
  }
  let skipped = 0
  for (const raw of gatherer.rows) {
    const { row, repaired, lost } = judgeRow(raw, layout, agreement)
    if (lost) {
      skipped++
      add('unreadable', { id: 'row-unreadable', values: { format: run.tool }, place: raw.place })
    } else if (repaired)
      add('repaired', { id: 'row-repaired', values: { bytes: (row ?? raw).bytes }, place: raw.place })
    if (row) rows.push(row)
  }
  for (const place of gatherer.orphans) {
    skipped++
    add('unreadable', { id: 'row-unreadable', values: { format: run.tool }, place })
  }
  if (counted.repaired + counted.unreadable > 0)
    notes.push({ id: 'rows-not-listed', values: counted, place: run.place })
  const old = sharedAlgbw(run, rows, agreement)
  if (old !== undefined) notes.push({ id: 'algbw-of-version-2.0', values: { ranks: old }, place: run.place })
  return { rows: old === undefined ? rows : rows.map((row) => withPlainAlgbw(row, old)), notes, skipped }
}

/** The number of ranks where algbw holds (n-1)/n and busbw repeats it: all_gather and reduce_scatter of 2.0. */
function sharedAlgbw(
  run: Run,
  rows: readonly BenchmarkRow[],
  { base, factor, share }: Agreement,
): number | undefined {
  const [row] = rows
  if (!row || base === undefined || factor === undefined || share === undefined || !(share > 1))
    return undefined
  if (run.operation && collectiveNamed(run.operation.name) === undefined) return undefined
  if (row.root !== undefined || run.layout?.root) return undefined
  const expected = (share - 1) / share
  const inAlgbw =
    Math.abs(base - expected) < Math.abs(base - 1) && Math.abs(factor - 1) < Math.abs(factor - expected)
  return inAlgbw ? Math.round(share) : undefined
}

function withPlainAlgbw(row: BenchmarkRow, ranks: number): BenchmarkRow {
  const plain = (measure: Measure): Measure => ({ ...measure, algbw: (measure.algbw * ranks) / (ranks - 1) })
  return {
    ...row,
    ...(row.outOfPlace ? { outOfPlace: plain(row.outOfPlace) } : {}),
    ...(row.inPlace ? { inPlace: plain(row.inPlace) } : {}),
  }
}
