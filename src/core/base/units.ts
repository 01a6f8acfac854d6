/**
 * Bytes, rates and durations as people write them.
 *
 * Sizes follow nccl-tests: a bare K, M, G or T is binary (8G = 8 x 2^30). With a B the letters mean what they say:
 * 8GB is 8 x 10^9, 8GiB is 8 x 2^30. Rates tell bits from bytes: 200Gb/s is 25 GB/s.
 */
import { failed, ok, type Result } from './result.ts'

export type Bytes = number
export type Seconds = number
export type BytesPerSecond = number

/** What could not be read, and what was wanted. */
export interface Unreadable {
  readonly seen: string
  readonly wanted: 'bytes' | 'rate' | 'duration' | 'count'
}

export const KiB = 2 ** 10
export const MiB = 2 ** 20
export const GiB = 2 ** 30
/** 10^9 bytes a second: the unit of nccl-tests' algbw and busbw. */
export const GBps = 1e9

const LETTERS = 'kmgtp'
const NUMBER = String.raw`([+]?(?:\d+(?:[._,]\d+)*|\.\d+)(?:e[+-]?\d+)?)`

const SIZE = new RegExp(`^${NUMBER}\\s*(?:([kmgtp])?(i?b)?|bytes?)$`, 'i')
/** "8Mb" is eight megabits: no size that anybody passes to a test. */
const BITS = /[KMGTP]b$/
const RATE = new RegExp(
  String.raw`^${NUMBER}\s*(?:([kmgtp])?(i)?(b|bit|bits|byte|bytes)\s*(?:\/\s*s(?:ec)?|ps))?$`,
  'i',
)
const DURATION = new RegExp(`^${NUMBER}\\s*([a-zµμ]+)$`, 'i')
const COUNT = new RegExp(`^${NUMBER}\\s*([kmbgt])?$`, 'i')

/** "8G" (binary, as in nccl-tests), "8 MB" (10^6), "8MiB" (2^20), "8388608" -> bytes. */
export function parseBytes(text: string): Result<Bytes, Unreadable> {
  const [, number, letter, b] = (!BITS.test(text.trim()) && SIZE.exec(text.trim())) || []
  const base = b?.toLowerCase() === 'b' ? 1000 : 1024
  return read(text, 'bytes', Math.round(numberOf(number) * base ** powerOf(letter)))
}

/** "310GB/s", "200Gb/s", "25 GiB/s", "400 Gbps" -> bytes/s. A bare number counts in `bare` (by default GB/s). */
export function parseRate(text: string, bare: BytesPerSecond = GBps): Result<BytesPerSecond, Unreadable> {
  const [, number, letter, binary, word] = RATE.exec(text.trim()) ?? []
  if (!word) return read(text, 'rate', numberOf(number) * bare)
  // "b" alone is a bit and "B" a byte: the one place where case decides.
  const bits = /^bits?$/i.test(word) || word === 'b'
  const base = binary ? 1024 : 1000
  return read(text, 'rate', (numberOf(number) * base ** powerOf(letter)) / (bits ? 8 : 1))
}

const SECONDS: ReadonlyMap<string, Seconds> = new Map([
  ['ns', 1e-9],
  ['us', 1e-6],
  ['µs', 1e-6],
  ['μs', 1e-6],
  ['usec', 1e-6],
  ['ms', 1e-3],
  ['msec', 1e-3],
  ['s', 1],
  ['sec', 1],
  ['min', 60],
])
const THOUSANDS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
  ['g', 1e9],
  ['t', 1e12],
])

/** "12.4ms", "120 us", "1.5 s" -> seconds. The unit is required: a bare number is no duration. */
export function parseDuration(text: string): Result<Seconds, Unreadable> {
  const [, number, word = ''] = DURATION.exec(text.trim()) ?? []
  return read(text, 'duration', numberOf(number) * (SECONDS.get(word.toLowerCase()) ?? Number.NaN))
}

/** "70B", "1.5e9", "25.6M", "8" -> a number; K, M, B and T count in thousands (parameters, tokens). */
export function parseCount(text: string): Result<number, Unreadable> {
  const [, number, letter = ''] = COUNT.exec(text.trim()) ?? []
  return read(text, 'count', numberOf(number) * (THOUSANDS.get(letter.toLowerCase()) ?? 1))
}

const powerOf = (letter: string | undefined): number =>
  letter ? LETTERS.indexOf(letter.toLowerCase()) + 1 : 0

/** "1,073,741,824", "12.5" and "1e9" are numbers; a comma between other groups than three digits is not read: NaN. */
function numberOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  const grouped = /^[+]?\d{1,3}([,_]\d{3})+(\.\d+)?$/.test(text)
  return Number(grouped ? text.replace(/[,_]/g, '') : text)
}

/** An exabyte, 10^18 bytes/s, the age of the universe in seconds: no machine holds or takes more. */
const MOST = 1e18

/** The value, unless it is none that a machine can hold. */
const read = (seen: string, wanted: Unreadable['wanted'], value: number): Result<number, Unreadable> =>
  value <= MOST ? ok(value) : failed({ seen, wanted })
