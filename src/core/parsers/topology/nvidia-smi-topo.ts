/**
 * `nvidia-smi topo -m`: the matrix of connections between GPUs and NICs, of every driver version: with and without
 * NUMA columns, NICs by name or as NIC0 with a legend, tabs lost in copying, cells glued together, rows cut off.
 * (Legend of the command itself: X, SYS, NODE, PHB, PXB, PIX, NV#; SOC is the old name of SYS; C2C on Grace.)
 */

import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import type { TopoCell, TopoDevice, TopoMatrix } from '../../evidence/topo-matrix.ts'
import { hostOf, prefixLength, sourceOf } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'

export const nvidiaSmiTopo: LineParser = {
  kind: 'lines',
  id: 'nvidia-smi-topo',
  title: 'nvidia-smi topo -m',
  start: (input) => reader(input),
}

interface Row {
  readonly cells: ReadonlyMap<string, TopoCell>
  readonly cpuAffinity?: string
  readonly numaAffinity?: string
  readonly place: Place
}

/** A matrix under way: one a source of lines. */
interface Table {
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

/** After so many other lines nothing of the table is expected any more. */
const MOST_IDLE = 200

function reader(input: string): LineReader {
  const tables: Table[] = []
  const open = new Map<string, Table>()
  let promptHost: string | undefined

  return {
    line(text, number) {
      if (open.size === 0 && !text.includes('GPU') && !text.includes('topo')) return
      const length = prefixLength(text)
      const prefix = text.slice(0, length)
      const its = length === 0 ? text : text.slice(length)
      promptHost = hostOfPrompt(its) ?? promptHost
      const columns = columnsOf(its)
      const source = length === 0 ? '' : sourceOf(prefix)
      if (columns) {
        const host = hostOf(prefix) ?? promptHost ?? hostInName(input)
        const table = newTable(columns, host, placeOf(input, number, text))
        tables.push(table)
        open.set(source, table)
        return
      }
      const table = open.get(source)
      if (!table) return
      if (readRow(table, its, () => placeOf(input, number, text)) || readLegend(table, its)) table.idle = 0
      else if (++table.idle > MOST_IDLE) open.delete(source)
    },
    kept: () => tables.reduce((sum, { rows, notes }) => sum + 1 + rows.size + notes.length, 0),
    end() {
      // A header without rows is some other matrix: topo -p2p, rocm-smi --showtopo, prose.
      const read = tables.filter(({ rows }) => rows.size > 0)
      return {
        evidence: read.map(matrixOf),
        notes: read.flatMap(({ notes }) => notes),
        skipped: read.reduce((sum, { notes }) => sum + notes.length, 0),
      }
    },
  }
}

function newTable({ columns, affinities }: Columns, host: string | undefined, place: Place): Table {
  return { columns, affinities, host, place, rows: new Map(), interfaces: new Map(), notes: [], idle: 0 }
}

interface Columns {
  readonly columns: readonly string[]
  readonly affinities: readonly string[]
}

const DEVICE_NAME = /^(?:GPU\d+|NIC\d+|[A-Za-z][A-Za-z0-9]*[\w.:-]*\d\w*)$/

/** The names of the columns when the line is the header: device names, then affinities. */
function columnsOf(text: string): Columns | undefined {
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
function readRow(table: Table, text: string, place: () => Place): boolean {
  const words = text.trim().split(/\s+/)
  const name = words[0]
  if (name === undefined || words.length < 2 || !DEVICE_NAME.test(name)) return false
  const own = table.columns.indexOf(name)
  if (own < 0 && !/^(?:GPU|NIC)\d+$/.test(name)) return false
  const cells: TopoCell[] = []
  let next = 1
  for (; next < words.length && cells.length < table.columns.length; next++) {
    const its = cellsIn(words[next] as string)
    if (!its) break
    cells.push(...its)
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
function readLegend(table: Table, text: string): boolean {
  const match = /^\s*(NIC\d+)\s*:\s*(\S+)\s*$/.exec(text)
  const [, name, device] = match ?? []
  if (name === undefined || device === undefined) return false
  table.interfaces.set(name, device)
  return true
}

function matrixOf({ columns, host, place, rows, interfaces }: Table): TopoMatrix {
  const names = [...columns, ...[...rows.keys()].filter((name) => !columns.includes(name))]
  const devices = names.map((name): TopoDevice => {
    const row = rows.get(name)
    const kind = name.startsWith('GPU') ? 'gpu' : 'nic'
    const device = interfaces.get(name) ?? (kind === 'nic' && !/^NIC\d+$/.test(name) ? name : undefined)
    return {
      name,
      kind,
      ...(device === undefined ? {} : { interface: device }),
      ...(row?.cpuAffinity === undefined ? {} : { cpuAffinity: row.cpuAffinity }),
      ...(row?.numaAffinity === undefined ? {} : { numaAffinity: row.numaAffinity }),
      ...(row ? { place: row.place } : {}),
    }
  })
  const cells = new Map([...rows].map(([name, row]) => [name, row.cells]))
  return { kind: 'topo-matrix', ...(host === undefined ? {} : { host }), devices, cells, place }
}

/** "root@gpu-07:~# nvidia-smi topo -m" */
const hostOfPrompt = (text: string): string | undefined =>
  text.includes('topo') ? /^\[?[\w.-]+@([A-Za-z][\w.-]*)[: ].*\btopo\b/.exec(text)?.[1] : undefined

/** "gpu-07.topo.txt", "topo-gpu-07.txt": a name with a number beside "topo"; "topo_a100.txt" names a model. */
function hostInName(input: string): string | undefined {
  const file = (input.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:txt|log|out)$/i, '')
  const match =
    /^(?:nvidia-smi[-_.])?topo(?:-m)?[-_.](.+)$/i.exec(file) ??
    /^(.+?)[-_.](?:nvidia-smi[-_.])?topo(?:-m)?$/i.exec(file)
  const host = match?.[1]
  if (host === undefined || !/^[A-Za-z][A-Za-z0-9.-]*\d$/.test(host)) return undefined
  return /^(?:[a-z]{1,3}\d{2,4}[a-z]?|\d*x?gpu\d*)$/i.test(host) ? undefined : host
}
