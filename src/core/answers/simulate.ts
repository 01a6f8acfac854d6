/** `ringscope simulate`: what was asked, as a question to the simulator, and what it finds. */
import { allOf, failed, ok, type Result } from '../base/result.ts'
import { KiB, MiB } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { Problem } from '../messages/cli.ts'
import type { SimulateAnswer } from '../report/simulate/answer.ts'
import { MOST_DRAWN } from '../report/simulate/draw.ts'
import { algorithmsOf } from '../schedules/algorithms/index.ts'
import { draw } from '../schedules/draw.ts'
import type { Algorithm } from '../schedules/schedule.ts'
import { compare, type Row } from '../simulate/compare.ts'
import { crossovers } from '../simulate/crossovers.ts'
import { watchOf } from '../simulate/pieces.ts'
import { race } from '../simulate/quickest.ts'
import { repeated } from '../simulate/repeated.ts'
import { sweep } from '../simulate/sweep.ts'
import { effortFor, type Question, scheduleOf } from '../simulate/variants.ts'
import type { ScheduleFile } from './schedule-file.ts'
import { loadsOf } from './simulate-exports.ts'
import { type FaultsAsked, faultsOf } from './simulate-faults.ts'
import { type Asked, faultyTopology, type TopologyAsked } from './topology.ts'
import { bytes, choice, duration, number, optional, rate, whole } from './values.ts'

/** As a command line or a form has it. */
export interface SimulateAsked extends TopologyAsked, FaultsAsked {
  readonly on?: string
  readonly algo?: string
  readonly size?: string
  readonly sizes?: string
  readonly order?: readonly string[]
  readonly rings?: string
  readonly root?: string
  readonly pieces?: string
  readonly messageLatency?: string
  readonly messageRate?: string
  readonly reduceRate?: string
  readonly buffer?: string
  readonly draw?: boolean
  readonly format?: string
  readonly json?: boolean
}

const DEFAULT_BYTES = 256 * MiB
/** NCCL_STEPS: a buffer is used in so many slots (nccl/src/include/device.h). */
const SLOTS = 8
/** Where the winner changes is sought for machines of so many ranks without being asked. */
const MOST_SWEPT = 16
const SWEPT = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576].map((count) => count * KiB)

export type Found = SimulateAnswer & { readonly question: Question }

/** Everything that the options say, as a question to the simulator. */
export function simulateQuestion(
  collective: CollectiveName,
  { topology }: Asked,
  asked: SimulateAsked,
  foreign: Algorithm | undefined,
): Result<Question, Problem> {
  const ids = algorithmsOf(collective).map(({ id }) => id)
  const read = allOf({
    algo: foreign ? ok(foreign.id) : choice([...ids, 'all'])('--algo', asked.algo ?? 'all'),
    size: optional(bytes, '--size', asked.size),
    rings: optional(choice(['1', 'auto']), '--rings', asked.rings),
    root: optional(number, '--root', asked.root),
    pieces: optional(whole, '--pieces', asked.pieces),
    buffer: optional(bytes, '--buffer', asked.buffer),
    messageLatency: optional(duration, '--message-latency', asked.messageLatency),
    messageRate: optional(rate, '--message-rate', asked.messageRate),
    reduceRate: optional(rate, '--reduce-rate', asked.reduceRate),
    orders: ordersOf(asked.order ?? [], topology.ranks),
    faults: faultsOf(asked, topology.ranks),
  })
  if (!read.ok) return read
  const { algo, rings, root, pieces, buffer, messageLatency, messageRate, reduceRate, orders, faults } =
    read.value
  if (root !== undefined && root >= topology.ranks)
    return failed({ id: 'rank-unknown', values: { option: '--root', seen: root, ranks: topology.ranks } })
  if (orders.length > 0 && rings !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--rings', other: '--order' } })
  const faulty = faultyTopology(topology, faults.links)
  if (!faulty.ok) return faulty
  // Where a link is missing, NCCL sees it and takes other rings; that one is slow it does not see.
  const missing = faults.links.some(({ share }) => share === 0)
  return ok({
    collective,
    topology: faulty.value.topology,
    healthy: missing ? faulty.value.topology : topology,
    slowLinks: missing ? [] : faulty.value.links,
    options: {
      bytes: read.value.size ?? DEFAULT_BYTES,
      ...(messageLatency === undefined ? {} : { messageSeconds: messageLatency }),
      ...(messageRate === undefined ? {} : { messageBandwidth: messageRate }),
      ...(reduceRate === undefined ? {} : { reduceBandwidth: reduceRate }),
      ...(buffer === undefined ? {} : { slots: { bytes: buffer / SLOTS, count: SLOTS } }),
      ...(faults.late.size === 0 ? {} : { lateSeconds: faults.late }),
    },
    ...(algo === 'all' ? {} : { algorithm: algo }),
    ...(foreign ? { foreign } : {}),
    ...(root === undefined ? {} : { root }),
    ...(pieces === undefined ? {} : { pieces }),
    ...(orders.length > 0
      ? { rings: { orders } }
      : rings === undefined
        ? {}
        : { rings: rings === '1' ? ('single' as const) : ('best' as const) }),
  })
}

function ordersOf(texts: readonly string[], ranks: number): Result<readonly (readonly number[])[], Problem> {
  const orders = texts.map((text) =>
    text.split(',').map((rank) => (/^\s*\d+\s*$/.test(rank) ? Number(rank) : -1)),
  )
  const whole = orders.every(
    (order) =>
      order.length === ranks &&
      new Set(order).size === ranks &&
      order.every((rank) => rank >= 0 && rank < ranks),
  )
  return whole ? ok(orders) : failed({ id: 'order-wrong', values: { ranks } })
}

/** All that is simulated for the question; `sizes` beside the one of the question. */
export function simulateAnswer(
  question: Question,
  { topology, machine }: Asked,
  asked: SimulateAsked,
  sizes: readonly number[] | undefined,
  foreign: ScheduleFile | undefined,
): Result<Found, Problem> {
  const faults = faultsOf(asked, topology.ranks)
  if (!faults.ok) return faults
  const drawn = asked.draw === true && asked.format !== 'dot'
  if (drawn && topology.ranks > MOST_DRAWN)
    return failed({ id: 'draw-too-large', values: { most: MOST_DRAWN } })
  const largest = sizes?.at(-1)
  const comparison = compare(largest === undefined ? question : at(question, largest))
  const [best, ...others] = comparison.rows
  const single = best !== undefined && (others.length === 0 || question.algorithm !== undefined)
  const jittered =
    best && faults.value.jitter
      ? runsOf(best, comparison.question, asked, faults.value.jitter)
      : ok(undefined)
  if (!jittered.ok) return jittered
  const swept =
    question.algorithm === undefined && topology.ranks <= MOST_SWEPT && faults.value.shown.length === 0
  const winners = sizes ?? (swept ? SWEPT : undefined)
  const several =
    winners && winners.length > 1 && question.algorithm === undefined
      ? { race: race(question, effortFor(question)), winners }
      : undefined
  return ok({
    question: comparison.question,
    comparison,
    on: asked.on ?? '',
    preset: machine !== undefined && !/^\d/.test(machine.title),
    faults: faults.value.shown,
    ...(several ? { ranges: crossovers(question, several.winners, several.race) } : {}),
    ...(sizes ? { sweep: sweep(question, sizes, several?.race) } : {}),
    ...(foreign ? { file: foreign.answer } : {}),
    ...(jittered.value ? { repeated: jittered.value } : {}),
    ...(single && best && topology.links.count > 0 ? loadsOf(comparison) : {}),
    ...(drawn && best ? { drawing: draw(scheduleOf(best.variant)) } : {}),
  })
}

const at = (question: Question, size: number): Question => ({
  ...question,
  options: { ...question.options, bytes: size },
})

const DEFAULT_RUNS = 100

function runsOf(
  { variant }: Row,
  question: Question,
  asked: SimulateAsked,
  jitter: { readonly p99Seconds: number; readonly rank?: number },
): Result<SimulateAnswer['repeated'], Problem> {
  const read = allOf({
    runs: optional(whole, '--runs', asked.runs),
    seed: optional(number, '--seed', asked.seed),
  })
  if (!read.ok) return read
  const { runs = DEFAULT_RUNS, seed = 1 } = read.value
  const { topology, options } = question
  const job = { schedule: scheduleOf(variant), topology, options, ...watchOf(variant.algorithm, question) }
  const result = repeated(job, jitter, {
    runs,
    firstSeed: seed,
  })
  if (result.ok) return result
  return failed({ id: 'too-many-messages', values: { option: '--jitter', ...countOf(result.problem) } })
}

const countOf = (problem: object): { readonly messages: number; readonly most: number } => ({
  messages: 'messages' in problem ? Number(problem.messages) : 0,
  most: 'most' in problem ? Number(problem.most) : 0,
})
