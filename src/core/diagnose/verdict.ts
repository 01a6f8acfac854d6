/** The verdict of a report: its status, its headline, and what to collect next. */
import type { OwnMachine } from '../analysis/own-machine.ts'
import { print } from '../base/print.ts'
import { GBps } from '../base/units.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { Finding, Measurement, Report, Status, Subject } from '../report/diagnose/report.ts'
import type { CollectId } from '../rules/collect.ts'
import { meaningOf } from '../rules/named.ts'
import { ABOVE } from '../rules/number/number-is-healthy.ts'
import { isHealthy, isLoud, statusOf } from './status.ts'

export interface Judged {
  readonly findings: readonly Finding[]
  readonly measurements: readonly Measurement[]
  readonly subjects: readonly Subject[]
  /** The machine of a measurement, by its label. */
  readonly machines: ReadonlyMap<string, string>
  readonly understood: boolean
  /** What to collect next is said in its words. */
  readonly machine?: OwnMachine | undefined
}

export function verdictOf(judged: Judged, words: ReportTexts): Report['verdict'] {
  const status = statusOf(judged.findings)
  return {
    status,
    headline: headlineOf(status, judged, words),
    collectNext: !judged.understood
      ? [words.collectNext().format]
      : status === 'unknown'
        ? collectNext(judged, words)
        : [],
  }
}

function headlineOf(status: Status, judged: Judged, { headline }: ReportTexts): string {
  const { findings, measurements, subjects, machines, understood } = judged
  if (!understood) return headline.nothingUnderstood()
  const first = findings.find(isLoud)
  const told = first ?? (status === 'healthy' ? findings.find(isHealthy) : undefined)
  const label = told?.subject ?? told?.consequences[0]?.subject ?? subjects[0]?.label
  const measurement = measurements.find((measurement) => measurement.label === label) ?? measurements[0]
  const plateau = measurement?.plateau
  const [built] = measurement?.expectations ?? []
  const reached = plateau && {
    what: nameOf(measurement, measurements, headline),
    measured: plateau.busbw * GBps,
    bytes: plateau.bytes,
  }
  if (first) {
    if (!showsInTheNumber(first) || !reached || !built) return headline.finding(first)
    const cause = isDownstream(first) ? undefined : (first.cause ?? first.title)
    return headline.below(
      {
        ...reached,
        expected: built.expected.value,
        share: reached.measured / built.expected.value,
        ...(cause === undefined ? {} : { cause }),
      },
      print,
    )
  }
  if (!reached) {
    const says = findings.find(({ id, values }) => meaningOf(id).headline?.(values))
    return says ? headline.finding(says) : headline.nothingMeasured()
  }
  if (status !== 'healthy') {
    const says = findings.find(({ id, values }) => meaningOf(id).headline?.(values))
    return says ? headline.finding(says) : headline.undecided(reached, print)
  }
  const runs = subjects.filter(({ measured }) => measured !== undefined)
  const undecided = runs.filter(({ verdict }) => verdict === 'unknown').length
  const machine = machines.get(measurement.label) ?? ''
  const values = { ...reached, machine, undecided, of: runs.length }
  const { low, high } = measurement.interval ?? { low: 0, high: 0 }
  const interval = { low: low * GBps, high: high * GBps }
  if (interval.high > 0 && reached.measured > interval.high * ABOVE.value)
    return headline.healthyAbove({ ...values, ...interval }, print)
  if (!built) return headline.healthyOnEvery({ ...values, ...interval }, print)
  const share = reached.measured / built.expected.value
  if (share > MOST_SHARE && interval.high > 0)
    return reached.measured > interval.high
      ? headline.healthyAbove({ ...values, ...interval }, print)
      : headline.healthyOnEvery({ ...values, ...interval }, print)
  return headline.healthy({ ...values, expected: built.expected.value, share }, print)
}

/** Of the middle of the expected band: near the top of a wide one, a larger share would say that something is odd. */
const MOST_SHARE = 1.15

/** The collective; with its ranks where the runs of it differ in them. */
function nameOf(
  { collective, label, ranks }: Measurement,
  all: readonly Measurement[],
  { withRanks }: ReportTexts['headline'],
): string {
  const alike = all.filter((measurement) => measurement.collective === collective)
  if (collective === undefined) return label
  return ranks === undefined || alike.every((measurement) => measurement.ranks === ranks)
    ? collective
    : withRanks({ what: collective, ranks })
}

const isDownstream = ({ id }: Finding): boolean => meaningOf(id).downstream === true

/** The finding itself, or what follows from it, is a number below the expectation. */
const showsInTheNumber = (finding: Finding): boolean =>
  isDownstream(finding) || finding.consequences.some(isDownstream)

/** So many things to say of a machine are more easily said by its name. */
const MANY = 3

/** What the findings say would decide, each once. */
function collectNext(
  { findings, machine }: Judged,
  { collectNext: sentencesFor, assumed }: ReportTexts,
): readonly string[] {
  const wanted = findings.flatMap(({ id, values }) => meaningOf(id).next?.(values) ?? [])
  const ids = [...new Set(wanted)]
  // How many took part only the run can say; all else follows from the machine's name.
  const ofMachine = ids.filter((id) => id !== 'ranks' && Object.hasOwn(assumed, id))
  const asked: readonly CollectId[] =
    ofMachine.length < MANY
      ? ids
      : [...new Set<CollectId>(['machine', ...ids.filter((id) => !ofMachine.includes(id))])]
  const sentences = sentencesFor(machine)
  return asked.map((id) => sentences[id])
}
