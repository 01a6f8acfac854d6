/** What `simulate` writes for other programs: Perfetto's traces, Graphviz's graphs, MSCCL's algorithm files; of the quickest row. */
import { print } from '../base/print.ts'
import { failed, ok, type Result } from '../base/result.ts'
import type { Problem } from '../messages/cli.ts'
import { textByKind } from '../messages/schedule-fault.ts'
import { compile } from '../programs/compile.ts'
import { asMscclAlgorithm, writeMscclXml } from '../programs/formats/msccl-xml-write.ts'
import { type SimulateAnswer, type SimulateWords, variantName } from '../report/simulate/answer.ts'
import { perfettoOf } from '../report/simulate/perfetto.ts'
import { topologyDot } from '../report/topo/topology-dot.ts'
import { scheduleDot } from '../schedules/dot.ts'
import type { Schedule } from '../schedules/schedule.ts'
import type { Comparison } from '../simulate/compare.ts'
import { linkLoads, linksUsed, timelineOf } from '../simulate/simulate.ts'
import { scheduleOf } from '../simulate/variants.ts'

/** A trace or a file of more messages nobody opens, and a graph of more arrows shows nothing. */
const MOST_MESSAGES = { perfetto: 200_000, msccl: 200_000, dot: 5_000 } as const

/** Of more the fullest are told. */
const MOST_LINKS = 5_000

export interface Exported {
  readonly text: string
  /** What those who read the text may trip over. */
  readonly aside?: string
}

/** What the links carry by the quickest. */
export function loadsOf({ question, linkBytes }: Comparison): Pick<SimulateAnswer, 'loads' | 'linksUsed'> {
  if (!linkBytes) return {}
  const loads = linkLoads(question.topology, linkBytes, MOST_LINKS)
  const used = linksUsed(linkBytes).length
  return { loads, ...(used > loads.length ? { linksUsed: used } : {}) }
}

/** The topology, its links as thick as they are full; with --draw the schedule, step by step. */
export function dot(
  { question, rows, linkBytes }: Comparison,
  drawn: boolean,
  { simulate }: SimulateWords,
): Result<Exported, Problem> {
  const [best] = rows
  const { topology } = question
  if (!drawn || !best)
    return ok({
      text: topologyDot(topology, linkBytes ? linkLoads(topology, linkBytes) : [], best?.seconds ?? 0),
    })
  const schedule = scheduleOf(best.variant)
  const tooMany = tooManyFor('dot', schedule)
  if (tooMany) return failed(tooMany)
  return ok({
    text: scheduleDot(schedule, {
      node: (node) =>
        topology.nodeName(node < topology.ranks ? node : (topology.reducers[node - topology.ranks] ?? node)),
      step: (step) => `${simulate.draw.step} ${step + 1}`,
    }),
  })
}

export function perfetto({ question, rows }: Comparison): Result<Exported, Problem> {
  const [best] = rows
  const { topology, options } = question
  if (!best) return ok({ text: perfettoOf({ seconds: 0, ranks: topology.ranks, events: [], links: [] }) })
  const schedule = scheduleOf(best.variant)
  const tooMany = tooManyFor('perfetto', schedule)
  if (tooMany) return failed(tooMany)
  const timeline = timelineOf({ schedule, topology, options })
  if (!timeline.ok) throw new Error(`simulated before, but now: ${timeline.problem.kind}`)
  return ok({ text: perfettoOf(timeline.value) })
}

export function msccl({ question, rows }: Comparison, words: SimulateWords): Result<Exported, Problem> {
  const [best] = rows
  if (!best) return ok({ text: '' })
  const schedule = scheduleOf(best.variant)
  const tooMany = tooManyFor('msccl', schedule)
  if (tooMany) return failed(tooMany)
  const name = `${question.collective} ${variantName(best.variant, words)} ${schedule.ranks}`
  const written = writeMscclXml(asMscclAlgorithm(compile(schedule), { name }))
  if (!written.ok)
    return failed({
      id: 'schedule-not-msccl',
      values: { algorithm: best.variant.algorithm.id, why: written.problem },
    })
  const { text, limits } = written.value
  const aside = limits.map((limit) => `${textByKind(words.scheduleFile.notes, limit, print)}\n`).join('')
  return ok({ text, ...(aside === '' ? {} : { aside }) })
}

function tooManyFor(format: keyof typeof MOST_MESSAGES, schedule: Schedule): Problem | undefined {
  let messages = 0
  for (const { repeat, step } of schedule.rounds()) if (repeat > 0) messages += repeat * step(0).length
  const most = MOST_MESSAGES[format]
  return messages > most
    ? { id: 'too-many-messages', values: { option: `--format ${format}`, messages, most } }
    : undefined
}
