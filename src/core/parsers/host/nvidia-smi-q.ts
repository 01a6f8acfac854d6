/**
 * `nvidia-smi -q`: for each GPU its clocks and why they are held back, power, PCIe link, ECC errors. Sections are told by
 * indentation; names changed with the driver (Clocks Throttle Reasons became Clocks Event Reasons with 535).
 */
import type { GpuFact } from '../../evidence/gpu-facts.ts'
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
    const finish = () => {
      // A GPU of which the listing shows nothing was cut off.
      if (gpu && Object.keys(gpu).length > 5) emit(gpu)
      gpu = undefined
    }
    return {
      line(text, place) {
        const busId = text.startsWith('GPU ') ? GPU.exec(text)?.[1] : undefined
        if (busId !== undefined) {
          finish()
          gpu = { is: 'gpu', index: count++, busId, throttled: [], place: place() }
          above = []
          return
        }
        const [, spaces = '', title, value] = FIELD.exec(text) ?? []
        if (title === undefined) return
        if (!gpu) {
          if (value !== undefined && title === 'Driver Version')
            emit({ is: 'version', of: 'driver', version: value, place: place() })
          if (value !== undefined && title === 'CUDA Version')
            emit({ is: 'version', of: 'cuda', version: value, place: place() })
          return
        }
        above = above.filter(({ indent }) => indent < spaces.length)
        if (value === undefined) above.push({ indent: spaces.length, title })
        else {
          readField(gpu, above.map((section) => section.title).join('/'), title, value, place)
          // "HW Slowdown : Active" has reasons below it.
          above.push({ indent: spaces.length, title })
        }
      },
      end: finish,
    }
  },
}

const numberIn = (value: string): number | undefined => {
  const number = Number(/^-?\d+(?:\.\d+)?/.exec(value)?.[0])
  return Number.isFinite(number) && /^-?\d/.test(value) ? number : undefined
}

function readField(gpu: GpuDraft, path: string, title: string, value: string, place: () => Place): void {
  const number = numberIn(value)
  if (title === 'Product Name' && path === '') gpu.name = value
  else if (title === 'Performance State') gpu.performanceState = value
  else if (/^Clocks (?:Throttle|Event) Reasons/.test(path)) {
    if (value === 'Active') gpu.throttled.push({ reason: title, place: place() })
  } else if (path.endsWith('PCIe Generation') || path.endsWith('Link Width')) {
    const which = path.endsWith('Link Width') ? 'pcieWidth' : 'pcieGeneration'
    if (number === undefined || (title !== 'Max' && title !== 'Current')) return
    const link = gpu[which] ?? { place: place() }
    if (title === 'Current') link.place = place()
    link[title === 'Max' ? 'max' : 'current'] = number
    gpu[which] = link
  } else if (path === 'Utilization' && title === 'Gpu' && number !== undefined) gpu.utilisation = number
  else if (path === 'Temperature' && title === 'GPU Current Temp' && number !== undefined)
    gpu.celsius = number
  else if (path === 'Clocks' && title === 'SM' && number !== undefined) gpu.smClockMhz = number
  else if (path === 'Max Clocks' && title === 'SM' && number !== undefined) gpu.maxSmClockMhz = number
  else if (/^(?:GPU )?Power Readings$/.test(path) && number !== undefined)
    readPower(gpu, title, number, place)
  else if (/^(?:Remapped Rows|Retired Pages)$/.test(path) && value === 'Yes') {
    const failed = title === 'Remapping Failure Occurred'
    if (failed || /^Pending/.test(title))
      gpu.remapping =
        gpu.remapping?.state === 'failed'
          ? gpu.remapping
          : { state: failed ? 'failed' : 'pending', place: place() }
  } else if (
    /^ECC Errors\/Volatile/.test(path) &&
    (/Uncorrectable/.test(`${path} ${title}`) || (path.endsWith('Double Bit') && title === 'Total')) &&
    number !== undefined &&
    number > 0
  )
    gpu.eccUncorrected = {
      count: (gpu.eccUncorrected?.count ?? 0) + number,
      place: gpu.eccUncorrected?.place ?? place(),
    }
}

function readPower(gpu: GpuDraft, title: string, watts: number, place: () => Place): void {
  if (/^(?:Average |Instantaneous |Current )?Power Draw$/.test(title)) gpu.powerWatts = watts
  else if (/^(?:Current )?Power Limit$/.test(title)) {
    gpu.powerLimitWatts = watts
    gpu.powerLimitPlace = place()
  } else if (title === 'Default Power Limit') gpu.defaultPowerLimitWatts = watts
}
