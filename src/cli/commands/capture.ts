/** `ringscope capture`: collects what this host shows, says what was missing, and diagnoses the folder. */
import { capture as captured } from '../../capture/run.ts'
import { captureScript } from '../../capture/script.ts'
import { FORMATS } from '../../core/answers/format.ts'
import { print } from '../../core/base/print.ts'
import { failed } from '../../core/base/result.ts'
import { diagnose } from '../../core/diagnose/diagnose.ts'
import { readInputs } from '../../core/diagnose/read.ts'
import type { Capture } from '../../core/evidence/capture.ts'
import type { CaptureTexts } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { parsers } from '../../core/parsers/index.ts'
import { renderReport } from '../../core/report/diagnose/render.ts'
import { wrap } from '../../core/report/text/width.ts'
import { answer, type Context, type ExitCode, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { inputsOf } from '../inputs.ts'
import { formatOf } from '../options.ts'
import { VERSION } from '../version.ts'

interface CaptureOptions {
  readonly output?: string
  readonly script?: boolean
  readonly anonymise?: boolean
  readonly format?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

const FOLDER = 'ringscope-capture'

export const capture: CommandFile = {
  formats: FORMATS,
  ownsOutput: true,
  examples: [
    'capture',
    'capture -o job-17 -- all_reduce_perf -b 1M -e 16G -f 2 -g 8',
    'capture --script > capture.sh && srun -N64 sh capture.sh /shared/dir',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('[command...]', words.capture)
      .option('-o, --output <folder>', options['capture-folder'])
      .option('--script', options.script)
      .option('--anonymise', options.anonymise)
      .action((argumentsGiven: readonly string[], args: CaptureOptions) =>
        runs((context) => run(argumentsGiven, args, context)),
      )
  },
}

async function run(command: readonly string[], args: CaptureOptions, context: Context): Promise<Outcome> {
  if (args.script) return answer(captureScript(VERSION))
  const format = formatOf(args)
  if (!format.ok) return format
  const folder = args.output ?? FOLDER
  const ran = await captured({
    version: VERSION,
    folder,
    anonymise: args.anonymise === true,
    command,
    env: context.host.env,
    say: (line) => {
      if (!args.quiet) context.host.stderr.write(`${line}\n`)
    },
  })
  if (!ran.ok) return failed({ id: 'capture-failed', values: { folder, reason: ran.problem } })
  const inputs = await inputsOf([folder], context)
  if (!inputs.ok) return inputs
  const report = await diagnose(inputs.value.inputs, {
    notes: inputs.value.notes,
    lang: context.lang,
    version: VERSION,
  })
  const text = renderReport(report, format.value, context.view)
  const isError = report.findings.some(({ severity }) => severity === 'error')
  const exit: ExitCode = isError ? 1 : ran.value.commandExit === 0 ? 0 : 4
  if (format.value !== 'text') return answer(text, exit)
  const { evidence } = await readInputs(
    inputs.value.inputs.filter(({ name }) => name.endsWith('manifest.txt')),
    parsers,
  )
  const manifests = evidence.filter((item): item is Capture => item.kind === 'capture')
  const head = headOf(manifests, folder, catalogueOf(context.lang).cli.capture, context.view.width)
  return answer(`${head}\n${text}`, exit)
}

/** What was collected, and what was not and why: once for all hosts that lack the same. */
function headOf(manifests: readonly Capture[], folder: string, texts: CaptureTexts, width: number): string {
  const sources = manifests.flatMap((manifest) => manifest.sources)
  const have = sources.filter(({ file }) => file !== undefined)
  const missing = new Map<string, string[]>()
  for (const { id, status, why } of sources) {
    if (status === 'ok') continue
    const reason = why === '' ? texts.status[status] : why
    const ids = missing.get(reason) ?? []
    missing.set(reason, ids.includes(id) ? ids : [...ids, id])
  }
  const indented = (text: string): string[] => wrap(text, width - 4).map((line) => `    ${line}`)
  return [
    ...wrap(`  ${texts.collected({ folder, sources: have.length, hosts: manifests.length }, print)}`, width),
    ...(missing.size > 0 ? [`  ${texts.missing}`] : []),
    ...[...missing].flatMap(([reason, ids]) => indented(`${ids.join(', ')}: ${reason}`)),
    ...wrap(`  ${texts.handOn(folder)}`, width),
    '',
  ].join('\n')
}
