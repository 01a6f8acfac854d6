/** How numbers with units are printed: the only place that does. Every message receives a `Print`. */
import type { Bytes, BytesPerSecond, Seconds } from './units.ts'

/** A number with its unit in SI. */
export interface Quantity {
  readonly value: number
  readonly unit: 'B/s' | 's' | 'B' | '1'
}

export interface Print {
  /** "8 GiB" where that is exact, else decimal: "133.2 MB". */
  bytes(bytes: Bytes): string
  /** "230 GB/s", in powers of ten. */
  rate(bytesPerSecond: BytesPerSecond): string
  /** "400 Gb/s": the rate of a port as its maker states it. */
  bits(bytesPerSecond: BytesPerSecond): string
  /** "3.93 ms" */
  duration(seconds: Seconds): string
  /** "1,234" */
  count(count: number): string
  /** A share 0..1 as "66 %". */
  percent(share: number): string
  /** Three significant digits, no unit. */
  number(value: number): string
  quantity(quantity: Quantity): string
}

export const print: Print = {
  bytes(bytes) {
    const binary = scaled(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'])
    return Number.isInteger(binary.value) || bytes < 1024
      ? `${plain(binary.value)} ${binary.unit}`
      : unit(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'])
  },
  rate: (rate) => unit(rate, 1000, ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s']),
  bits: (rate) => unit(rate * 8, 1000, ['b/s', 'kb/s', 'Mb/s', 'Gb/s', 'Tb/s']),
  duration: (seconds) =>
    seconds === 0
      ? '0 s'
      : seconds >= 1
        ? `${significant(seconds)} s`
        : unit(seconds * 1e9, 1000, ['ns', 'us', 'ms', 's']),
  count: (count) => Math.round(count).toLocaleString('en-US'),
  percent: (share) =>
    `${Math.abs(share) < 0.0995 ? significant(share * 100, 2) : plain(Math.round(share * 100))} %`,
  number: (value) => significant(value),
  quantity: ({ value, unit }) => {
    switch (unit) {
      case 'B/s':
        return print.rate(value)
      case 's':
        return print.duration(value)
      case 'B':
        return print.bytes(value)
      case '1':
        return print.percent(value)
    }
  },
}

/** Three significant digits without an exponent: 0.0123, 1.23, 12.3, 123, 1234. */
function significant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return String(value)
  if (value === 0) return '0'
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1
  const decimals = Math.max(0, Math.min(12, digits - whole))
  return plain(Number(value.toFixed(decimals)))
}

const plain = (value: number): string =>
  Number.isFinite(value)
    ? // Adding 0 turns -0 into 0.
      (value + 0).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })
    : String(value)

function scaled(value: number, base: number, units: readonly string[]): { value: number; unit: string } {
  let power = 0
  // 999.6 prints as "1000" with three digits: move on to the next unit before that.
  while (power < units.length - 1 && Math.abs(value) / base ** power >= (base === 1000 ? 999.5 : base))
    power++
  return { value: value / base ** power, unit: units[power] ?? '' }
}

function unit(value: number, base: number, units: readonly string[]): string {
  const { value: number, unit } = scaled(value, base, units)
  return `${significant(number)} ${unit}`
}
