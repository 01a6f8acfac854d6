/** `ringscope perf`: measures real collectives on the CPUs here, and prints them as nccl-tests does. */
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { failed, ok, type Result } from '../../core/base/result.ts'
import { COLLECTIVES, collectiveNamed } from '../../core/collectives/names.ts'
import { diagnose } from '../../core/diagnose/diagnose.ts'
import type { PerfRun } from '../../core/evidence/perf-run.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { ncclTestsJsonOf, pairsJsonOf, perfJsonOf } from '../../core/report/perf-json.ts'
import { perfMarkdownOf } from '../../core/report/perf-markdown.ts'
import { pairsTextOf } from '../../core/report/perf-pairs.ts'
import { perfHeadOf, perfRowOf, perfTailOf } from '../../core/report/perf-text.ts'
import { renderReport } from '../../core/report/render.ts'
import type { LaunchOptions, RankProgram } from '../../run/launch/launch.ts'
import { launch } from '../../run/launch/launch.ts'
import { perfMemoryBytes } from '../../run/perf/options.ts'
import { PAIRS_DEFAULTS, type PairsOptions, slowPair } from '../../run/perf/pairs.ts'
import { type PerfReport, pairsProgram, perfProgram } from '../../run/perf/perf.ts'
import { RunError } from '../../run/run-error.ts'
import { answer, type Context, type ExitCode, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { collect, FORMATS, type Format, formatOf } from '../options.ts'
import { writeFileTo, writeTo } from '../output.ts'
import { type PerfArguments, type PerfAsked, perfAsked } from '../perf-options.ts'
import { VERSION } from '../version.ts'

interface PerfCommandOptions extends PerfArguments {
  readonly J?: string
  readonly pairs?: boolean
  readonly report?: boolean
  readonly format?: string
  readonly json?: boolean
  readonly output?: string
}

export const perf: CommandFile = {
  formats: FORMATS,
  ownsShortOutput: true,
  examples: [
    'perf all_reduce -b 8 -e 64M -f 2 -g 2',
    'perf all_reduce -b 1M -e 16M -f 4 -g 4 --algo all',
    'perf all_gather -e 16M -g 2 --transport tcp --report',
    'perf all_reduce -b 64K -e 64K -g 4 --delay rank:3:5ms      (what a straggler does)',
    'perf send_recv --pairs -g 4',
    'mpirun -np 4 ringscope perf all_reduce -b 8 -e 64M -f 2 --transport mpi --algo mpi,ring',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('<collective>', words.perf)
      .option('-b <bytes>', options['perf-begin'])
      .option('-e <bytes>', options['perf-end'])
      .option('-f <factor>', options['perf-factor'])
      .option('-i <bytes>', options['perf-increment'])
      .option('-g <ranks>', options['perf-ranks'])
      .option('-n <iterations>', options['perf-iterations'])
      .option('-w <iterations>', options['perf-warmup'])
      .option('-m <n>', options['perf-aggregate'])
      .option('-c <n>', options['perf-check'])
      .option('-d <type>', options['perf-type'])
      .option('-o <op>', options['perf-op'])
      .option('-r <root>', options['perf-root'])
      .option('-a <0|1|2|3>', options['perf-average'])
      .option('-z <0|1>', options['perf-blocking'])
      .option('-J <file>', options['perf-json'])
      .option('--transport <name>', options['perf-transport'])
      .option('--algo <names>', options['perf-algo'])
      .option('--pairs', options['perf-pairs'])
      .option('--delay <rank:n:time>', options['perf-delay'], collect)
      .option('--throttle <rank:n:share>', options['perf-throttle'], collect)
      .option('--timeout <time>', options['perf-timeout'])
      .option('--report', options['perf-report'])
      .action((collective: string, asked: PerfCommandOptions) =>
        runs((context) => run(collective, asked, context)),
      )
  },
}

async function run(typed: string, asked: PerfCommandOptions, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(typed)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: typed },
      nearest: nearest(typed.slice(0, 40), COLLECTIVES),
    })
  const format = formatOf(asked)
  if (!format.ok) return format
  const read = perfAsked(collective, asked)
  if (!read.ok) return read
  return asked.pairs
    ? pairsAnswer(read.value, format.value, context)
    : perfAnswer(read.value, format.value, asked, context)
}

/** The module that every rank executes: the command line itself, which comes to the same call of launch. */
const MAIN = new URL('../main.js', import.meta.url)

/** Runs the program at all ranks; what rank 0 gave. Ctrl-C ends them and gives what `soFar` has. */
async function atRanks<Value, Data>(
  { transport, ranks, timeoutSeconds }: PerfAsked,
  options: Omit<LaunchOptions<Data>, 'transport' | 'ranks' | 'timeoutSeconds'>,
  program: RankProgram<Value | undefined, Data>,
  soFar: () => Value | undefined,
  { lang }: Context,
): Promise<Result<Value | undefined, Problem>> {
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    const values = await launch(
      {
        ...options,
        module: MAIN,
        transport,
        signal: stop.signal,
        ...(ranks === undefined ? {} : { ranks }),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      },
      program,
    )
    return ok(values[0])
  } catch (error) {
    if (stop.signal.aborted) return ok(soFar())
    if (error instanceof RunError)
      return failed({
        id: 'run-failed',
        values: { reason: catalogueOf(lang).runProblem(error.problem, print) },
      })
    throw error
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}

async function perfAnswer(
  asked: PerfAsked,
  format: Format,
  { J: jsonFile, report, output }: PerfCommandOptions,
  context: Context,
): Promise<Outcome> {
  const words = catalogueOf(context.lang).perf
  const { stdout } = context.host
  /** Rows go out as they come where text goes to the screen. */
  const streams = format === 'text' && output === undefined
  let latest: PerfRun | undefined
  const printed: string[] = []
  const say = (text: string): void => {
    printed.push(text)
    if (streams) void writeTo(stdout, text)
  }
  const onReport = (value: unknown): void => {
    const its = value as PerfReport
    if (its.kind === 'progress') {
      context.progress.tell(words.progress(its, print))
      return
    }
    latest = its.run
    context.progress.end()
    say(its.kind === 'begin' ? perfHeadOf(its.run, words, VERSION) : perfRowOf(its.run, its.row))
  }
  const measured = await atRanks(
    asked,
    { memoryBytes: perfMemoryBytes(asked.options, asked.ranks ?? 1), data: asked.options, onReport },
    perfProgram,
    () => latest,
    context,
  )
  if (!measured.ok) return measured
  const its = measured.value
  // Another rank prints.
  if (!its) return answer('')
  const tail = perfTailOf(its, words)
  printed.push(tail)
  if (jsonFile !== undefined) {
    const written = await writeFileTo(jsonFile, ncclTestsJsonOf(its, VERSION))
    if (!written.ok) return written
  }
  const text =
    format === 'json'
      ? perfJsonOf(its, VERSION)
      : format === 'md'
        ? perfMarkdownOf(its, words)
        : streams
          ? tail
          : printed.join('')
  const diagnosis = report ? await diagnosed(printed.join(''), format, context) : ''
  return answer(diagnosis === '' ? text : `${text}\n${diagnosis}`, exitOf(its))
}

const exitOf = ({ rows }: PerfRun): ExitCode =>
  rows.some(({ outOfPlace, inPlace }) => (outOfPlace?.wrong ?? 0) + (inPlace?.wrong ?? 0) > 0) ? 1 : 0

async function diagnosed(text: string, format: Format, { lang, view }: Context): Promise<string> {
  async function* open(): AsyncIterable<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  const report = await diagnose([{ name: 'perf', once: false, open }], { lang, version: VERSION })
  return renderReport(report, format, view)
}

async function pairsAnswer(asked: PerfAsked, format: Format, context: Context): Promise<Outcome> {
  const options: PairsOptions = { ...PAIRS_DEFAULTS, iterations: asked.options.iterations }
  const measured = await atRanks(asked, { data: options }, pairsProgram, () => undefined, context)
  if (!measured.ok) return measured
  const its = measured.value
  if (!its) return answer('')
  return answer(
    format === 'json'
      ? pairsJsonOf(its, VERSION)
      : pairsTextOf(its, slowPair(its.pairs), catalogueOf(context.lang).perf),
  )
}
