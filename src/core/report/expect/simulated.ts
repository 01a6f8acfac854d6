/** The answer to `ringscope expect` on a topology that is only simulated, and its sentences; its views are beside it. */
import { print } from '../../base/print.ts'
import { GBps } from '../../base/units.ts'
import type {
  SimulatedExpectation,
  SimulatedJudgement,
  SimulatedRow,
  Supposition,
} from '../../expectation/simulated.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import type { ExpectHead } from '../../messages/expect.ts'
import { variantName } from '../simulate/answer.ts'
import type { Reading, StepAnswer } from './answer.ts'
import { sizeOption } from './words.ts'

export interface SimulatedAnswer {
  readonly simulated: SimulatedExpectation
  /** As typed after --on, and the rate of the links as it was given: "--bandwidth 25GB/s". */
  readonly on: string
  readonly links: readonly string[]
  /** One size was asked (--size); otherwise the sweep. */
  readonly asked?: SimulatedRow
  readonly measured?: { readonly reading: Reading; readonly judgement: SimulatedJudgement }
  readonly step?: StepAnswer
}

export type SimulatedWords = Pick<
  Catalogue,
  'expect' | 'expectSimulated' | 'simulate' | 'scheduleFile' | 'report'
>

/** The word that heads the answer: a fault never follows from a simulation alone. */
export function simulatedHeadOf({ measured }: Pick<SimulatedAnswer, 'measured'>): ExpectHead {
  if (!measured) return 'expected'
  const { grade, restsOn } = measured.judgement
  if (grade === 'range' || grade === 'above') return grade
  return restsOn.length > 0 ? 'undecided' : 'as-expected'
}

export const simulatedSeverityOf = (answer: SimulatedAnswer): 'info' | 'ok' =>
  ['undecided', 'above'].includes(simulatedHeadOf(answer)) ? 'info' : 'ok'

/** The row in question: at the size measured or asked, else the plateau. */
export const simulatedRowOf = ({ measured, asked, simulated }: SimulatedAnswer): SimulatedRow =>
  measured?.judgement.expected ?? asked ?? simulated.plateau

export function simulatedHeadline(answer: SimulatedAnswer, words: SimulatedWords): string {
  const { expectSimulated, expect } = words
  const { collective, topology } = answer.simulated.question
  const row = simulatedRowOf(answer)
  const place = { collective, topology: topology.title, bytes: row.bytes }
  if (!answer.measured && answer.step)
    return expect.headline.step({ ...answer.step, machine: topology.title }, print)
  if (!answer.measured)
    return expectSimulated.headline.plain(
      {
        ...place,
        seconds: row.seconds,
        busbw: row.busbw * GBps,
        algorithm: variantName(row.variant, words),
        best: answer.simulated.question.algorithm === undefined,
        ofBound: row.low / row.high,
      },
      print,
    )
  const { reading, judgement } = answer.measured
  const measured = reading.busbw * GBps
  const judged = { ...place, measured, simulated: row.busbw * GBps, share: judgement.share }
  switch (simulatedHeadOf(answer)) {
    case 'range':
      return expect.headline.range({ ...judged, machine: topology.title, expected: judged.simulated }, print)
    case 'above':
      return expectSimulated.headline.above({ ...place, measured, allows: row.high * GBps }, print)
    case 'as-expected':
      return expectSimulated.headline.reached(judged, print)
    default:
      return expectSimulated.headline.undecided(judged, print)
  }
}

export function simulatedBoundText(row: SimulatedRow, { expectSimulated }: SimulatedWords): string {
  const { bound, link, latencySeconds, seconds } = row
  return bound === 'latency' || !link
    ? expectSimulated.bound.latency({ share: latencySeconds / seconds }, print)
    : expectSimulated.bound.link({ link: link.name, busy: link.busy }, print)
}

export const suppositionTexts = (
  supposed: readonly Supposition[],
  { expectSimulated }: SimulatedWords,
): readonly string[] => supposed.map((what) => expectSimulated.supposed[what])

/** What would decide about a number that nothing decides about. */
export const simulatedDecideTexts = (
  answer: SimulatedAnswer,
  { expectSimulated }: SimulatedWords,
): readonly string[] =>
  simulatedHeadOf(answer) === 'undecided'
    ? (answer.measured?.judgement.restsOn ?? []).map((what) => expectSimulated.decide[what])
    : []

/** The same question to `simulate`: all algorithms, why each takes its time. */
export const simulateCommand = (answer: SimulatedAnswer): string => {
  const { collective } = answer.simulated.question
  const { bytes } = simulatedRowOf(answer)
  return `ringscope simulate ${collective} --on ${[answer.on, ...answer.links].join(' ')} --size ${sizeOption(bytes)}`
}
