/** `ringscope diagnose`: reads files, folders or standard input, and says what holds the communication back. */

import { fabricFrom } from '../../core/answers/machine.ts'
import { choice, optional, whole } from '../../core/answers/values.ts'
import { allOf, failed, type Result } from '../../core/base/result.ts'
import { diagnose as diagnosed } from '../../core/diagnose/diagnose.ts'
import type { Input } from '../../core/evidence/place.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { type ReportFormat, renderReport } from '../../core/report/diagnose/render.ts'
import type { Finding, Report } from '../../core/report/diagnose/report.ts'
import { answer, type Context, type ExitCode, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { inputsOf } from '../inputs.ts'
import { machineOf } from '../machines.ts'
import { collect, FAIL_ON, type FailOn, failsOn, formatAmong } from '../options.ts'
import { readAllIn } from '../read-parallel.ts'
import { VERSION } from '../version.ts'

interface DiagnoseOptions {
  readonly on?: string
  readonly nodes?: string
  readonly ranks?: string
  readonly fabric?: string
  readonly baseline?: readonly string[]
  readonly short?: boolean
  readonly failOn?: string
  readonly require?: string
  readonly format?: string
  readonly json?: boolean
}

const FORMATS = ['text', 'json', 'md', 'nodelist'] as const

export const diagnose: CommandFile = {
  formats: FORMATS,
  examples: [
    'diagnose all_reduce.txt topo.txt',
    'diagnose run.log --on dgx-h100 --nodes 4',
    'diagnose results/ --format nodelist',
    'diagnose new.txt --baseline old/',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('[path...]', words.diagnose)
      .option('--on <machine>', options.on)
      .option('--nodes <n>', options.nodes)
      .option('--ranks <n>', options.ranks)
      .option('--fabric <kind>', options.fabric)
      .option('--baseline <path>', options.baseline, collect)
      .option('--short', options.short)
      .option('--fail-on <severity>', options['fail-on'])
      .option('--require <status>', options.require)
      .action((paths: readonly string[], args: DiagnoseOptions) =>
        runs((context) => run(paths, args, context)),
      )
  },
}

async function run(paths: readonly string[], args: DiagnoseOptions, context: Context): Promise<Outcome> {
  if (paths.length === 0) return failed({ id: 'inputs-missing', values: {} })
  const options = allOf({
    format: formatAmong(FORMATS, args),
    failOn: choice(FAIL_ON)('--fail-on', args.failOn ?? 'error'),
    require: optional(choice(['healthy']), '--require', args.require),
    nodes: optional(whole, '--nodes', args.nodes),
    ranks: optional(whole, '--ranks', args.ranks),
    fabric: optional(fabricFrom, '--fabric', args.fabric),
  })
  if (!options.ok) return options
  const { format, failOn, nodes, ranks, fabric } = options.value
  if (args.short && format !== 'text')
    return failed({ id: 'options-exclude', values: { option: '--short', other: `--format ${format}` } })
  const machine = args.on === undefined ? undefined : await machineOf(args.on, args, context)
  if (machine && !machine.ok) return machine
  const inputs = await inputsOf(paths, context)
  if (!inputs.ok) return inputs
  const baseline = await baselineOf(args.baseline ?? [], context)
  if (!baseline.ok) return baseline
  const readAll = readAllIn(context)
  const report = await diagnosed(inputs.value.inputs, {
    ...(readAll ? { readAll } : {}),
    notes: inputs.value.notes,
    lang: context.lang,
    version: VERSION,
    ...(machine ? { machine: machine.value } : {}),
    ...(nodes === undefined ? {} : { nodes }),
    ...(ranks === undefined ? {} : { ranks }),
    ...(fabric ? { fabric } : {}),
    ...(baseline.value.length === 0 ? {} : { baseline: baseline.value }),
  })
  const view: ReportFormat = args.short ? 'short' : format
  return answer(
    renderReport(report, view, context.view),
    exitOf(report, failOn, options.value.require === 'healthy'),
  )
}

/** Each --baseline is one earlier run; a folder is one run of several files. */
async function baselineOf(
  paths: readonly string[],
  context: Context,
): Promise<Result<readonly (readonly Input[])[], Problem>> {
  const runs: (readonly Input[])[] = []
  for (const path of paths) {
    const inputs = await inputsOf([path], context)
    if (!inputs.ok) return inputs
    runs.push(inputs.value.inputs)
  }
  return { ok: true, value: runs }
}

function exitOf({ inputs, findings, verdict }: Report, failOn: FailOn, mustBeHealthy: boolean): ExitCode {
  if (inputs.every(({ formats }) => formats.length === 0)) return 3
  const failsTheRun = ({ severity, consequences }: Finding): boolean =>
    failsOn(severity, failOn) || consequences.some(failsTheRun)
  if (findings.some(failsTheRun)) return 1
  return mustBeHealthy && verdict.status !== 'healthy' ? 1 : 0
}
