/** `ringscope simulate`: an algorithm, or all of them, over a topology, link by link. */
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { allOf, failed, ok, type Result } from '../../core/base/result.ts'
import { KiB, MiB } from '../../core/base/units.ts'
import { COLLECTIVES, type CollectiveName, collectiveNamed } from '../../core/collectives/names.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import type { SimulateAnswer } from '../../core/report/simulate/answer.ts'
import { MOST_DRAWN } from '../../core/report/simulate/draw.ts'
import { simulateJsonOf } from '../../core/report/simulate/json.ts'
import { simulateMarkdownOf } from '../../core/report/simulate/markdown.ts'
import { simulateTextOf } from '../../core/report/simulate/text.ts'
import { algorithmsOf } from '../../core/schedules/algorithms/index.ts'
import { draw } from '../../core/schedules/draw.ts'
import type { Algorithm } from '../../core/schedules/schedule.ts'
import { compare, type Row } from '../../core/simulate/compare.ts'
import { crossovers } from '../../core/simulate/crossovers.ts'
import { watchOf } from '../../core/simulate/pieces.ts'
import { race } from '../../core/simulate/quickest.ts'
import { repeated } from '../../core/simulate/repeated.ts'
import { sweep } from '../../core/simulate/sweep.ts'
import { effortFor, type Progress, type Question, scheduleOf } from '../../core/simulate/variants.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { bytes, choice, collect, duration, number, optional, rate, sizes, whole } from '../options.ts'
import type { ScheduleFile, scheduleFile } from '../schedule-file.ts'
import { dot, loadsOf, msccl, perfetto } from '../simulate-exports.ts'
import { type FaultOptions, faultsOf } from '../simulate-faults.ts'
import { type Asked, faultyTopology, type TopologyOptions, topologyOf } from '../topologies.ts'
import { VERSION } from '../version.ts'

interface SimulateOptions extends TopologyOptions, FaultOptions {
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

const FORMATS = ['text', 'json', 'md', 'perfetto', 'dot', 'msccl'] as const
const DEFAULT_BYTES = 256 * MiB
/** NCCL_STEPS: a buffer is used in so many slots (nccl/src/include/device.h). */
const SLOTS = 8
/** Where the winner changes is sought for machines of so many ranks without being asked. */
const MOST_SWEPT = 16
const SWEPT = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576].map((count) => count * KiB)

export const simulate: CommandFile = {
  formats: FORMATS,
  examples: [
    'simulate all_reduce --on dgx-1v --size 256M',
    'simulate all_reduce --on dgx-1v --algo ring --order 0,1,2,3,4,5,6,7',
    'simulate all_reduce --on torus:4x4 --sizes 1K-1G',
    'simulate all_reduce --on ring:4 --algo ring --draw',
    'simulate all_reduce --on dgx-a100 --slow-link GPU3-NVS0:0.5',
    'simulate broadcast --on star:16 --algo chain --format perfetto -o chain.json',
    'simulate all_reduce --on ring:4 --algo ring --draw --format dot',
    'simulate all_reduce --on mesh:8 --algo two-shot --format msccl -o two-shot.xml',
    'simulate all_reduce --on mesh:8 --algo ./two-shot.xml',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('<collective>', words.simulate)
      .option('--on <topology>', options.on)
      .option('--nodes <n>', options.nodes)
      .option('--fabric <kind>', options.fabric)
      .option('--bandwidth <rate>', options.bandwidth)
      .option('--latency <time>', options.latency)
      .option('--algo <name|all>', options.algo)
      .option('--size <bytes>', options.size)
      .option('--sizes <list>', options.sizes)
      .option('--rings <1|auto>', options.rings)
      .option('--order <ranks>', options.order, collect)
      .option('--root <rank>', options.root)
      .option('--pieces <n>', options.pieces)
      .option('--slow-link <a-b:share>', options['slow-link'], collect)
      .option('--slow-rank <rank:time>', options['slow-rank'], collect)
      .option('--jitter <p99>', options.jitter)
      .option('--runs <n>', options.runs)
      .option('--seed <n>', options.seed)
      .option('--buffer <bytes>', options.buffer)
      .option('--message-latency <time>', options['message-latency'])
      .option('--message-rate <rate>', options['message-rate'])
      .option('--reduce-rate <rate>', options['reduce-rate'])
      .option('--draw', options.draw)
      .action((collective: string, asked: SimulateOptions) =>
        runs((context) => run(collective, asked, context)),
      )
  },
}

async function run(typed: string, asked: SimulateOptions, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(typed)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: typed },
      nearest: nearest(typed.slice(0, 40), COLLECTIVES),
    })
  const format = choice(FORMATS)('--format', asked.json ? 'json' : (asked.format ?? 'text'))
  if (!format.ok) return format
  if (asked.size !== undefined && asked.sizes !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--size', other: '--sizes' } })
  if (asked.on === undefined)
    return failed({ id: 'machine-missing', values: { collective, command: 'simulate' } })
  const on = await topologyOf(asked.on, asked, context)
  if (!on.ok) return on
  const foreign = isFile(asked.algo)
    ? await fileAt(asked.algo, collective, on.value.topology.ranks)
    : ok(undefined)
  if (!foreign.ok) return foreign
  const question = questionOf(collective, on.value, asked, foreign.value?.algorithm)
  if (!question.ok) return question
  const several = optional(sizes, '--sizes', asked.sizes)
  if (!several.ok) return several
  const { simulate: words } = catalogueOf(context.lang)
  const watch = (its: Progress) => context.progress.watch(() => words.progress(its, print))
  const found = answerOf({ ...question.value, watch }, on.value, asked, several.value, foreign.value)
  if (!found.ok) return found
  const check = await checked(question.value, on.value, found.value)
  return rendered({ ...found.value, ...check }, format.value, asked.draw === true, context)
}

const isFile = (algo: string | undefined): algo is string => algo !== undefined && /\.xml$|[/\\]/i.test(algo)

const fileAt: typeof scheduleFile = async (...asked) => {
  const its = await import('../schedule-file.ts')
  return its.scheduleFile(...asked)
}

/** A measurement beside it, where there is one of this machine. */
async function checked(
  question: Question,
  { machine }: Asked,
  { comparison: { rows } }: Found,
): Promise<Pick<SimulateAnswer, 'check'>> {
  const [best] = rows
  if (!machine || !best) return {}
  const { checkOf } = await import('../machine-topology.ts')
  return checkOf(question, machine, best, DEFAULT_BYTES)
}

type Found = SimulateAnswer & { readonly question: Question }

/** Everything that the options say, as a question to the simulator. */
function questionOf(
  collective: CollectiveName,
  { topology }: Asked,
  asked: SimulateOptions,
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

function answerOf(
  question: Question,
  { topology, machine }: Asked,
  asked: SimulateOptions,
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
  asked: SimulateOptions,
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

function rendered(
  found: Found,
  format: (typeof FORMATS)[number],
  drawn: boolean,
  { lang, view }: Context,
): Outcome {
  const words = catalogueOf(lang)
  const exit = found.comparison.rows.length === 0 ? 4 : 0
  switch (format) {
    case 'json':
      return answer(simulateJsonOf(found, VERSION), exit)
    case 'md':
      return answer(simulateMarkdownOf(found, words), exit)
    case 'text':
      return answer(simulateTextOf(found, words, view), exit)
    case 'dot':
      return dot(found.comparison, drawn, words)
    case 'perfetto':
      return perfetto(found.comparison)
    case 'msccl':
      return msccl(found.comparison, words)
  }
}
