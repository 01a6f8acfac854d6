/** `ringscope expect`: what a collective should reach on a machine that a model knows, and how a measured number stands against it. */
import { failed, ok, type Result } from '../base/result.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { expect as expected, whyNot } from '../expectation/expect.ts'
import type { AlgorithmName, Expectation, Question } from '../expectation/expectation.ts'
import { singleFaults } from '../expectation/faults.ts'
import { judge } from '../expectation/judge.ts'
import { outlookGiven, withOpenGpu } from '../expectation/outlook-given.ts'
import { judgeOver } from '../expectation/over-machines.ts'
import { withSimulatedRing } from '../expectation/simulated-basis.ts'
import { machineFacts } from '../machine/facts.ts'
import type { Machine } from '../machine/machine.ts'
import type { Problem } from '../messages/cli.ts'
import type { ExpectAnswer, Measured } from '../report/expect/answer.ts'
import { readingOf } from './measured.ts'
import { type StepAsked, stepOf } from './step.ts'
import type { TopologyAsked } from './topology.ts'
import { choice, optional } from './values.ts'

/** As a command line or a form has it. */
export interface ExpectAsked extends StepAsked, TopologyAsked {
  readonly on?: readonly string[]
  readonly ranks?: string
  readonly algo?: string
  readonly size?: string
  readonly sizes?: string
  readonly measured?: string
  readonly algbw?: boolean
  readonly failOn?: string
  readonly format?: string
  readonly json?: boolean
  readonly short?: boolean
}

const ALGORITHMS: readonly AlgorithmName[] = [
  'Ring',
  'Tree',
  'NVLS',
  'NVLSTree',
  'PAT',
  'CollNetDirect',
  'CollNetChain',
]

/** What of the question is a number, read. */
export interface Numbers {
  readonly ranks?: number | undefined
  readonly size?: number | undefined
  readonly sizes?: readonly number[] | undefined
}

export const sizesOf = ({ size, sizes: several }: Numbers): { readonly sizes?: readonly number[] } =>
  size !== undefined ? { sizes: [size] } : several ? { sizes: several } : {}

/** `machine` is looked up once the rest of the question is known to be right. */
export async function expectAnswer(
  name: string,
  collective: CollectiveName,
  asked: ExpectAsked,
  numbers: Numbers,
  machineOf: () => Promise<Result<Machine, Problem>>,
): Promise<Result<ExpectAnswer, Problem>> {
  const algo = optional(choice(ALGORITHMS), '--algo', asked.algo)
  if (!algo.ok) return algo
  const machine = await machineOf()
  if (!machine.ok) return machine
  const { ranks, size } = numbers
  const question: Question = {
    collective,
    machine: machine.value,
    ...(ranks === undefined ? {} : { ranks }),
    ...(algo.value === undefined ? {} : { algorithm: algo.value }),
    ...sizesOf(numbers),
  }
  return answerOf(name, question, asked, size)
}

function answerOf(
  machineName: string,
  question: Question,
  asked: ExpectAsked,
  size: number | undefined,
): Result<ExpectAnswer, Problem> {
  const plain = expected(question)
  if (!plain) return failed(problemOf(question))
  const expectation = withSimulatedRing(plain)
  const measured =
    asked.measured === undefined ? ok(undefined) : measuredOf(expectation, asked.measured, asked, size)
  if (!measured.ok) return measured
  const step = stepOf(
    question.collective,
    (size) => expected({ ...question, sizes: [size] })?.plateau.seconds ?? expectation.plateau.seconds,
    asked,
  )
  if (!step.ok) return step
  return ok({
    expectation,
    machineName,
    ...(size === undefined ? {} : { asked: expectation.plateau }),
    forced: expectation.alternatives.map(({ setting, plateau }) => ({ setting, row: plateau })),
    ...(measured.value ? { measured: measured.value } : {}),
    ...(step.value ? { step: step.value } : {}),
  })
}

export const readAs = ({ algbw }: ExpectAsked, measured: string, size: number | undefined) => ({
  measured,
  algbw: algbw === true,
  ...(size === undefined ? {} : { size }),
})

function measuredOf(
  expectation: Expectation,
  measured: string,
  asked: ExpectAsked,
  size: number | undefined,
): Result<Measured, Problem> {
  const { collective, ranks, plateau } = expectation
  const reading = readingOf(readAs(asked, measured, size), { collective, ranks, plateau: plateau.bytes })
  if (!reading.ok) return reading
  const { busbw, bytes: at } = reading.value
  const { machine, ranksPerNode, nodes } = expectation
  const { algorithm } = expectation.question
  const question = { collective, bytes: at, ...(algorithm === undefined ? {} : { algorithm }) }
  const interval = judgeOver(outlookGiven(machine, { ranks, ranksPerNode, hosts: nodes }, question), busbw)
  return ok({
    reading: reading.value,
    judgement: judge(expectation, busbw, at),
    faults: singleFaults(expectation, busbw),
    ...(interval ? { interval: machine.assumed.includes('gpu') ? withOpenGpu(interval) : interval } : {}),
  })
}

/** Why nothing can be expected, as a problem that says what to change. */
function problemOf(question: Question): Problem {
  const { collective, machine, ranks, algorithm } = question
  switch (whyNot(question)) {
    case 'one-rank':
      return { id: 'ranks-too-few', values: { collective } }
    case 'more-ranks-than-gpus':
      return {
        id: 'ranks-too-many',
        values: { ranks: ranks ?? 0, machine: machine.title, gpus: gpusOf(machine) },
      }
    case 'no-nics':
      return { id: 'nics-missing', values: { machine: machine.id, nodes: machine.nodes } }
    default:
      return {
        id: 'algorithm-useless',
        values: { collective, algorithm: algorithm ?? '', machine: machine.title },
      }
  }
}

const gpusOf = (machine: Machine): number => machineFacts(machine).gpus * machine.nodes
