/** manifest.txt of `ringscope capture` (src/capture/script.ts): tab separated, one source a line, with what was missing. */
import type { CapturedSource } from '../../evidence/capture.ts'
import type { Place } from '../../evidence/place.ts'
import { placeOf, redact } from '../../text/quote.ts'
import type { LineParser } from '../parser.ts'

const STATUSES: readonly string[] = [
  'ok',
  'partial',
  'missing',
  'empty',
  'timeout',
  'failed',
] satisfies CapturedSource['status'][]
/** ringscope collects a few dozen. */
const MOST_SOURCES = 500

export const captureManifest: LineParser = {
  kind: 'lines',
  id: 'capture-manifest',
  title: 'manifest of ringscope capture',
  start(input) {
    let place: Place | undefined
    let host: string | undefined
    const sources: CapturedSource[] = []
    return {
      line(text, number) {
        if (!place) {
          if (text.startsWith('# ringscope capture ')) place = placeOf(input, number, text)
          return
        }
        const [key, ...cells] = text.split('\t')
        if (key === 'host' && cells[0]) host = cells[0].slice(0, 100)
        const [id, status, file, why = ''] = cells
        if (key !== 'source' || !id || !isStatus(status) || sources.length >= MOST_SOURCES) return
        sources.push({
          id: id.slice(0, 60),
          status,
          ...(file === undefined || file === '-' ? {} : { file }),
          why: redact(why.slice(0, 200)),
        })
      },
      end: () => ({
        evidence:
          place && host !== undefined
            ? [{ kind: 'capture', host, folder: folderOf(input), sources, place }]
            : [],
        notes: [],
      }),
    }
  },
}

const isStatus = (text: string | undefined): text is CapturedSource['status'] =>
  text !== undefined && STATUSES.includes(text)

const folderOf = (input: string): string => input.replace(/[\\/]?[^\\/]*$/, '')
