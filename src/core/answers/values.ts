/**
 * Values as a command line or a form has them, read strictly: what cannot be read is a problem that says what was expected.
 * `option` is the name that the problem tells.
 */
import { nearest } from '../base/nearest.ts'
import { failed, ok, type Result } from '../base/result.ts'
import { parseBytes, parseCount, parseDuration, parseRate, type Unreadable } from '../base/units.ts'
import type { Problem, ProblemValues } from '../messages/cli.ts'

type Read<Value> = (option: string, seen: string) => Result<Value, Problem>

/** Reads an option where it is given. */
export const optional = <Value>(
  read: Read<Value>,
  option: string,
  seen: string | undefined,
): Result<Value | undefined, Problem> => (seen === undefined ? ok(undefined) : read(option, seen))

/** One of a few words; the nearest are offered. */
export const choice =
  <Choice extends string>(choices: readonly Choice[]): Read<Choice> =>
  (option, seen) => {
    const chosen = choices.find((choice) => choice.toLowerCase() === seen.toLowerCase())
    return chosen === undefined
      ? failed({
          id: 'choice-unknown',
          values: { option, seen, choices },
          nearest: nearest(seen, choices, 1),
        })
      : ok(chosen)
  }

export const unreadable = (
  option: string,
  seen: string,
  wanted: ProblemValues['value-unreadable']['wanted'],
): { readonly ok: false; readonly problem: Problem } =>
  failed({ id: 'value-unreadable', values: { option, seen, wanted } })

/** No size, time, rate or number of anything here is smaller or larger: a zero too many or a unit is wrong. */
const [LEAST, MOST] = [1e-12, 1e18]
export const isReal = (value: number): boolean => value >= LEAST && value <= MOST

/** Nodes and ranks: the largest machines have 10^5. */
const MOST_WHOLE = 10_000_000

const positive =
  (
    parse: (seen: string) => Result<number, Unreadable>,
    wanted: 'bytes' | 'duration' | 'count' | 'rate',
  ): Read<number> =>
  (option, seen) => {
    const read = parse(seen)
    return read.ok && isReal(read.value) ? read : unreadable(option, seen, wanted)
  }

export const bytes = positive(parseBytes, 'bytes')
export const duration = positive(parseDuration, 'duration')
export const count = positive(parseCount, 'count')
export const rate = positive(parseRate, 'rate')

/** 1, 2, 3 … */
export const whole: Read<number> = (option, seen) => {
  const value = Number(seen)
  if (!/^\d+$/.test(seen) || value < 1 || !Number.isSafeInteger(value))
    return unreadable(option, seen, 'whole')
  if (value <= MOST_WHOLE) return ok(value)
  return failed({ id: 'value-too-large', values: { option, seen: value, most: MOST_WHOLE } })
}

/** 0 to 1, or "50%". */
export const share: Read<number> = (option, seen) => {
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(seen)
  const value = percent ? Number(percent[1]) / 100 : /^\d*\.?\d+$/.test(seen) ? Number(seen) : Number.NaN
  return value >= 0 && value <= 1 ? ok(value) : unreadable(option, seen, 'share')
}

/** More sizes would not fit any table, and 2^n reaches all that matter. */
const MOST_SIZES = 256

/** 0, 1, 2 … */
export const number: Read<number> = (option, seen) => {
  const value = Number(seen)
  return /^\d+$/.test(seen) && Number.isSafeInteger(value) ? ok(value) : unreadable(option, seen, 'number')
}

/** "64M", "1M,64M,1G", or "1M-16G": doubled from the first up to the second. */
export const sizes: Read<readonly number[]> = (option, seen) => {
  const all: number[] = []
  for (const part of seen.split(',')) {
    const ends = part.split('-').map((end) => bytes(option, end))
    const [from, to] = ends
    if (!from?.ok || ends.length > 2 || (to && !to.ok)) return unreadable(option, seen, 'sizes')
    const last = to?.ok ? to.value : from.value
    for (let size = from.value; size <= last && all.length < MOST_SIZES; size *= 2) all.push(size)
  }
  return all.length > 0 ? ok(all) : unreadable(option, seen, 'sizes')
}
