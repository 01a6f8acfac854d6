/** The answer to `ringscope expect`: an expectation, and how a number stands against it. Plain data; its views are beside it. */
import type { Bytes, Seconds } from '../../base/units.ts'
import type { Expectation, ExpectedRow, Fault, Judgement } from '../../expectation/expectation.ts'
import { isAboveBand } from '../../expectation/judge.ts'
import type { IntervalJudgement } from '../../expectation/over-machines.ts'
import type { ExpectHead } from '../../messages/expect.ts'

/** A number that was given with --measured, read as busbw at a size. Rates in GB/s. */
export interface Reading {
  readonly given: 'busbw' | 'algbw' | 'time'
  readonly bytes: Bytes
  readonly seconds: Seconds
  readonly algbw: number
  readonly busbw: number
  /** The size was not given: it is taken for the plateau. */
  readonly sizeSupposed: boolean
}

/** The same question with one algorithm forced. */
export interface ForcedAlgorithm {
  /** "NCCL_ALGO=RING" */
  readonly setting: string
  /** At the size in question. */
  readonly row: ExpectedRow
}

export interface Measured {
  readonly reading: Reading
  /** On the machine as it was built from what was given. */
  readonly judgement: Judgement
  /** On every machine that it may be: the verdict. */
  readonly interval?: IntervalJudgement
  readonly faults: readonly Fault[]
}

export interface StepAnswer {
  /** "7B bf16, DDP" */
  readonly what: string
  readonly bytes: Bytes
  readonly computeSeconds: Seconds
  readonly communicationSeconds: Seconds
  readonly exposedSeconds: Seconds
  readonly overlap: number
  /** Exposed communication over the whole step. */
  readonly share: number
}

export interface ExpectAnswer {
  readonly expectation: Expectation
  /** What `--on` was given, to be used in advice. */
  readonly machineName: string
  /** One size was asked (--size); otherwise the sweep. */
  readonly asked?: ExpectedRow
  readonly forced: readonly ForcedAlgorithm[]
  readonly measured?: Measured
  readonly step?: StepAnswer
}

/** The word that heads the answer. */
export function headOf({ measured }: ExpectAnswer): ExpectHead {
  if (!measured) return 'expected'
  const grade = measured.interval?.grade ?? measured.judgement.grade
  if (grade === 'range' || grade === 'undecided') return grade
  if (grade === 'beyond' || isAboveBand(measured.judgement)) return 'above'
  return HEADS[grade]
}

const HEADS = { healthy: 'as-expected', acceptable: 'acceptable', low: 'below', bad: 'far-below' } as const

/** Severity of a judged number, as diagnose would report it: what rests on a supposition is at most info. */
export function severityOf(answer: ExpectAnswer): 'error' | 'warning' | 'info' | 'ok' {
  switch (headOf(answer)) {
    case 'far-below':
      return 'error'
    case 'below':
      return 'warning'
    case 'acceptable':
    case 'undecided':
    case 'above':
      return 'info'
    default:
      return 'ok'
  }
}
