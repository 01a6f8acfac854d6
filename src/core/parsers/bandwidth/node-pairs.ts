/**
 * Node pairs and their bandwidth in columns with a header: "node1,node2,busbw", "src dst GB/s". Comma, semicolon, tab or
 * blanks; the unit stands in the header's name, GB/s without one.
 */
import { GBps } from '../../base/units.ts'
import type { NodePair } from '../../evidence/node-pairs.ts'
import type { Place } from '../../evidence/place.ts'
import { fieldsOf, separatorOf } from '../../text/csv.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser } from '../parser.ts'

export const nodePairs: LineParser = {
  kind: 'lines',
  id: 'node-pairs',
  title: 'bandwidth of node pairs: node1,node2,busbw',
  start(input) {
    let columns: Columns | undefined
    let head: Place | undefined
    const pairs: NodePair[] = []
    let skipped = 0
    return {
      line(text, number) {
        if (text.length > LONGEST) return
        if (!columns) {
          if (!mayBeHeader(text)) return
          columns = columnsOf(text)
          if (columns) head = placeOf(input, number, text)
          return
        }
        if (text.trim() === '') return
        const cells = cellsOf(text, columns.separator)
        const [from, to] = [cells[columns.from], cells[columns.to]]
        const rate = Number(/^\d+(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(cells[columns.rate] ?? '')?.[0])
        if (from === undefined || to === undefined || !isNode(from) || !isNode(to)) {
          columns = undefined
          return
        }
        if (Number.isFinite(rate) && from !== to && pairs.length < MOST_PAIRS)
          pairs.push({ from, to, bandwidth: rate * columns.unit, place: placeOf(input, number, text) })
        else skipped++
      },
      end: () => ({
        evidence: head && pairs.length > 0 ? [{ kind: 'node-pairs', pairs, place: head }] : [],
        notes: [],
        skipped: pairs.length > 0 ? skipped : 0,
      }),
    }
  },
}

const LONGEST = 1000
/** All pairs of two thousand nodes. */
const MOST_PAIRS = 2_000_000

interface Columns {
  readonly separator: string | undefined
  readonly from: number
  readonly to: number
  readonly rate: number
  readonly unit: number
}

const FROM = /^(?:(?:node|host|server)[ _-]?(?:1|a)|src|source|from|client|sender)(?:[ _-]?(?:node|host))?$/i
const TO =
  /^(?:(?:node|host|server)[ _-]?(?:2|b)|dst|dest|destination|to|server|receiver)(?:[ _-]?(?:node|host))?$/i
const RATE = /^(?:bus|alg)?_?b(?:w|andwidth)\b|^(?:GB\/s|Gb\/s|Gbps|GBps)$|^(?:bus|alg)?_?bw[ _(]/i

const mayBeHeader = (text: string): boolean =>
  /bw|bandwidth|gb\/?p?s/i.test(text) && /node|host|src|source|from|client|sender/i.test(text)

function columnsOf(text: string): Columns | undefined {
  const bare = text.replace(/^\s*#\s*/, '')
  const separator = separatorOf(bare)
  const names = cellsOf(bare, separator)
  const [from, to, rate] = [FROM, TO, RATE].map((known) => names.findIndex((name) => known.test(name)))
  if (from === undefined || to === undefined || rate === undefined || Math.min(from, to, rate) < 0)
    return undefined
  const isBits = /Gb\/s|gbps|gbit/.test(names[rate]?.replace(/GBps/, '') ?? '')
  return { separator, from, to, rate, unit: isBits ? GBps / 8 : GBps }
}

const cellsOf = (text: string, separator: string | undefined): readonly string[] =>
  separator === undefined ? text.trim().split(/\s+/) : fieldsOf(text, separator).map((cell) => cell.trim())

const isNode = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,80}$/.test(text) && !/^\d+\.\d+$/.test(text)
