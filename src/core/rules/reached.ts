/** What every rule that judges a plateau says of it, and how loud it may be. */
import type { Judged } from '../analysis/judged.ts'
import type { Quantity } from '../base/print.ts'
import { GBps } from '../base/units.ts'
import type { ExpectedRow } from '../expectation/expectation.ts'
import type { IntervalJudgement } from '../expectation/over-machines.ts'

import type { Severity } from './rule.ts'

/** A measured plateau and what is expected at that size. */
export interface Reached {
  /** "all_reduce", or what the file calls it. */
  readonly collective: string
  readonly ranks: number
  readonly nodes: number
  readonly measured: number
  readonly expected: number
  /** measured / expected */
  readonly share: number
  readonly bytes: number
}

/** GB/s as nccl-tests prints it -> bytes/s. */
export const rate = (gigabytes: number): Quantity => ({ value: gigabytes * GBps, unit: 'B/s' })

/** The name of the operation as findings say it. */
export const nameOf = ({
  collective,
  operation,
  label,
}: {
  readonly collective?: string
  readonly operation?: string
  readonly label: string
}): string => collective ?? operation ?? label

export function reachedBy({ series, point, expectation, expected }: Judged): Reached {
  const middle = middleOf(expected)
  return {
    collective: nameOf(series),
    ranks: expectation.ranks,
    nodes: expectation.nodes,
    measured: point.busbw * GBps,
    expected: middle * GBps,
    share: point.busbw / middle,
    bytes: point.bytes,
  }
}

/** Middle of the band of a row, GB/s: what shares are taken of. */
export const middleOf = ({ low, high }: ExpectedRow): number => (low + high) / 2

/** Several machines can have given the number: what is said of it holds on each of them. */
export const isOpen = ({ able }: Pick<IntervalJudgement, 'able'>): boolean => able.length > 1

/** Severities are upper limits: what rests on facts that nothing told is at most a warning (docs/diagnosis.md, Reading a number). */
export const atMostWarning = (severity: Severity, interval: IntervalJudgement): Severity =>
  severity === 'error' && isOpen(interval) ? 'warning' : severity
