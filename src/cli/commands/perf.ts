/** `ringscope perf`: measures real collectives on the CPUs here, and prints them as nccl-tests does. */
import { resolve } from 'node:path'
import { FORMATS, type Format } from '../../core/answers/format.ts'
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { failed, ok, type Result } from '../../core/base/result.ts'
import { COLLECTIVES, collectiveNamed } from '../../core/collectives/names.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { pairsJsonOf } from '../../core/report/perf/json.ts'
import { pairsMarkdownOf, pairsTextOf } from '../../core/report/perf/pairs.ts'
import { type LaunchedRank, launchedRank } from '../../run/launch/environment.ts'
import { launch } from '../../run/launch/launch.ts'
import { perfMemoryBytes } from '../../run/perf/options.ts'
import { PAIRS_DEFAULTS, slowPair } from '../../run/perf/pairs.ts'
import { type PerfReport, type PerfResult, type PerfTask, perfProgram } from '../../run/perf/perf.ts'
import { RunError } from '../../run/run-error.ts'
import { moduleOrBundle } from '../../run/system/started-as.ts'
import { answer, type Context, ELSEWHERE, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { collect, formatOf } from '../options.ts'
import { writable } from '../output.ts'
import { sizesAnswer } from '../perf-answer.ts'
import { readPerfRequest } from '../perf-options.ts'
import type { PerfArguments, PerfRequest } from '../perf-request.ts'
import { VERSION } from '../version.ts'

export interface PerfCommandOptions extends PerfArguments {
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
    'perf all_reduce -b 64K -e 64K -g 4 --delay rank:3:5ms',
    'perf all_reduce -b 64K -e 16M -f 4 -g 2 --timeline run.json',
    'perf send_recv --pairs -g 4',
    'perf all_reduce -b 8 -e 64M -f 2 --transport mpi --algo mpi,ring',
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
      .option('-I <0|1>', options['perf-each'])
      .option('-J <file>', options['perf-json'])
      .option('--transport <name>', options['perf-transport'])
      .option('--algo <names>', options['perf-algo'])
      .option('--timeline <file>', options['perf-timeline'])
      .option('--pairs', options['perf-pairs'])
      .option('--delay <rank:n:time>', options['perf-delay'], collect)
      .option('--throttle <rank:n:share>', options['perf-throttle'], collect)
      .option('--bind <core|none>', options['perf-bind'])
      .option('--timeout <time>', options['perf-timeout'])
      .option('--report', options['perf-report'])
      .action((collective: string, args: PerfCommandOptions) =>
        runs((context) => run(collective, args, context)),
      )
  },
}

async function run(collectiveText: string, args: PerfCommandOptions, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(collectiveText)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: collectiveText },
      nearest: nearest(collectiveText.slice(0, 40), COLLECTIVES),
    })
  const format = formatOf(args)
  if (!format.ok) return format
  const read = readPerfRequest(collective, args, context.lang)
  if (!read.ok) return read
  const files = await filesOf(args, printsHere(read.value))
  if (!files.ok) return files
  const { options } = read.value
  const outcome = await (args.pairs
    ? pairsAnswer(read.value, format.value, context)
    : sizesAnswer(read.value, format.value, args, context, (onReport, soFar) =>
        atRanks(read.value, { kind: 'sizes', options }, onReport, soFar, context),
      ))
  const launched = launchedHere()
  if (!outcome.ok || read.value.transport !== 'threads' || !launched || launched === 'unclear') return outcome
  if (launched.rank !== 0 || launched.ranks === 1) return outcome
  const aside = catalogueOf(context.lang).perf.oneOfSeveral({ processes: launched.ranks }, print)
  return ok({ ...outcome.value, aside })
}

/** The output files are all different, and can be written where this process writes them. */
async function filesOf(
  { output, J, timeline }: PerfCommandOptions,
  writesHere: boolean,
): Promise<Result<undefined, Problem>> {
  const options = new Map<string, string>()
  for (const [option, path] of Object.entries({ '--output': output, '-J': J, '--timeline': timeline })) {
    if (path === undefined) continue
    const other = options.get(resolve(path))
    if (other !== undefined) return failed({ id: 'same-file', values: { option, other } })
    options.set(resolve(path), option)
    const place = await (writesHere ? writable(path) : ok(undefined))
    if (!place.ok) return place
  }
  return ok(undefined)
}

/** As a launcher says; unclear where its variables say too little for tcp: MPI's library knows more. */
function launchedHere(): LaunchedRank | 'unclear' | undefined {
  try {
    return launchedRank(process.env)
  } catch {
    return 'unclear'
  }
}

/** False where a launcher has started this process as another rank than 0: rank 0 writes, on its own host. */
function printsHere({ transport }: PerfRequest): boolean {
  const launched = launchedHere()
  return transport === 'threads' || (launched !== 'unclear' && (launched?.rank ?? 0) === 0)
}

/** What every rank executes; none of the command line is in it. */
const RANK = new URL('../../run/perf/rank.js', import.meta.url)

/** Runs the task at all ranks; gives the result of rank 0. Ctrl-C ends them and gives what there is so far, or ends this process too. */
async function atRanks(
  request: PerfRequest,
  data: PerfTask,
  onReport: (report: PerfReport) => void,
  soFar: () => PerfResult | undefined,
  context: Context,
): Promise<Result<PerfResult | undefined, Problem>> {
  const { lang, progress } = context
  const { transport, ranks, bind, timeoutSeconds, options } = request
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  if (transport === 'tcp' && data.kind === 'sizes') tellRendezvous(context)
  try {
    const values = await launch(
      {
        module: moduleOrBundle(RANK, import.meta.url),
        transport,
        ranks,
        memoryBytes: perfMemoryBytes(options, ranks, transport),
        data,
        onReport: (value) => onReport(value as PerfReport),
        signal: stop.signal,
        ...(bind === 'core' ? { bind } : {}),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      },
      // Where this process is a rank itself, it ends with the others, between two sizes.
      (comm, rankContext) => perfProgram(comm, rankContext, () => stop.signal.aborted),
    )
    return ok(values[0])
  } catch (error) {
    if (stop.signal.aborted) {
      const measured = soFar()
      if (!measured && printsHere(request)) {
        progress.end()
        process.removeListener('SIGINT', onInterrupt)
        process.kill(process.pid, 'SIGINT')
      }
      return ok(measured)
    }
    if (!(error instanceof RunError)) throw error
    return failed({
      id: 'run-failed',
      values: { reason: catalogueOf(lang).runProblem(error.problem, print) },
    })
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}

/** Ranks that are started by hand may come late: rank 0 shows what it waits for, until its first report. */
function tellRendezvous({ lang, progress }: Context): void {
  const launched = launchedHere()
  if (!launched || launched === 'unclear' || launched.rank !== 0 || launched.ranks === 1) return
  const { ranks, master } = launched
  progress.show(
    catalogueOf(lang).perf.rendezvous({ ranks, at: master && `${master.host}:${master.port}` }, print),
  )
}

async function pairsAnswer(request: PerfRequest, format: Format, context: Context): Promise<Outcome> {
  const task: PerfTask = {
    kind: 'pairs',
    options: { ...PAIRS_DEFAULTS, iterations: request.options.iterations },
  }
  const measured = await atRanks(
    request,
    task,
    () => {},
    () => undefined,
    context,
  )
  if (!measured.ok) return measured
  if (measured.value?.kind !== 'pairs') return ELSEWHERE
  const { pairs } = measured.value
  const words = catalogueOf(context.lang).perf
  const slow = slowPair(pairs.pairs)
  switch (format) {
    case 'json':
      return answer(pairsJsonOf(pairs, VERSION))
    case 'md':
      return answer(pairsMarkdownOf(pairs, slow, words))
    case 'text':
      return answer(pairsTextOf(pairs, slow, words))
  }
}
