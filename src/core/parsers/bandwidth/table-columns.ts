/** What the columns of a table of sizes and bandwidths hold, by their names; and their cells as numbers. */
import { GBps, parseBytes, parseRate } from '../../base/units.ts'
import type { CurvePoint } from './curve-benchmark.ts'

type Placement = 'outOfPlace' | 'inPlace'

/** What one column of the header holds. */
export type Column =
  | { readonly holds: 'size'; readonly unit: string }
  | { readonly holds: keyof CurvePoint; readonly placement: Placement; readonly unit: string }
  | { readonly holds: 'ranks' }
  | { readonly holds: 'collective' }
  /** A word that tells one curve from another: the system, the host. */
  | { readonly holds: 'label' }

const SIZE = /^(?:(?:message|msg|data|buffer|payload|tensor|transfer)[ _-]*)?(?:size|bytes|length)$/
/** With a unit of bytes behind it: "payload_bytes". */
const MOVED = /^(?:message|msg|data|buffer|payload|tensor|transfer)$/

/** "oop_us" -> seconds, out of place. */
export function columnOf(name: string): Column {
  const { bare, unit } = unitOf(name)
  const placement =
    /\b(?:ip|in[ _-]?place)\b/.test(bare.replaceAll('_', ' ')) && !/out/.test(bare) ? 'inPlace' : 'outOfPlace'
  const plain = bare.replace(/^(?:oop|ip|out[ _-]?of[ _-]?place|in[ _-]?place)[ _-]*/, '')
  if (SIZE.test(plain) || (MOVED.test(plain) && /^[kmg]?i?b(?:ytes)?$/i.test(unit)))
    return { holds: 'size', unit }
  if (/bus[ _-]?b(?:w|andwidth)/.test(plain)) return { holds: 'busbw', placement, unit }
  if (/alg(?:o|orithm)?[ _-]?b(?:w|andwidth)/.test(plain)) return { holds: 'algbw', placement, unit }
  if (/^(?:avg |average |mean )?(?:bw|bandwidth|throughput)$/.test(plain))
    return { holds: 'bandwidth', placement, unit }
  if (/^(?:time|latency|duration|us|ms|)$/.test(plain) && /^(?:us|usec|ms|s|ns)$/.test(unit))
    return { holds: 'seconds', placement, unit }
  if (/^(?:n?ranks?|n?gpus?|world[ _-]?size|np|num[ _-]?gpus)$/.test(plain)) return { holds: 'ranks' }
  if (/^(?:collective|operation|op|coll|test)$/.test(plain)) return { holds: 'collective' }
  return { holds: 'label' }
}

/** "busbw (GB/s)", "busbw_GBps", "oop_us", "size[MB]" -> the name without its unit, and the unit. */
function unitOf(name: string): { bare: string; unit: string } {
  const match =
    /^(.*?)[ _-]*[[(]?\b([kmgtKMGT]?i?[bB](?:it)?(?:\/s|ps|\/sec)|us|usec|ms|ns|s|[kmgKMG]i?[bB]|bytes|B)[\])]?$/.exec(
      name.replaceAll('_', ' ').trim(),
    )
  const [, bare, unit] = match ?? []
  return bare === undefined || unit === undefined || (bare === '' && unit === 'bytes')
    ? { bare: name.toLowerCase().trim(), unit: '' }
    : { bare: bare.toLowerCase().trim(), unit }
}

/** In bytes; `unit` is the column's. */
export function sizeOf(field: string, unit: string): number | undefined {
  const read = parseBytes(/[a-z]/i.test(field) ? field : `${field}${unit.replace(/b$/, 'B')}`)
  return field !== '' && read.ok ? read.value : undefined
}

/** In bytes a second: GB/s where neither the cell nor the column has a unit. */
export function rateOf(field: string, unit: string): number | undefined {
  const read = parseRate(unit === '' || /[a-z]\s*(?:\/|ps)/i.test(field) ? field : `${field}${unit}`, GBps)
  return field !== '' && read.ok ? read.value : undefined
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, usec: 1e-6, ns: 1e-9 }

/** In seconds. */
export function durationOf(field: string, unit: string): number | undefined {
  const value = Number(field) * (SECONDS[unit] ?? Number.NaN)
  return field !== '' && value > 0 ? value : undefined
}
