/** `ringscope simulate`: an algorithm, or all of them, over a topology, link by link. */
import {
  type Found,
  type SimulateAsked,
  simulateAnswer,
  simulateQuestion,
} from '../../core/answers/simulate.ts'
import { dot, type Exported, msccl, perfetto } from '../../core/answers/simulate-exports.ts'
import { choice, optional, sizes } from '../../core/answers/values.ts'
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { failed, ok, type Result } from '../../core/base/result.ts'
import { COLLECTIVES, collectiveNamed } from '../../core/collectives/names.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { simulateJsonOf } from '../../core/report/simulate/json.ts'
import { simulateMarkdownOf } from '../../core/report/simulate/markdown.ts'
import { simulateTextOf } from '../../core/report/simulate/text.ts'
import type { Progress } from '../../core/simulate/variants.ts'
import { answer, type Context, type ExitCode, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { collect } from '../options.ts'
import type { scheduleIn } from '../schedule-file.ts'
import { topologyOf } from '../topologies.ts'
import { VERSION } from '../version.ts'

const FORMATS = ['text', 'json', 'md', 'perfetto', 'dot', 'msccl'] as const

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
      .action((collective: string, args: SimulateAsked) => runs((context) => run(collective, args, context)))
  },
}

async function run(collectiveText: string, args: SimulateAsked, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(collectiveText)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: collectiveText },
      nearest: nearest(collectiveText.slice(0, 40), COLLECTIVES),
    })
  const format = choice(FORMATS)('--format', args.json ? 'json' : (args.format ?? 'text'))
  if (!format.ok) return format
  if (args.size !== undefined && args.sizes !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--size', other: '--sizes' } })
  if (args.on === undefined)
    return failed({ id: 'machine-missing', values: { collective, command: 'simulate' } })
  const on = await topologyOf(args.on, args, context)
  if (!on.ok) return on
  const scheduleFile = isFile(args.algo)
    ? await fileAt(args.algo, collective, on.value.topology.ranks)
    : ok(undefined)
  if (!scheduleFile.ok) return scheduleFile
  const question = simulateQuestion(collective, on.value, args, scheduleFile.value?.algorithm)
  if (!question.ok) return question
  const sizesOption = optional(sizes, '--sizes', args.sizes)
  if (!sizesOption.ok) return sizesOption
  const { simulate: words } = catalogueOf(context.lang)
  const watch = (done: Progress) => context.progress.update(() => words.progress(done, print))
  const found = simulateAnswer(
    { ...question.value, watch },
    on.value,
    args,
    sizesOption.value,
    scheduleFile.value,
  )
  if (!found.ok) return found
  const { checkOf } = await import('../../core/answers/published-check.ts')
  const check = checkOf(question.value, on.value.machine, found.value.comparison.rows)
  return rendered({ ...found.value, ...check }, format.value, args.draw === true, context)
}

const isFile = (algo: string | undefined): algo is string => algo !== undefined && /\.xml$|[/\\]/i.test(algo)

/** Readers of schedules are loaded only for files. */
const fileAt: typeof scheduleIn = async (...parameters) =>
  (await import('../schedule-file.ts')).scheduleIn(...parameters)

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
      return exported(dot(found.comparison, drawn, words), exit)
    case 'perfetto':
      return exported(perfetto(found.comparison), exit)
    case 'msccl':
      return exported(msccl(found.comparison, words), exit)
  }
}

const exported = (written: Result<Exported, Problem>, exit: ExitCode): Outcome =>
  written.ok ? ok({ ...written.value, exit }) : written
