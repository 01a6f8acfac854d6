/** `ringscope expect`: what a collective should reach on a machine, and how a measured number stands against it. */
import { type ExpectAsked, expectAnswer } from '../../core/answers/expect.ts'
import { expectSimulatedAnswer } from '../../core/answers/expect-simulated.ts'
import { type Expected, expectSeverity, expectText } from '../../core/answers/expect-text.ts'
import { FORMATS } from '../../core/answers/format.ts'
import { generatedNeeded } from '../../core/answers/topology.ts'
import { bytes, choice, optional, sizes, whole } from '../../core/answers/values.ts'
import { nearest } from '../../core/base/nearest.ts'
import { print } from '../../core/base/print.ts'
import { allOf, failed } from '../../core/base/result.ts'
import { COLLECTIVES, collectiveNamed } from '../../core/collectives/names.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import type { Progress } from '../../core/simulate/variants.ts'
import { looksGenerated } from '../../core/topology/generators/index.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import type { machineOf } from '../machines.ts'
import { collect, FAIL_ON, failsOn, formatOf } from '../options.ts'
import { VERSION } from '../version.ts'

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
      .action((collective: string, args: ExpectAsked) => runs((context) => run(collective, args, context)))
  },
}

async function run(collectiveText: string, args: ExpectAsked, context: Context): Promise<Outcome> {
  const collective = collectiveNamed(collectiveText)
  if (!collective)
    return failed({
      id: 'collective-unknown',
      values: { seen: collectiveText },
      nearest: nearest(collectiveText.slice(0, 40), COLLECTIVES),
    })
  const options = allOf({
    format: formatOf(args),
    failOn: choice(FAIL_ON)('--fail-on', args.failOn ?? 'error'),
    ranks: optional(whole, '--ranks', args.ranks),
    size: optional(bytes, '--size', args.size),
    sizes: optional(sizes, '--sizes', args.sizes),
  })
  if (!options.ok) return options
  const { format, failOn, size } = options.value
  if (size !== undefined && options.value.sizes)
    return failed({ id: 'options-exclude', values: { option: '--size', other: '--sizes' } })
  if (args.algbw && args.measured === undefined)
    return failed({ id: 'option-needs', values: { option: '--algbw', needs: '--measured' } })
  if (!args.on) return failed({ id: 'machine-missing', values: { collective, command: 'expect' } })
  const needed = args.on.some(looksGenerated) ? undefined : generatedNeeded(args)
  if (needed) return failed(needed)

  const { simulate: words } = catalogueOf(context.lang)
  const watch = (done: Progress) => context.progress.update(() => words.progress(done, print))
  const answers: Expected[] = []
  for (const name of args.on) {
    const found = looksGenerated(name)
      ? expectSimulatedAnswer(name, collective, args, options.value, watch)
      : await expectAnswer(name, collective, args, options.value, () => machineFrom(name, args, context))
    if (!found.ok) return found
    answers.push(found.value)
  }
  const form = args.short && format === 'text' ? 'short' : format
  const { lang, view } = context
  return answer(
    expectText(answers, form, { words: catalogueOf(lang), view, version: VERSION }),
    answers.some((one) => failsOn(expectSeverity(one), failOn)) ? 1 : 0,
  )
}

/** The readers of files are loaded only for machines: they are most of the time of a short answer. */
const machineFrom: typeof machineOf = async (...parameters) =>
  (await import('../machines.ts')).machineOf(...parameters)
