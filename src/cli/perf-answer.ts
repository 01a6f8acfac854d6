/** What `perf` writes of a run: rows as they come, then the rest; files; the diagnosis where it is asked for. */

import type { Format } from '../core/answers/format.ts'
import { print } from '../core/base/print.ts'
import { ok, type Result } from '../core/base/result.ts'
import type { PerfRun, PerfSimulation } from '../core/evidence/perf-run.ts'
import type { Problem } from '../core/messages/cli.ts'
import { catalogueOf } from '../core/messages/index.ts'
import type { PerfTexts } from '../core/messages/perf.ts'
import type { Report } from '../core/report/diagnose/report.ts'
import { ncclTestsJsonOf, perfJsonOf } from '../core/report/perf/json.ts'
import { perfMarkdownOf } from '../core/report/perf/markdown.ts'
import { comments, perfHeadOf, perfRowOf, perfTailOf } from '../core/report/perf/text.ts'
import { wrap } from '../core/report/text/width.ts'
import type { PerfReport, PerfResult } from '../run/perf/perf.ts'
import { answer, type Context, ELSEWHERE, type ExitCode, type Outcome } from './answer.ts'
import { writeFileTo, writeTo } from './output.ts'
import { NATIVE } from './perf-checks.ts'
import type { PerfArguments, PerfRequest } from './perf-request.ts'
import { VERSION } from './version.ts'

type AtRanks = (
  onReport: (report: PerfReport) => void,
  soFar: () => PerfResult | undefined,
) => Promise<Result<PerfResult | undefined, Problem>>

export async function sizesAnswer(
  request: PerfRequest,
  format: Format,
  files: PerfArguments & { readonly output?: string },
  context: Context,
  atRanks: AtRanks,
): Promise<Outcome> {
  const words = catalogueOf(context.lang).perf
  /** Rows go out as they come where text goes to the screen. */
  const streams = format === 'text' && files.output === undefined
  let latest: PerfRun | undefined
  const rows: string[] = []
  const say = (rowText: string): void => {
    rows.push(rowText)
    if (streams) void writeTo(context.host.stdout, rowText)
  }
  const measured = await atRanks(
    (update) => {
      if (update.kind === 'progress') return context.progress.show(words.progress(update, print))
      latest = update.run
      context.progress.end()
      say(
        update.kind === 'begin'
          ? perfHeadOf(update.run, words, VERSION, request)
          : perfRowOf(update.run, update.row, request),
      )
    },
    () => latest && { kind: 'sizes', run: latest },
  )
  if (!measured.ok) return measured
  if (measured.value?.kind !== 'sizes') return ELSEWHERE
  const { run, recorded } = measured.value
  const simulation = recorded && (await simulationOf(run, recorded, request))
  const written = await writeFiles(run, recorded, files)
  const rest = [
    perfTailOf(run, words),
    ...(simulation ? [await simulatedText(simulation, words)] : []),
    ...(written.ok && recorded && files.timeline !== undefined
      ? [
          comments(
            wrap(words.simulated.recorded({ ...recordedOf(recorded), path: files.timeline }, print), 94),
          ),
        ]
      : []),
  ]
  if (!written.ok) {
    // What was measured is not lost with the file.
    if (streams) await writeTo(context.host.stdout, rest.join(''))
    return written
  }
  const report = files.report ? await diagnosed([...rows, ...rest].join(''), context) : undefined
  const text = (streams ? rest : [...rows, ...rest]).join('')
  return answer(await textOf({ run, simulation, report, text }, format, words, context), exitOf(run))
}

const recordedOf = ({ algorithm, bytes, timeline }: Recorded) => ({
  algorithm,
  bytes,
  seconds: timeline.seconds,
})

/** 1 where an element was wrong: a finding, not a failure of ringscope. */
export const exitOf = ({ rows }: Pick<PerfRun, 'rows'>): ExitCode =>
  rows.some(({ outOfPlace, inPlace }) => (outOfPlace?.wrong ?? 0) + (inPlace?.wrong ?? 0) > 0) ? 1 : 0

type Recorded = NonNullable<Extract<PerfResult, { kind: 'sizes' }>['recorded']>

/** What only few ask for is loaded when it is asked for. */
async function simulationOf(
  run: PerfRun,
  { fit }: Recorded,
  { options, transport }: PerfRequest,
): Promise<PerfSimulation> {
  // Processes that share a memory do as threads do.
  const native = NATIVE[run.carrier === 'memory' ? 'threads' : transport]
  const { simulateRun } = await import('./perf-simulated.ts')
  return simulateRun(run, fit, options.algorithms.includes('auto') ? native : [])
}

async function simulatedText(simulation: PerfSimulation, words: PerfTexts): Promise<string> {
  const { simulatedTextOf } = await import('../core/report/perf/simulated.ts')
  return simulatedTextOf(simulation, words)
}

async function writeFiles(
  run: PerfRun,
  recorded: Recorded | undefined,
  { J, timeline }: PerfArguments,
): Promise<Result<undefined, Problem>> {
  if (J !== undefined) {
    const written = await writeFileTo(J, ncclTestsJsonOf(run, VERSION))
    if (!written.ok) return written
  }
  if (timeline === undefined || !recorded) return ok(undefined)
  const { perfettoOf } = await import('../core/report/simulate/perfetto.ts')
  return writeFileTo(timeline, perfettoOf(recorded.timeline))
}

async function diagnosed(text: string, { lang }: Context): Promise<Report> {
  const { diagnose } = await import('../core/diagnose/diagnose.ts')
  async function* open(): AsyncIterable<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  return diagnose([{ name: 'perf', once: false, open }], { lang, version: VERSION })
}

interface Parts {
  readonly run: PerfRun
  readonly simulation: PerfSimulation | undefined
  readonly report: Report | undefined
  /** What is still to be printed as text. */
  readonly text: string
}

async function textOf(
  { run, simulation, report, text }: Parts,
  format: Format,
  words: PerfTexts,
  { view }: Context,
): Promise<string> {
  if (format === 'json')
    return perfJsonOf(run, VERSION, {
      ...(simulation ? { simulation } : {}),
      ...(report ? { report } : {}),
    })
  const { renderReport } = report ? await import('../core/report/diagnose/render.ts') : {}
  const diagnosis = report && renderReport ? `\n${renderReport(report, format, view)}` : ''
  if (format === 'text') return text + diagnosis
  const { simulatedMarkdownOf } = await import('../core/report/perf/simulated.ts')
  return perfMarkdownOf(run, words) + (simulation ? simulatedMarkdownOf(simulation, words) : '') + diagnosis
}
