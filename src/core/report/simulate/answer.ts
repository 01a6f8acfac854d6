/** What `simulate` found, as all its views read it. */

import { print } from '../../base/print.ts'
import type { BytesPerSecond } from '../../base/units.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import { textByKind } from '../../messages/schedule-fault.ts'
import type { MscclNote } from '../../programs/formats/msccl-xml.ts'
import type { Drawing } from '../../schedules/draw.ts'
import type { Comparison, Row } from '../../simulate/compare.ts'
import type { Range } from '../../simulate/crossovers.ts'
import type { Repeated } from '../../simulate/repeated.ts'
import type { SweepRow } from '../../simulate/sweep.ts'
import type { Missing, Variant } from '../../simulate/variants.ts'
import type { LinkLoad } from '../../timeline/timeline.ts'
import type { Topology } from '../../topology/topology.ts'
import { widthOf } from '../text/width.ts'

export interface SimulateAnswer {
  readonly comparison: Comparison
  /** As typed after --on. */
  readonly on: string
  readonly preset: boolean
  readonly faults: readonly Fault[]
  /** Which algorithm wins from which size on. */
  readonly ranges?: readonly Range[]
  /** Several sizes were asked for. */
  readonly sweep?: readonly SweepRow[]
  /** A published measurement of this machine. */
  readonly check?: {
    readonly busbw: BytesPerSecond
    readonly simulated: BytesPerSecond
    readonly source: string
  }
  /** With jitter: of the quickest row. */
  readonly repeated?: Repeated
  /** Of a single algorithm: its links, fullest first; of very many the fullest. */
  readonly loads?: readonly LinkLoad[]
  /** How many links carry something, where not all are among `loads`. */
  readonly linksUsed?: number
  readonly drawing?: Drawing
  /** The algorithm came from a file. */
  readonly file?: FileAnswer
}

export interface FileAnswer {
  readonly name: string
  /** What the file calls itself. */
  readonly title: string
  /** Messages that a connection must hold. */
  readonly slots: number
  /** What executors may trip over. */
  readonly notes: readonly MscclNote[]
}

export type Fault =
  | { readonly kind: 'slow-link'; readonly a: string; readonly b: string; readonly share: number }
  | { readonly kind: 'slow-rank'; readonly rank: number; readonly seconds: number }
  | { readonly kind: 'jitter'; readonly p99Seconds: number; readonly rank?: number }

export type SimulateWords = Pick<Catalogue, 'simulate' | 'scheduleFile' | 'report'>

/** "ring, 6 rings" */
export function variantName(
  { algorithm, rings, schedule }: Variant,
  { simulate, report }: SimulateWords,
): string {
  if (!rings || algorithm.id !== 'ring') return algorithm.id
  return `${algorithm.id}${report.join.items}${simulate.rings({ ...rings, ranks: schedule.ranks }, print)}`
}

/** The first reason, and the second where both are short. */
export function whyText({ why }: Row, { simulate, report }: SimulateWords): string {
  const all = why.map((reason) => textByKind(simulate.why, reason, print))
  const both = all.join(report.join.items)
  return widthOf(both) <= MOST_WHY ? both : (all[0] ?? '')
}

/** What stands beside the other columns on one line. */
const MOST_WHY = 34

export const missingText = ({ id, why }: Missing, { simulate, report }: SimulateWords): string =>
  id + report.join.aside(textByKind(simulate.missing, why, print))

/** What would have cost more than the answer is worth; empty where nothing was left out. `links`: all links that there are to tell are shown. */
export function leftOutText(
  { comparison, loads = [], linksUsed }: SimulateAnswer,
  { simulate, report }: SimulateWords,
  links: boolean,
): string {
  const { leftOut, missing, question } = comparison
  const compared = question.algorithm === undefined
  const given = missing.some(({ why }) => why.kind === 'too-much-work')
  const cut = leftOut.some(({ kind }) => kind === 'pieces')
  return [
    ...leftOut.map((left) => textByKind(simulate.leftOut, left, print)),
    ...(links && linksUsed !== undefined
      ? [simulate.linksLeftOut({ listed: loads.length, used: linksUsed }, print)]
      : []),
    ...(compared && (given || cut) ? [simulate.alone] : []),
  ].join(report.join.sentences)
}

export const certificateText = (
  { bound, question }: Comparison,
  { simulate, report }: SimulateWords,
): string =>
  `${print.duration(bound.seconds)}${report.join.after}${textByKind(simulate.certificate, { ...bound.certificate, size: question.options.bytes }, print)}`

export function faultText(fault: Fault, { simulate }: SimulateWords): string {
  switch (fault.kind) {
    case 'slow-link':
      return simulate.faults.slowLink(fault, print)
    case 'slow-rank':
      return simulate.faults.slowRank(fault, print)
    case 'jitter':
      return simulate.faults.jitter(fault, print)
  }
}

export function headline({ comparison }: SimulateAnswer, words: SimulateWords): string {
  const { simulate } = words
  const [best] = comparison.rows
  const { collective, topology } = comparison.question
  return best
    ? simulate.headline.winner({ name: variantName(best.variant, words), ...best }, print)
    : simulate.headline.none({ collective, topology: topology.title }, print)
}

export function headWord({ comparison }: SimulateAnswer, { simulate }: SimulateWords): string {
  const { rows } = comparison
  if (rows.length === 0) return simulate.heads.none
  return rows.length === 1 ? simulate.heads.simulated : simulate.heads.winner
}

export function topologyText(topology: Topology, { simulate, report }: SimulateWords): string {
  const { bandwidth, latencySeconds, count } = topology.links
  // Not by spreading: a million links do not fit into arguments.
  const ends = (values: Float64Array) =>
    values.reduce(
      ([least, most], value) => [Math.min(least ?? value, value), Math.max(most ?? value, value)],
      [values[0] ?? 0, values[0] ?? 0] as readonly number[],
    )
  const [slowest = 0, fastest = 0] = ends(bandwidth)
  const [shortest = 0, longest = 0] = ends(latencySeconds)
  return `${topology.title}${report.join.after}${simulate.topology({ ranks: topology.ranks, links: count, slowest, fastest, shortest, longest }, print)}`
}

export const rangesText = (ranges: readonly Range[], { simulate }: SimulateWords): string =>
  ranges
    .map(({ id, upTo }) =>
      simulate.range({ name: id, ...(upTo === undefined ? {} : { upTo }), only: ranges.length === 1 }, print),
    )
    .join(' | ')

/** What was proven of a file, and what executors may trip over. */
export const fileTexts = (file: FileAnswer, { scheduleFile }: SimulateWords): readonly string[] => [
  scheduleFile.verified(file, print),
  ...file.notes.map((note) => textByKind(scheduleFile.notes, note, print)),
]
