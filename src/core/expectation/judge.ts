/** How a measured number stands against the expectation. Thresholds: the bands in which experts read nccl-tests. */
import type { Bytes } from '../base/units.ts'
import type { Assumption } from '../topology/machine.ts'
import { expect } from './expect.ts'
import type { Expectation, ExpectedRow, Grade, Judgement } from './expectation.ts'

/** Shares of the middle of the band. */
const HEALTHY = 0.9
const ACCEPTABLE = 0.8
const LOW = 0.6
/** A band whose ends differ by more holds machines too different for a verdict. */
const WIDE = 2

/** Suppositions that can only make the expectation too high: a number that reaches it all the same is healthy. */
const OPTIMISTIC: ReadonlySet<Assumption> = new Set(['fabric', 'nic-placement', 'cpu', 'pcie'])

/** `busbw` in GB/s at `bytes` (the plateau's size when not given). */
export function judge(
  expectation: Expectation,
  busbw: number,
  bytes: Bytes = expectation.plateau.bytes,
): Judgement {
  const expected = rowFor(expectation, bytes)
  const share = busbw / ((expected.low + expected.high) / 2)
  const grade = gradeOf(share, busbw, expected)
  const restsOn =
    grade === 'healthy' ? expectation.assumed.filter((what) => !OPTIMISTIC.has(what)) : expectation.assumed
  return { grade, share, measured: busbw, expected, restsOn }
}

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
  if (high > WIDE * low) return busbw >= low ? 'range' : 'low'
  if (share >= HEALTHY || busbw >= low) return 'healthy'
  if (share >= ACCEPTABLE) return 'acceptable'
  return share >= LOW ? 'low' : 'bad'
}
