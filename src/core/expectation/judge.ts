/** How a measured number stands against the expectation. Thresholds: the bands in which experts read nccl-tests. */
import { threshold } from '../base/threshold.ts'
import type { Bytes } from '../base/units.ts'
import { expect } from './expect.ts'
import type { Expectation, ExpectedRow, Grade, Judgement } from './expectation.ts'

/** Shares of the middle of the band. */
export const HEALTHY = threshold('judge.healthy', 0.9, 'share', 'docs/diagnosis.md, Reading a number')
const ACCEPTABLE = threshold('judge.acceptable', 0.8, 'share', 'docs/diagnosis.md, Reading a number')
const LOW = threshold('judge.low', 0.6, 'share', 'docs/diagnosis.md, Reading a number')
const WIDE = threshold(
  'judge.wide',
  2,
  'factor',
  'our choice: a band whose ends differ by more holds machines too different for a verdict',
)
const ABOVE_BAND = threshold(
  'judge.above-band',
  1.15,
  'factor',
  'our choice: more over the band is no better machine, but another one, or another quantity',
)

/** `busbw` in GB/s at `bytes` (the plateau's size when not given). */
export function judge(
  expectation: Expectation,
  busbw: number,
  bytes: Bytes = expectation.plateau.bytes,
): Judgement {
  const expected = rowFor(expectation, bytes)
  const share = busbw / ((expected.low + expected.high) / 2)
  return { grade: gradeOf(share, busbw, expected), share, measured: busbw, expected }
}

/** More than a machine of this kind can show. */
export const isAboveBand = ({
  measured,
  expected,
}: {
  readonly measured: number
  readonly expected: Pick<ExpectedRow, 'high'>
}): boolean => measured > ABOVE_BAND.value * expected.high

/** The expectation at a size, also at one that was not asked before. */
export function rowFor(expectation: Expectation, bytes: Bytes): ExpectedRow {
  const known = expectation.rows.find((row) => row.bytes === bytes)
  return known ?? expect({ ...expectation.question, sizes: [bytes] })?.plateau ?? expectation.plateau
}

export function gradeOf(
  share: number,
  busbw: number,
  { low, high, firm }: Pick<ExpectedRow, 'low' | 'high' | 'firm'>,
): Grade {
  if (!firm) return 'range'
  if (high > WIDE.value * low) return busbw >= low ? 'range' : 'low'
  if (share >= HEALTHY.value || busbw >= low) return 'healthy'
  if (share >= ACCEPTABLE.value) return 'acceptable'
  return share >= LOW.value ? 'low' : 'bad'
}
