/** `ringscope topo`: a preset, a short form, or `nvidia-smi topo -m` of hosts: the matrix, the NICs, what is unequal; a generated graph: its ways. */

import { FORMATS as SHARED } from '../../core/answers/format.ts'
import { topoInFiles, topoNamed } from '../../core/answers/topo.ts'
import { generatedNeeded, generatedOf, type TopologyAsked } from '../../core/answers/topology.ts'
import { failed, ok, type Result } from '../../core/base/result.ts'
import { readInputs } from '../../core/diagnose/read.ts'
import type { Catalogue } from '../../core/messages/catalogue.ts'
import type { Problem } from '../../core/messages/cli.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { parsers } from '../../core/parsers/index.ts'
import { machineDot, matrixDot } from '../../core/report/topo/machine-dot.ts'
import { type TopoAnswer, topoJsonOf, topoMarkdownOf, topoTextOf } from '../../core/report/topo/text.ts'
import { topologyDot } from '../../core/report/topo/topology-dot.ts'
import { topologyJsonOf, topologyMarkdownOf, topologyTextOf } from '../../core/report/topo/topology-text.ts'
import { topologyFigures } from '../../core/topology/figures.ts'
import { looksGenerated } from '../../core/topology/generators/index.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { inputsOf, kindOf, STDIN } from '../inputs.ts'
import { formatAmong } from '../options.ts'

const FORMATS = [...SHARED, 'dot'] as const

export const topo: CommandFile = {
  formats: FORMATS,
  examples: [
    'topo dgx-a100',
    'topo dgx-1v --format dot | dot -Tsvg -o dgx-1v.svg',
    'topo torus:4x4',
    'topo fat-tree:4 --format dot',
    'topo 8xA100-SXM4+4x200G',
    'topo topo.txt',
    'topo - < topo.txt',
  ],
  define(command, { arguments: words, options }, runs) {
    command
      .argument('<machine|file|->', words.topo)
      .option('--bandwidth <rate>', options.bandwidth)
      .option('--latency <time>', options.latency)
      .action((target: string, args) => runs((context) => run(target, args, context)))
  },
}

async function run(
  target: string,
  args: TopologyAsked & { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatAmong(FORMATS, args)
  if (!format.ok) return format
  if (looksGenerated(target)) return generatedTopo(target, format.value, args, context)
  const needed = generatedNeeded(args)
  if (needed) return failed(needed)
  const words = catalogueOf(context.lang)
  const answers = await answersOf(target, words, context)
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
      return answer(answers.value.map((one) => topoMarkdownOf(one, words.topo)).join('\n'))
    case 'text':
      return answer(answers.value.map((one) => topoTextOf(one, words.topo, context.view)).join('\n'))
    case 'dot':
      return answer(
        answers.value
          .map(({ title, view, machine }) => (machine ? machineDot(machine) : matrixDot(title, view)))
          .join('\n'),
      )
  }
}

/** A generated topology is a graph and no machine: its matrix is that of the links between ranks. */
function generatedTopo(
  target: string,
  format: (typeof FORMATS)[number],
  args: TopologyAsked,
  context: Context,
): Outcome {
  const built = generatedOf(target, args)
  if (!built.ok) return built
  const { topology } = built.value
  if (format === 'dot')
    return topology.links.count > MOST_LINKS
      ? failed({
          id: 'too-many-links',
          values: { topology: topology.title, links: topology.links.count, most: MOST_LINKS },
        })
      : answer(topologyDot(topology, [], 0))
  const described = { ...built.value, figures: topologyFigures(topology) }
  const words = catalogueOf(context.lang)
  switch (format) {
    case 'json':
      return answer(topologyJsonOf(described, words))
    case 'md':
      return answer(topologyMarkdownOf(described, words))
    case 'text':
      return answer(topologyTextOf(described, words, context.view))
  }
}

/** A graph of more shows nothing. */
const MOST_LINKS = 5_000

/** A machine by its name; else the matrices in the files. */
async function answersOf(
  target: string,
  words: Catalogue,
  context: Context,
): Promise<Result<readonly TopoAnswer[], Problem>> {
  const named = topoNamed(target, words)
  if (named.ok) return named
  if (target !== STDIN && (await kindOf(target)) === 'missing')
    return failed({ id: 'machine-unknown', values: { seen: target }, nearest: named.problem })
  const inputs = await inputsOf([target], context)
  if (!inputs.ok) return inputs
  const { evidence } = await readInputs(inputs.value.inputs, parsers)
  return ok(topoInFiles(evidence))
}
