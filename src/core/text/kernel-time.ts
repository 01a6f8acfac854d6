/**
 * When a line of the kernel's log was written. Forms: dmesg ("[ 8841.550021]", with a thread "[T812]" behind it), dmesg -T
 * ("[Tue Apr 28 14:14:49 2026]"), journalctl and syslog ("Apr 28 14:14:49 gpu-07 kernel:"), journalctl -o short-iso.
 */

export interface KernelTime {
  readonly seconds: number
  /** Seconds since the host was started, or else since 1970. Without a year or a zone: good for differences alone. */
  readonly since: 'start' | 'epoch'
}

const SINCE_START = /^\[ *(\d{1,10}\.\d+)\]/
const OF_DMESG_T = /^\[([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\]/
const OF_SYSLOG = /^([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d)/
const ISO = /^\[?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?/

/** Undefined where the line begins with no time. */
export function kernelTime(text: string): KernelTime | undefined {
  const start = SINCE_START.exec(text)?.[1]
  if (start !== undefined) return { seconds: Number(start), since: 'start' }
  const date = dateIn(text)
  const milliseconds = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(milliseconds) ? undefined : { seconds: milliseconds / 1000, since: 'epoch' }
}

/** As Date.parse reads it. */
function dateIn(text: string): string | undefined {
  const [, dmesg] = OF_DMESG_T.exec(text) ?? []
  if (dmesg !== undefined) return `${dmesg} UTC`
  const [, month, day, clock] = OF_SYSLOG.exec(text) ?? []
  // Any leap year does: the line does not say which.
  if (month !== undefined) return `${day} ${month} 2000 ${clock} UTC`
  const [, date, time, fraction = '0', zone = 'Z'] = ISO.exec(text) ?? []
  return date === undefined ? undefined : `${date}T${time}.${fraction.slice(0, 3)}${zone}`
}
