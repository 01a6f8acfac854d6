/**
 * A bare curve of bandwidth over size, as scripts print it: "8.192 MB: 12.5 GB/s", with or without "#". There is no
 * standard for it, so a note says how sizes and rates were read. Comma or tab separated: bandwidth-table.ts.
 */
import { type BytesPerSecond, parseBytes, parseRate } from '../../base/units.ts'
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import { copy } from '../../text/copy.ts'
import { prefixLength } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader, Parsed } from '../parser.ts'
import { benchmarkOfCurve } from './curve-benchmark.ts'

export const bandwidthCurve: LineParser = {
  kind: 'lines',
  id: 'bandwidth-curve',
  title: 'bare curve (8.192 MB: 12.5 GB/s)',
  start: (input) => reader(input),
}

/** One point a line: size, ":" "=" "->" or blanks, perhaps "busbw", rate with its unit, perhaps a remark. */
const POINT =
  /^[#>*\s-]*(?:size\s*[:=]?\s*)?(\d[\d.,]*)\s*([kmgt]i?b?|bytes|b)?\s*(?::|=|->|→|\||\s)\s*(?:(busbw|algbw)\s*[:=]?\s*)?(\d[\d.,]*(?:e[+-]?\d+)?)\s*([kmgt]?i?b(?:ytes?|its?)?(?:\/s(?:ec)?|ps))\s*(busbw|algbw)?(?:\s*[,;(|].*)?\s*$/i

/** Without a unit, a smaller number before a rate is more probably that of a rank or a link. */
const LEAST_BARE_BYTES = 256
const LONGEST_POINT = 200

interface Point {
  readonly bytes: number
  readonly rate: BytesPerSecond
  readonly sizeUnit: string
  readonly rateUnit: string
  readonly quantity: 'busbw' | 'algbw' | undefined
  readonly place: Place
}

/** Points one below the other, and the line above them, which may say what was measured. */
interface Curve {
  readonly title: string
  readonly points: Point[]
}

function reader(input: string): LineReader {
  const curves: Curve[] = []
  let above = ''
  let open = false

  return {
    line(text, number) {
      const point =
        (text.includes('/s') || text.includes('ps')) && text.length <= LONGEST_POINT
          ? pointOf(text, input, number)
          : undefined
      if (!point) {
        open = false
        if (text !== '') above = text
        return
      }
      const last = curves.at(-1)
      const larger = last && point.bytes >= (last.points.at(-1)?.bytes ?? 0)
      if (open && larger) last.points.push(point)
      else curves.push({ title: copy(above.slice(0, LONGEST_POINT)), points: [point] })
      open = true
    },
    kept: () => curves.reduce((sum, { points }) => sum + points.length, 0),
    end() {
      const parsed = curves
        .filter(({ points }) => points.length > 1 || curves.length === 1)
        .map((curve) => readCurve(curve, input))
      return {
        evidence: parsed.flatMap(({ evidence }) => evidence),
        notes: parsed.flatMap(({ notes }) => notes),
      }
    },
  }
}

function pointOf(text: string, input: string, number: number): Point | undefined {
  const match = POINT.exec(text) ?? POINT.exec(text.slice(prefixLength(text)))
  if (!match) return undefined
  const [, size = '', sizeUnit = '', before, rate = '', rateUnit = '', after] = match
  const bytes = parseBytes(`${size}${sizeUnit}`)
  const read = parseRate(`${rate}${rateUnit}`)
  if (!bytes.ok || !read.ok || (sizeUnit === '' && bytes.value < LEAST_BARE_BYTES)) return undefined
  const quantity = (before ?? after)?.toLowerCase() as Point['quantity']
  return {
    bytes: bytes.value,
    rate: read.value,
    sizeUnit,
    rateUnit,
    quantity,
    place: placeOf(input, number, text),
  }
}

function readCurve({ title, points }: Curve, input: string): Parsed {
  const [first] = points as [Point, ...Point[]]
  const quantity =
    first.quantity ?? (/\b(busbw|algbw)\b/i.exec(title)?.[1]?.toLowerCase() as Point['quantity'])
  const { benchmark, notes } = benchmarkOfCurve(
    {
      title,
      place: first.place,
      rows: points.map(({ bytes, rate, place }) => ({
        bytes,
        outOfPlace: { [quantity ?? 'bandwidth']: rate },
        place,
      })),
    },
    input,
  )
  return { evidence: [benchmark], notes: [...unitNotes(points), ...notes] }
}

/** How each unit was read, once. */
function unitNotes(points: readonly Point[]): readonly Note[] {
  const pairs = new Map(points.map((point) => [`${point.sizeUnit} ${point.rateUnit}`, point]))
  return [...pairs.values()].flatMap(({ sizeUnit, rateUnit, place }): readonly Note[] => {
    const size = parseBytes(`1${sizeUnit}`)
    const rate = parseRate(`1${rateUnit}`)
    if (!size.ok || !rate.ok) return []
    return [
      { id: 'curve-units', values: { sizeUnit, sizeBytes: size.value, rateUnit, rate: rate.value }, place },
    ]
  })
}
