/** --measured: a rate or a time, read as busbw at a size; how it was read is part of the answer. */
import { failed, ok, type Result } from '../base/result.ts'
import { GBps, parseDuration, parseRate } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import type { Problem } from '../messages/cli.ts'
import type { Reading } from '../report/expect/answer.ts'
import { isReal } from './values.ts'

export interface MeasuredOptions {
  readonly measured: string
  readonly algbw: boolean
  /** As given with --size. */
  readonly size?: number
}

export interface MeasuredAt {
  readonly collective: CollectiveName
  readonly ranks: number
  /** Where the plateau is read: the size when none was given. */
  readonly plateau: number
}

/** "310GB/s", "310", "2480Gb/s" at a size or else the plateau; "12.4ms" only with a size. */
export function readingOf(
  { measured, algbw: isAlgbw, size }: MeasuredOptions,
  { collective, ranks, plateau }: MeasuredAt,
): Result<Reading, Problem> {
  const factor = busFactor(collective, ranks)
  const bytes = size ?? plateau
  const sizeSupposed = size === undefined
  const time = parseDuration(measured)
  if (time.ok) {
    if (!isReal(time.value)) return unreadable(measured)
    if (sizeSupposed)
      return failed({ id: 'option-needs', values: { option: `--measured ${measured}`, needs: '--size' } })
    if (isAlgbw) return failed({ id: 'options-exclude', values: { option: '--algbw', other: measured } })
    const algbw = bytes / time.value / GBps
    return ok({ given: 'time', bytes, seconds: time.value, algbw, busbw: algbw * factor, sizeSupposed })
  }
  const rate = parseRate(measured)
  if (!rate.ok || !isReal(rate.value)) return unreadable(measured)
  const given = rate.value / GBps
  const algbw = isAlgbw ? given : given / factor
  return ok({
    given: isAlgbw ? 'algbw' : 'busbw',
    bytes,
    seconds: bytes / (algbw * GBps),
    algbw,
    busbw: isAlgbw ? given * factor : given,
    sizeSupposed,
  })
}

const unreadable = (seen: string): { readonly ok: false; readonly problem: Problem } =>
  failed({ id: 'value-unreadable', values: { option: '--measured', seen, wanted: 'measured' } })
