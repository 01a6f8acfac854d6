/**
 * `rocm-smi --showtopo`: weights, hops and link types between AMD GPUs. XGMI joins them directly; over PCIe a weight of 40
 * is the same NUMA node, above it the other socket.
 */
import type { Place } from '../../evidence/place.ts'
import type { TopoCell, TopoMatrix } from '../../evidence/topo-matrix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser } from '../parser.ts'

const TITLE = /^=+ ?(Weight|Hops|Link Type) between two GPUs ?=+$/
/** Two PCIe hops on one NUMA node weigh 40, across sockets 72. */
const SAME_NODE = 40

export const rocmSmiTopo: LineParser = {
  kind: 'lines',
  id: 'rocm-smi-topo',
  title: 'rocm-smi --showtopo',
  start(input) {
    let table: 'Weight' | 'Hops' | 'Link Type' | undefined
    let columns: readonly string[] = []
    let place: Place | undefined
    let host: string | undefined
    const weights = new Map<string, readonly string[]>()
    const types = new Map<string, readonly string[]>()
    const places = new Map<string, Place>()
    return {
      line(text, number) {
        if (text.length < 200 && text.includes('@') && text.includes('rocm-smi'))
          host = /^\[?[\w.-]+@([A-Za-z][\w.-]*)[: ]/.exec(text)?.[1] ?? host
        const title = text.startsWith('=') ? TITLE.exec(text.trim())?.[1] : undefined
        if (title !== undefined) {
          table = title as typeof table
          columns = []
          place ??= placeOf(input, number, text)
          return
        }
        if (!table || !text.includes('GPU')) return
        const words = text.trim().split(/\s+/)
        if (words.every((word) => /^GPU\d+$/.test(word))) {
          columns = words
          return
        }
        const [row, ...cells] = words
        if (row === undefined || !/^GPU\d+$/.test(row) || cells.length !== columns.length) return
        if (table === 'Weight') weights.set(row, cells)
        if (table !== 'Link Type') return
        types.set(row, cells)
        places.set(row, placeOf(input, number, text))
      },
      end() {
        if (!place || types.size === 0) return { evidence: [], notes: [] }
        const names = columns.length > 0 ? columns : [...types.keys()]
        const matrix: TopoMatrix = {
          kind: 'topo-matrix',
          from: 'rocm-smi',
          ...(host === undefined ? {} : { host }),
          devices: names.map((name) => {
            const rowPlace = places.get(name)
            return { name, kind: 'gpu', ...(rowPlace ? { place: rowPlace } : {}) }
          }),
          cells: cellsOf(names, types, weights),
          place,
        }
        return { evidence: [matrix], notes: [] }
      },
    }
  },
}

/** Cells of a row by their columns. */
type Rows = ReadonlyMap<string, readonly string[]>

const cellsOf = (names: readonly string[], types: Rows, weights: Rows): TopoMatrix['cells'] =>
  new Map(
    [...types].map(([row, cells]) => [
      row,
      new Map(
        cells.flatMap((type, at) => {
          const column = names[at]
          const cell = cellOf(type, Number(weights.get(row)?.[at]), row === column)
          return column !== undefined && cell ? [[column, cell] as const] : []
        }),
      ),
    ]),
  )

function cellOf(type: string, weight: number, own: boolean): TopoCell | undefined {
  if (own) return { path: 'X', links: 0 }
  if (/^XGMI$/i.test(type)) return { path: 'NV', links: 1 }
  if (/^PCIE$/i.test(type)) return { path: weight > SAME_NODE ? 'SYS' : 'PHB', links: 0 }
  return undefined
}
