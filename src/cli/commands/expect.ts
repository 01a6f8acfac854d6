/** `ringscope expect`: what a collective should reach on a machine, and how a measured number stands against it. */
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { allOf, failed, ok, type Result } from '../../core/base/result.ts'
import { COLLECTIVES, type CollectiveName, collectiveNamed } from '../../core/collectives/names.ts'
import { expect as expected, whyNot } from '../../core/expectation/expect.ts'
import type { AlgorithmName, Expectation, Question } from '../../core/expectation/expectation.ts'
import { singleFaults } from '../../core/expectation/faults.ts'
import { judge } from '../../core/expectation/judge.ts'
import { expectSimulated, judgeSimulated } from '../../core/expectation/simulated.ts'
import { withSimulatedRing } from '../../core/expectation/simulated-basis.ts'
import { machineFacts } from '../../core/machine/facts.ts'
import type { Machine } from '../../core/machine/machine.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { type ExpectAnswer, type Measured, severityOf } from '../../core/report/expect/answer.ts'
import { comparedMarkdownOf, comparedTextOf } from '../../core/report/expect/compared.ts'
import { expectJsonOf } from '../../core/report/expect/json.ts'
import { expectMarkdownOf } from '../../core/report/expect/markdown.ts'
import { type SimulatedAnswer, simulatedSeverityOf } from '../../core/report/expect/simulated.ts'
import {
  simulatedMarkdownOf,
  simulatedShortOf,
  simulatedTextOf,
} from '../../core/report/expect/simulated-text.ts'
import { expectShortOf, expectTextOf } from '../../core/report/expect/text.ts'
import { algorithmsOf } from '../../core/schedules/algorithms/index.ts'
import { looksGenerated } from '../../core/topology/generators/index.ts'
import { answer, type Context, type ExitCode, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { readingOf } from '../measured.ts'
import {
  bytes,
  choice,
  collect,
  FAIL_ON,
  FORMATS,
  failsOn,
  formatOf,
  optional,
  sizes,
  whole,
} from '../options.ts'
import { type StepOptions, stepOf } from '../step.ts'
import { generatedNeeded, generatedOf, type TopologyOptions } from '../topologies.ts'
import { VERSION } from '../version.ts'

interface ExpectOptions extends StepOptions, TopologyOptions {
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

export const expect: CommandFile = {
  formats: FORMATS,
  examples: [
    'expect all_reduce --on dgx-a100 --measured 84GB/s',
    'expect all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s',
    'expect all_gather --on 8xA100-SXM4+4x200G --nodes 4 --size 1G --measured 12.4ms',
    'expect all_reduce --on dgx-a100 --on dgx-h100',
    'expect all_reduce --on nccl-topo.xml --nodes 2',
    'expect all_reduce --on torus:4x4 --bandwidth 25GB/s --latency 1us',
    'expect all_reduce --on pcie3-8gpu --step-compute 120ms --model bert-large',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('<collective>', words.expect)
      .option('--on <machine>', options.on, collect)
      .option('--nodes <n>', options.nodes)
      .option('--ranks <n>', options.ranks)
      .option('--fabric <kind>', options.fabric)
      .option('--bandwidth <rate>', options.bandwidth)
      .option('--latency <time>', options.latency)
      .option('--measured <number>', options.measured)
      .option('--size <bytes>', options.size)
      .option('--algbw', options.algbw)
      .option('--sizes <list>', options.sizes)
      .option('--algo <name>', options.algo)
      .option('--step-compute <time>', options['step-compute'])
      .option('--model <name>', options.model)
      .option('--params <n>', options.params)
      .option('--dtype <type>', options.dtype)
      .option('--overlap <share>', options.overlap)
      .option('--short', options.short)
      .option('--fail-on <severity>', options['fail-on'])
      .action((collective: string, asked: ExpectOptions) =>
        runs((context) => run(collective, asked, context)),
      )
  },
}

async function run(typed: string, asked: ExpectOptions, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(typed)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: typed },
      nearest: nearest(typed.slice(0, 40), COLLECTIVES),
    })
  const options = allOf({
    format: formatOf(asked),
    failOn: choice(FAIL_ON)('--fail-on', asked.failOn ?? 'error'),
    ranks: optional(whole, '--ranks', asked.ranks),
    size: optional(bytes, '--size', asked.size),
    sizes: optional(sizes, '--sizes', asked.sizes),
  })
  if (!options.ok) return options
  const { format, failOn, size } = options.value
  if (size !== undefined && options.value.sizes)
    return failed({ id: 'options-exclude', values: { option: '--size', other: '--sizes' } })
  if (asked.algbw && asked.measured === undefined)
    return failed({ id: 'option-needs', values: { option: '--algbw', needs: '--measured' } })
  if (!asked.on) return failed({ id: 'machine-missing', values: { collective, command: 'expect' } })
  const needed = asked.on.some(looksGenerated) ? undefined : generatedNeeded(asked)
  if (needed) return failed(needed)

  const answers: Answer[] = []
  for (const name of asked.on) {
    const its = looksGenerated(name)
      ? simulatedOf(name, collective, asked, options.value, context)
      : await modelledOf(name, collective, asked, options.value, context)
    if (!its.ok) return its
    answers.push(its.value)
  }
  const view = asked.short && format === 'text' ? 'short' : format
  return answer(rendered(answers, view, context), exitOf(answers, failOn))
}

type Answer = ExpectAnswer | SimulatedAnswer

interface Numbers {
  readonly ranks?: number | undefined
  readonly size?: number | undefined
  readonly sizes?: readonly number[] | undefined
}

const sizesOf = ({ size, sizes: several }: Numbers): { readonly sizes?: readonly number[] } =>
  size !== undefined ? { sizes: [size] } : several ? { sizes: several } : {}

async function modelledOf(
  name: string,
  collective: CollectiveName,
  asked: ExpectOptions,
  numbers: Numbers,
  context: Context,
): Promise<Result<ExpectAnswer, Problem>> {
  const algo = optional(choice(ALGORITHMS), '--algo', asked.algo)
  if (!algo.ok) return algo
  const { machineOf } = await import('../machines.ts')
  const machine = await machineOf(name, asked, context)
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

/** Where no model knows the machine, its graph is simulated. */
function simulatedOf(
  name: string,
  collective: CollectiveName,
  asked: ExpectOptions,
  numbers: Numbers,
  { lang, progress }: Context,
): Result<SimulatedAnswer, Problem> {
  if (numbers.ranks !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--ranks', other: `--on ${name}` } })
  const ids = algorithmsOf(collective).map(({ id }) => id)
  const algo = optional(choice([...ids, 'all']), '--algo', asked.algo)
  if (!algo.ok) return algo
  const on = generatedOf(name, asked)
  if (!on.ok) return on
  const { topology, supposed } = on.value
  const only = algo.value === 'all' ? undefined : algo.value
  const { simulate: words } = catalogueOf(lang)
  const simulated = expectSimulated({
    ...{ collective, topology, supposed, ...sizesOf(numbers) },
    watch: (its) => progress.watch(() => words.progress(its, print)),
    ...(only === undefined ? {} : { algorithm: only }),
  })
  if (!simulated)
    return failed(
      topology.ranks < 2
        ? { id: 'ranks-too-few', values: { collective } }
        : {
            id: 'nothing-simulated',
            values: { collective, topology: topology.title, on: name, algorithm: only ?? '' },
          },
    )
  const { plateau } = simulated
  const { ranks } = topology
  const reading =
    asked.measured === undefined
      ? ok(undefined)
      : readingOf(readAs(asked, asked.measured, numbers.size), { collective, ranks, plateau: plateau.bytes })
  if (!reading.ok) return reading
  const step = stepOf(
    collective,
    (its) => expectSimulated({ ...simulated.question, sizes: [its] })?.plateau.seconds ?? plateau.seconds,
    asked,
  )
  if (!step.ok) return step
  return ok({
    simulated,
    on: name,
    links: (['bandwidth', 'latency'] as const).flatMap((its) =>
      asked[its] === undefined ? [] : [`--${its} ${asked[its]}`],
    ),
    ...(numbers.size === undefined ? {} : { asked: plateau }),
    ...(reading.value
      ? {
          measured: {
            reading: reading.value,
            judgement: judgeSimulated(simulated, reading.value.busbw, reading.value.bytes),
          },
        }
      : {}),
    ...(step.value ? { step: step.value } : {}),
  })
}

function answerOf(
  machineName: string,
  question: Question,
  asked: ExpectOptions,
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
    (its) => expected({ ...question, sizes: [its] })?.plateau.seconds ?? expectation.plateau.seconds,
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

const readAs = ({ algbw }: ExpectOptions, measured: string, size: number | undefined) => ({
  measured,
  algbw: algbw === true,
  ...(size === undefined ? {} : { size }),
})

function measuredOf(
  expectation: Expectation,
  measured: string,
  asked: ExpectOptions,
  size: number | undefined,
): Result<Measured, Problem> {
  const { collective, ranks, plateau } = expectation
  const reading = readingOf(readAs(asked, measured, size), { collective, ranks, plateau: plateau.bytes })
  if (!reading.ok) return reading
  const { busbw, bytes: at } = reading.value
  const judgement = judge(expectation, busbw, at)
  return ok({ reading: reading.value, judgement, faults: singleFaults(expectation, busbw) })
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

function rendered(answers: readonly Answer[], format: string, { lang, view }: Context): string {
  const words = catalogueOf(lang)
  const [only, ...others] = answers
  if (format === 'json' || !only) return expectJsonOf(answers, VERSION)
  if (format === 'short')
    return answers
      .map((its) => ('simulated' in its ? simulatedShortOf(its, words) : expectShortOf(its, words)))
      .join('')
  if (others.length > 0)
    return format === 'md' ? comparedMarkdownOf(answers, words) : comparedTextOf(answers, words, view)
  if ('simulated' in only)
    return format === 'md' ? simulatedMarkdownOf(only, words) : simulatedTextOf(only, words, view)
  return format === 'md' ? expectMarkdownOf(only, words) : expectTextOf(only, words, view)
}

const severity = (its: Answer): string => ('simulated' in its ? simulatedSeverityOf(its) : severityOf(its))

const exitOf = (answers: readonly Answer[], failOn: (typeof FAIL_ON)[number]): ExitCode =>
  answers.some((its) => failsOn(severity(its), failOn)) ? 1 : 0
