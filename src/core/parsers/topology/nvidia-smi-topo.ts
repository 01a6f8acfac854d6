/**
 * `nvidia-smi topo -m`: the matrix of connections between GPUs and NICs, of every driver version: with and without
 * NUMA columns, NICs by name or as NIC0 with a legend, tabs lost in copying, cells glued together, rows cut off, pasted as a Markdown table.
 * (Legend of the command itself: X, SYS, NODE, PHB, PXB, PIX, NV#; SOC is the old name of SYS; C2C on Grace.)
 */

import type { TopoDevice, TopoMatrix } from '../../evidence/topo-matrix.ts'
import { hostOf, prefixLength, sourceOf } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { columnsOf, newTable, readLegend, readRow, type Table } from './topo-table.ts'

export const nvidiaSmiTopo: LineParser = {
  kind: 'lines',
  id: 'nvidia-smi-topo',
  title: 'nvidia-smi topo -m',
  start: (input) => reader(input),
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
      const own = unpiped(length === 0 ? text : text.slice(length))
      promptHost = hostOfPrompt(own) ?? promptHost
      const columns = columnsOf(own)
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
      if (readRow(table, own, () => placeOf(input, number, text)) || readLegend(table, own)) table.idle = 0
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

/** A row of a Markdown table as the row that it was made of: "| GPU0 | X | NV4 |". */
const unpiped = (line: string): string =>
  /^\s*\|.*\|\s*$/.test(line)
    ? line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .join('\t')
    : line

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
