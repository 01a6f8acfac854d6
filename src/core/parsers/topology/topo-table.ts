/** The table of `nvidia-smi topo -m`, line by line: header, rows, the legend of its NICs. */
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import type { TopoCell } from '../../evidence/topo-matrix.ts'

interface Row {
  readonly cells: ReadonlyMap<string, TopoCell>
  readonly cpuAffinity?: string
  readonly numaAffinity?: string
  readonly place: Place
}

/** A matrix under way: one a source of lines. */
export interface Table {
  readonly columns: readonly string[]
  /** "CPU Affinity", "NUMA Affinity", "GPU NUMA ID" as far as the header has them. */
  readonly affinities: readonly string[]
  readonly host: string | undefined
  readonly place: Place
  readonly rows: Map<string, Row>
  readonly interfaces: Map<string, string>
  readonly notes: Note[]
  /** Lines since the last one that belonged to it. */
  idle: number
}

/** A table of which only the header was read. */
export function newTable({ columns, affinities }: Columns, host: string | undefined, place: Place): Table {
  return { columns, affinities, host, place, rows: new Map(), interfaces: new Map(), notes: [], idle: 0 }
}

interface Columns {
  readonly columns: readonly string[]
  readonly affinities: readonly string[]
}

const DEVICE_NAME = /^(?:GPU\d+|NIC\d+|[A-Za-z][A-Za-z0-9]*[\w.:-]*\d\w*)$/

/** The names of the columns when the line is the header: device names, then affinities. */
export function columnsOf(text: string): Columns | undefined {
  const start = text.indexOf('GPU')
  if (start < 0 || text.slice(0, start).trim() !== '') return undefined
  const [devices = '', ...rest] = text.trim().split(/\s+(?=(?:CPU|NUMA) Affinity\b|GPU NUMA ID\b)/)
  const columns = devices.split(/\s+/)
  if (!/^GPU\d+$/.test(columns[0] ?? '') || !columns.every((name) => DEVICE_NAME.test(name))) return undefined
  // The row of GPU0 has cells behind its name, the header has names.
  if (columns.some((name) => cellsIn(name) !== undefined)) return undefined
  return columns.length > 1 || rest.length > 0
    ? { columns, affinities: rest.map((name) => name.trim()) }
    : undefined
}

const CELL = /X|NV(\d+)|C2C|PIX|PXB|PHB|NODE|SOC|SYS/y

/** The cells of one word: usually one, several where the columns were too narrow ("NODENODE"). */
function cellsIn(word: string): readonly TopoCell[] | undefined {
  const cells: TopoCell[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < word.length) {
    const match = CELL.exec(word)
    if (!match) return undefined
    const [name, links] = match
    cells.push(
      links === undefined
        ? { path: name as TopoCell['path'], links: 0 }
        : { path: 'NV', links: Number(links) },
    )
  }
  return cells
}

/** True when the line is a row of the table, readable or not. */
export function readRow(table: Table, text: string, place: () => Place): boolean {
  const words = text.trim().split(/\s+/)
  const name = words[0]
  if (name === undefined || words.length < 2 || !DEVICE_NAME.test(name)) return false
  const own = table.columns.indexOf(name)
  if (own < 0 && !/^(?:GPU|NIC)\d+$/.test(name)) return false
  const cells: TopoCell[] = []
  let next = 1
  for (; next < words.length && cells.length < table.columns.length; next++) {
    const more = cellsIn(words[next] as string)
    if (!more) break
    cells.push(...more)
  }
  if (cells.length === 0) return false
  // In its own column every device has X: a row that lost or gained a cell is not shifted into place by guessing.
  const self = cells.findIndex(({ path }) => path === 'X')
  const cutShort = cells.length < table.columns.length && next < words.length
  if (cells.length > table.columns.length || cutShort || self !== (own < cells.length ? own : -1)) {
    table.notes.push({
      id: 'topo-cells-unreadable',
      values: { row: name, seen: words.slice(1, 6).join(' ') },
      place: place(),
    })
    return true
  }
  const row = {
    cells: new Map(cells.map((cell, at) => [table.columns[at] as string, cell])),
    ...(cells.length === table.columns.length ? affinitiesOf(table, text, words, next) : {}),
    place: place(),
  }
  table.rows.set(name, row)
  return true
}

/** The columns behind the matrix; NIC rows have none, and blanks stand for missing ones. */
function affinitiesOf(
  { affinities }: Table,
  text: string,
  words: readonly string[],
  from: number,
): { cpuAffinity?: string; numaAffinity?: string } {
  // Tabs keep the place of an empty cell; copies without tabs have only the values, in order.
  const values = text.includes('\t')
    ? text
        .split('\t')
        .slice(from)
        .map((cell) => cell.trim())
    : words.slice(from)
  const under = (column: string): string | undefined => {
    const value = values[affinities.indexOf(column)]
    return affinities.includes(column) && value !== undefined && value !== '' ? value : undefined
  }
  const cpuAffinity = under('CPU Affinity')
  const numaAffinity = under('NUMA Affinity')
  return {
    ...(cpuAffinity === undefined ? {} : { cpuAffinity }),
    ...(numaAffinity === undefined ? {} : { numaAffinity }),
  }
}

/** "  NIC0: mlx5_0" of the NIC legend. */
export function readLegend(table: Table, text: string): boolean {
  const match = /^\s*(NIC\d+)\s*:\s*(\S+)\s*$/.exec(text)
  const [, name, device] = match ?? []
  if (name === undefined || device === undefined) return false
  table.interfaces.set(name, device)
  return true
}
