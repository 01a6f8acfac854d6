/**
 * Size and bandwidth in comma, semicolon or tab separated columns with a header, as spreadsheets and scripts keep them:
 * "size,busbw", "bytes<tab>oop_us<tab>oop_algbw<tab>oop_busbw". Units come from the column's name; a note says which.
 */

import { groupBy } from '../../base/group-by.ts'
import { GBps } from '../../base/units.ts'
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import { fieldsOf, separatorOf } from '../../text/csv.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader, Parsed } from '../parser.ts'
import { benchmarkOfCurve, type CurvePoint } from './curve-benchmark.ts'
import { type Column, columnOf, durationOf, rateOf, sizeOf } from './table-columns.ts'

export const bandwidthTable: LineParser = {
  kind: 'lines',
  id: 'bandwidth-table',
  title: 'size and bandwidth as CSV or TSV with a header',
  start: (input) => reader(input),
}

interface Table {
  readonly separator: string
  readonly columns: readonly Column[]
  readonly names: readonly string[]
  readonly place: Place
  readonly rows: Row[]
  skipped: number
}

interface Row {
  readonly curve: string
  readonly bytes: number
  readonly outOfPlace: CurvePoint
  readonly inPlace: CurvePoint
  readonly ranks: number | undefined
  readonly place: Place
}

const LONGEST_ROW = 2000

function reader(input: string): LineReader {
  const tables: Table[] = []
  let open: Table | undefined

  return {
    line(text, number) {
      if (text.length > LONGEST_ROW) return
      if (open) {
        const row = rowOf(open, text, () => placeOf(input, number, text))
        if (row === 'other') open = undefined
        else if (row === 'unusable') open.skipped++
        else if (row) open.rows.push(row)
        if (open) return
      }
      if (!mayBeHeader(text)) return
      open = tableOf(text, placeOf(input, number, text))
      if (open) tables.push(open)
    },
    kept: () => tables.reduce((sum, { rows }) => sum + 1 + rows.length, 0),
    end() {
      const parsed = tables.filter(({ rows }) => rows.length > 0).map((table) => readTable(table, input))
      return {
        evidence: parsed.flatMap(({ evidence }) => evidence),
        notes: parsed.flatMap(({ notes }) => notes),
        skipped: tables.reduce((sum, { rows, skipped }) => sum + (rows.length > 0 ? skipped : 0), 0),
      }
    },
  }
}

/** A header is words: no JSON, no log line, no row. */
const NAMES_ONLY = /^[#"\s]*[A-Za-z][^{}:=]*$/

function mayBeHeader(text: string): boolean {
  if (!text.includes('\t') && !text.includes(',') && !text.includes(';')) return false
  return (
    NAMES_ONLY.test(text) &&
    /size|bytes/i.test(text) &&
    /bw|bandwidth|throughput|time|latency|_us\b/i.test(text)
  )
}

function tableOf(header: string, place: Place): Table | undefined {
  const separator = separatorOf(header)
  if (separator === undefined) return undefined
  const names = fieldsOf(header.replace(/^\s*#\s*/, ''), separator)
  const columns = names.map(columnOf)
  const sizes = columns.filter(({ holds }) => holds === 'size')
  const measured = columns.filter((column) => 'placement' in column)
  const ours = sizes.length === 1 && measured.length > 0 && measured.some(({ holds }) => holds !== 'seconds')
  return ours ? { separator, columns, names, place, rows: [], skipped: 0 } : undefined
}

/** undefined for a blank or a comment, 'other' where the table ends, 'unusable' for a row without a size. */
function rowOf(table: Table, text: string, place: () => Place): Row | 'other' | 'unusable' | undefined {
  if (text.trim() === '' || text.trimStart().startsWith('#')) return undefined
  const fields = fieldsOf(text, table.separator)
  if (fields.length < 2 || fields.length > table.columns.length + 1) return 'other'
  const at: { outOfPlace: CurvePoint; inPlace: CurvePoint } = { outOfPlace: {}, inPlace: {} }
  let bytes: number | undefined
  let ranks: number | undefined
  const labels: string[] = []
  for (const [index, column] of table.columns.entries()) {
    const field = fields[index] ?? ''
    if (column.holds === 'size') bytes = sizeOf(field, column.unit)
    else if (column.holds === 'ranks')
      ranks = Number.isInteger(Number(field)) && Number(field) > 0 ? Number(field) : undefined
    else if (column.holds === 'label' || column.holds === 'collective') {
      // A note beside a row or a count is no name of another curve.
      if (
        column.holds === 'collective' ||
        /system|host|node|machine|cluster|config|name/i.test(table.names[index] ?? '')
      )
        labels.push(field)
    } else {
      const value = column.holds === 'seconds' ? durationOf(field, column.unit) : rateOf(field, column.unit)
      if (value !== undefined) at[column.placement] = { ...at[column.placement], [column.holds]: value }
    }
  }
  if (bytes === undefined) return 'unusable'
  const measured = Object.keys(at.outOfPlace).length + Object.keys(at.inPlace).length > 0
  return measured
    ? { curve: [...labels, ranks ?? ''].join(' ').trim(), bytes, ranks, ...at, place: place() }
    : 'unusable'
}

function readTable(table: Table, input: string): Parsed {
  const benchmarks = [...groupBy(table.rows, ({ curve }) => curve)].map(([title, rows]) => {
    const [first] = rows as [Row, ...Row[]]
    return benchmarkOfCurve(
      { title, ...(first.ranks === undefined ? {} : { ranks: first.ranks }), place: first.place, rows },
      input,
    )
  })
  return {
    evidence: benchmarks.map(({ benchmark }) => benchmark),
    notes: [unitNote(table), ...benchmarks.flatMap(({ notes }) => notes)],
  }
}

function unitNote({ columns, place }: Table): Note {
  const sizeUnit = columns.find((column) => column.holds === 'size')
  const rateUnit = columns.find((column) => 'placement' in column && column.holds !== 'seconds')
  const size = sizeUnit && 'unit' in sizeUnit ? sizeUnit.unit : ''
  const rate = rateUnit && 'unit' in rateUnit ? rateUnit.unit : ''
  return {
    id: 'curve-units',
    values: {
      sizeUnit: size,
      sizeBytes: sizeOf('1', size) ?? 1,
      rateUnit: rate,
      rate: rateOf('1', rate) ?? GBps,
    },
    place,
  }
}
