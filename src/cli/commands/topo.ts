/** `ringscope topo`: a preset, a short form, or `nvidia-smi topo -m` of hosts: the matrix, the NICs, what is unequal. */
import { print } from '../../core/base/print.ts'
import { failed, ok, type Result } from '../../core/base/result.ts'
import { readInputs } from '../../core/diagnose/read.ts'
import type { Place } from '../../core/evidence/place.ts'
import type { TopoMatrix } from '../../core/evidence/topo-matrix.ts'
import type { TopologyXml } from '../../core/evidence/topology-xml.ts'
import type { Catalogue } from '../../core/messages/catalogue.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { parsers } from '../../core/parsers/index.ts'
import { machineText } from '../../core/report/machine-text.ts'
import { type TopoAnswer, topoJsonOf, topoMarkdownOf, topoTextOf } from '../../core/report/topo-text.ts'
import { topoOfMachine, topoOfMatrix } from '../../core/report/topo-view.ts'
import { machineNamed } from '../../core/topology/named.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { inputsOf, kindOf, STDIN } from '../inputs.ts'
import { FORMATS, formatOf } from '../options.ts'

export const topo: CommandFile = {
  formats: FORMATS,
  examples: ['topo dgx-a100', 'topo 8xA100-SXM4+4x200G', 'topo topo.txt', 'topo - < topo.txt'],
  define(command, { arguments: words }, runs) {
    command
      .argument('<machine|file|->', words.topo)
      .action((what: string, asked) => runs((context) => run(what, asked, context)))
  },
}

async function run(
  what: string,
  asked: { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatOf(asked)
  if (!format.ok) return format
  const words = catalogueOf(context.lang)
  const answers = await answersOf(what, words, context)
  if (!answers.ok) return answers
  // Read, but no matrix in it: as diagnose, that is no input understood.
  if (answers.value.length === 0) {
    const nothing = format.value === 'json' ? topoJsonOf([], words.topo) : `  ${words.topo.noMatrix}\n`
    return answer(nothing, 3)
  }
  switch (format.value) {
    case 'json':
      return answer(topoJsonOf(answers.value, words.topo))
    case 'md':
      return answer(answers.value.map((its) => topoMarkdownOf(its, words.topo)).join('\n'))
    case 'text':
      return answer(answers.value.map((its) => topoTextOf(its, words.topo, context.view)).join('\n'))
  }
}

/** A machine by its name; else the matrices in the files. */
async function answersOf(
  what: string,
  words: Catalogue,
  context: Context,
): Promise<Result<readonly TopoAnswer[], Problem>> {
  const named = machineNamed(what)
  if (named.ok) {
    const machine = named.value
    const text = machineText(machine, {}, words, print)
    return ok([{ title: `${machine.title}: ${text}`, source: machine.id, view: topoOfMachine(machine) }])
  }
  if (what !== STDIN && (await kindOf(what)) === 'missing')
    return failed({ id: 'machine-unknown', values: { seen: what }, nearest: named.problem.nearest })
  const inputs = await inputsOf([what], context)
  if (!inputs.ok) return inputs
  const { evidence } = await readInputs(inputs.value.inputs, parsers)
  const files = evidence.filter((item): item is TopologyXml => item.kind === 'topology-xml')
  // The matrix of a topology file is that of its machine, which knows the rates as well.
  const matrices = evidence.filter(
    (item): item is TopoMatrix =>
      item.kind === 'topo-matrix' && !files.some(({ place }) => place.input === item.place.input),
  )
  return ok([
    ...files
      .filter(({ gpus }) => gpus.length > 0)
      .map(({ machine, place }) => ({
        title: machine.title,
        source: placeOf(place),
        view: topoOfMachine(machine),
      })),
    ...matrices.map((matrix) => ({
      title: matrix.host ?? placeOf(matrix.place),
      source: matrix.host === undefined ? '' : placeOf(matrix.place),
      view: topoOfMatrix(matrix),
    })),
  ])
}

const placeOf = ({ input, line }: Place): string => (line === undefined ? input : `${input}:${line}`)
