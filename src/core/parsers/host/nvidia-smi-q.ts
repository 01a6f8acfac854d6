/**
 * `nvidia-smi -q`: for each GPU its clocks and why they are held back, power, PCIe link, ECC errors. Sections are told by
 * indentation; names changed with the driver (Clocks Throttle Reasons became Clocks Event Reasons with 535).
 */
import type { GpuFact } from '../../evidence/gpu-facts.ts'
import type { VersionFact } from '../../evidence/host-facts.ts'
import type { Place } from '../../evidence/place.ts'
import type { HostParser } from '../parser.ts'

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
type GpuDraft = Writable<Omit<GpuFact, 'throttled' | 'pcieGeneration' | 'pcieWidth'>> & {
  throttled: { reason: string; place: Place }[]
  pcieGeneration?: { current?: number; max?: number; place: Place }
  pcieWidth?: { current?: number; max?: number; place: Place }
}

const GPU = /^GPU ([0-9A-Fa-f]{8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s*$/
const FIELD = /^(\s*)([A-Za-z][\w ./()-]*?)\s*(?::\s+(.*?))?\s*$/

export const nvidiaSmiQ: HostParser = {
  kind: 'host',
  id: 'nvidia-smi-q',
  title: 'nvidia-smi -q: clocks, throttling, power, PCIe, ECC',
  begins: (text) =>
    text.startsWith('=') ? text.includes('=NVSMI LOG=') : text.startsWith('GPU 0') && GPU.test(text),
  read(emit, { command }) {
    let gpu: GpuDraft | undefined
    // With -i only one is shown, and its number stands in the command.
    let count = Number(/ -i (\d+)\b/.exec(command)?.[1] ?? 0)
    /** The titles above, by their indentation. */
    let above: { indent: number; title: string }[] = []
    let errors = errorSection()
    let before = ''
    /** A version is told when the next line shows that it was not cut. */
    let version: VersionFact | undefined
    const finish = () => {
      // A GPU of which the listing shows nothing was cut off.
      if (gpu && Object.keys(gpu).length > 5) emit(gpu)
      gpu = undefined
    }
    return {
      line(text, place) {
        if (version) emit(version)
        version = undefined
        const busId = text.startsWith('GPU ') ? GPU.exec(text)?.[1] : undefined
        if (busId !== undefined) {
          finish()
          gpu = { is: 'gpu', index: count++, busId, throttled: [], place: place() }
          above = []
          errors = errorSection()
          return
        }
        const [, spaces = '', title, value] = FIELD.exec(text) ?? []
        if (title === undefined) return
        // The line that named the next GPU is lost, unless this one stands twice.
        if (title === 'Product Name' && gpu?.name !== undefined && text !== before) {
          finish()
          count++
        }
        before = text
        if (!gpu) {
          if (title === 'Attached GPUs' && /^\d{1,3}$/.test(value ?? ''))
            emit({ is: 'gpu-count', count: Number(value), place: place() })
          if (value === undefined || !VERSION.test(value)) return
          const of = title === 'Driver Version' ? 'driver' : title === 'CUDA Version' ? 'cuda' : undefined
          if (of) version = { is: 'version', of, version: value, place: place() }
          return
        }
        above = above.filter(({ indent }) => indent < spaces.length)
        if (value === undefined) above.push({ indent: spaces.length, title })
        else {
          const path = above.map((section) => section.title).join('/')
          if (!path.startsWith(VOLATILE) || errors.isOfNow(path, title, text))
            readField(gpu, path, title, value, place)
          // "HW Slowdown : Active" has reasons below it.
          above.push({ indent: spaces.length, title })
        }
      },
      end() {
        // In the last line of the listing it may be cut.
        if (gpu && before.trimStart().startsWith('Product Name')) delete gpu.name
        finish()
      },
    }
  },
}

/** Whole, without another line glued to it. */
const VERSION = /^\d+(?:\.\d+)+$/

const VOLATILE = 'ECC Errors/Volatile'

/**
 * Errors since the driver was loaded, line by line. Those of all times have the same titles under a heading of their own:
 * where a title comes again that heading is lost, and what follows is of old.
 */
function errorSection(): { isOfNow(path: string, title: string, text: string): boolean } {
  const titles = new Set<string>()
  let latest = ''
  let isOver = false
  return {
    isOfNow(path, title, text) {
      const key = `${path}/${title}`
      // A line that stands twice counts once.
      if (`${key} ${text}` === latest) return false
      latest = `${key} ${text}`
      isOver ||= titles.has(key)
      titles.add(key)
      return !isOver
    },
  }
}

/** "700.00 W", "16x"; without its unit a number was cut. */
function numberIn(value: string, unit: '' | 'x' | ' W' | ' MHz' | ' C' | ' %'): number | undefined {
  const number = value.endsWith(unit) ? value.slice(0, value.length - unit.length) : ''
  return /^-?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

function readField(gpu: GpuDraft, path: string, title: string, value: string, place: () => Place): void {
  if (title === 'Product Name' && path === '') {
    // With blanks inside, another line was glued to it.
    if (!value.includes('  ')) gpu.name = value
  } else if (title === 'Performance State') gpu.performanceState = value
  else if (/^Clocks (?:Throttle|Event) Reasons/.test(path)) {
    if (value === 'Active') gpu.throttled.push({ reason: title, place: place() })
  } else if (path.endsWith('PCIe Generation') || path.endsWith('Link Width')) {
    const which = path.endsWith('Link Width') ? 'pcieWidth' : 'pcieGeneration'
    const number = numberIn(value, which === 'pcieWidth' ? 'x' : '')
    if (number === undefined || (title !== 'Max' && title !== 'Current')) return
    const link = gpu[which] ?? { place: place() }
    if (title === 'Current') link.place = place()
    link[title === 'Max' ? 'max' : 'current'] = number
    gpu[which] = link
  } else if (/^(?:GPU )?Power Readings$/.test(path)) readPower(gpu, title, numberIn(value, ' W'), place)
  else if (/^(?:Remapped Rows|Retired Pages)$/.test(path) && value === 'Yes') {
    const failed = title === 'Remapping Failure Occurred'
    if (failed || /^Pending/.test(title))
      gpu.remapping =
        gpu.remapping?.state === 'failed'
          ? gpu.remapping
          : { state: failed ? 'failed' : 'pending', place: place() }
  } else if (
    path.startsWith(VOLATILE) &&
    (/Uncorrectable/.test(`${path} ${title}`) || (path.endsWith('Double Bit') && title === 'Total'))
  ) {
    const number = numberIn(value, '') ?? 0
    if (number > 0)
      gpu.eccUncorrected = {
        count: (gpu.eccUncorrected?.count ?? 0) + number,
        place: gpu.eccUncorrected?.place ?? place(),
      }
  } else readMeasure(gpu, `${path}/${title}`, value)
}

function readMeasure(gpu: GpuDraft, name: string, value: string): void {
  const [field, unit] = MEASURES[name] ?? []
  const number = unit === undefined ? undefined : numberIn(value, unit)
  if (field !== undefined && number !== undefined) gpu[field] = number
}

const MEASURES: Readonly<
  Record<
    string,
    readonly ['utilisation' | 'celsius' | 'smClockMhz' | 'maxSmClockMhz', ' %' | ' C' | ' MHz'] | undefined
  >
> = {
  'Utilization/Gpu': ['utilisation', ' %'],
  'Temperature/GPU Current Temp': ['celsius', ' C'],
  'Clocks/SM': ['smClockMhz', ' MHz'],
  'Max Clocks/SM': ['maxSmClockMhz', ' MHz'],
}

function readPower(gpu: GpuDraft, title: string, watts: number | undefined, place: () => Place): void {
  if (watts === undefined) return
  if (/^(?:Average |Instantaneous |Current )?Power Draw$/.test(title)) gpu.powerWatts = watts
  else if (/^(?:Current )?Power Limit$/.test(title)) {
    gpu.powerLimitWatts = watts
    gpu.powerLimitPlace = place()
  } else if (title === 'Default Power Limit') gpu.defaultPowerLimitWatts = watts
}
