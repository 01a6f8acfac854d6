/**
 * `nvidia-smi dmon` (a row a GPU and second under a "# gpu" header) and `nvidia-smi --query-gpu=… --format=csv`: power,
 * temperature, utilisation and clocks over time.
 */
import type { GpuSampleFact } from '../../evidence/gpu-facts.ts'
import type { HostParser } from '../parser.ts'

type Field = 'index' | Exclude<keyof GpuSampleFact, 'is' | 'index' | 'place'>

const DMON: Readonly<Record<string, Field>> = {
  gpu: 'index',
  pwr: 'powerWatts',
  gtemp: 'celsius',
  temp: 'celsius',
  sm: 'utilisation',
  pclk: 'smClockMhz',
  pviol: 'powerViolation',
  tviol: 'thermalViolation',
}
const CSV: readonly (readonly [RegExp, Field])[] = [
  [/^index$/, 'index'],
  [/^power\.draw/, 'powerWatts'],
  [/^temperature\.gpu/, 'celsius'],
  [/^utilization\.gpu/, 'utilisation'],
  [/^clocks\.(?:current\.)?(?:sm|graphics)/, 'smClockMhz'],
]

const isDmonHeader = (text: string): boolean =>
  text.startsWith('#') && /^#\s*(?:Date\s+Time\s+)?gpu\s+pwr\b/.test(text)
const isCsvHeader = (text: string): boolean => text.startsWith('index,') && /power\.draw|clocks\./.test(text)

export const nvidiaSmiDmon: HostParser = {
  kind: 'host',
  id: 'nvidia-smi-dmon',
  title: 'nvidia-smi dmon, --query-gpu=… --format=csv',
  begins: (text) => isDmonHeader(text) || isCsvHeader(text),
  read(emit) {
    let columns: readonly (Field | undefined)[] = []
    let comma = false
    return {
      line(text, place) {
        if (isDmonHeader(text)) {
          comma = false
          columns = text
            .replace(/^#\s*/, '')
            .trim()
            .split(/\s+/)
            .map((name) => DMON[name.toLowerCase()])
          return
        }
        if (isCsvHeader(text)) {
          comma = true
          columns = text.split(',').map((name) => CSV.find(([known]) => known.test(name.trim()))?.[1])
          return
        }
        if (!/^\s*\d/.test(text)) return
        const cells = comma ? text.split(',') : text.trim().split(/\s+/)
        if (cells.length !== columns.length) return
        const values = new Map<Field, number>()
        for (const [at, field] of columns.entries()) {
          const cell = (cells[at] ?? '').trim()
          const value = Number(/^-?\d+(?:\.\d+)?/.exec(cell)?.[0])
          if (field !== undefined && Number.isFinite(value)) values.set(field, value)
        }
        const index = values.get('index')
        if (index === undefined || !Number.isInteger(index)) return
        const { thermalViolation, ...rest } = Object.fromEntries(values) as Record<Field, number>
        emit({
          is: 'gpu-sample',
          ...rest,
          index,
          ...(thermalViolation === undefined ? {} : { thermalViolation: thermalViolation > 0 }),
          place: place(),
        })
      },
    }
  },
}
