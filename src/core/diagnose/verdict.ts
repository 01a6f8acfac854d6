/**
 * The verdict of a report and its headline. Broken: the evidence shows an abort, a hang or wrong results. Degraded:
 * otherwise any error or warning. Healthy: a measurement is judged healthy and nothing is loud. Unknown: none of these.
 */
import { print } from '../base/print.ts'
import { GBps } from '../base/units.ts'
import type { CollectId, RuleId } from '../messages/findings.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { Finding, Measurement, Report, Status, Subject } from '../report/report.ts'

/** An error of these says that results are wrong or never came. */
const BREAKS: readonly RuleId[] = [
  'wrong-results',
  'hang',
  'collective-mismatch',
  'ib-completion-error',
  'shm-too-small',
  'version-mismatch',
]

export function statusOf(findings: readonly Finding[]): Status {
  const loud = findings.filter(isLoud)
  if (loud.some(({ id, severity }) => severity === 'error' && BREAKS.includes(id))) return 'broken'
  if (loud.length > 0) return 'degraded'
  return findings.some(({ id, severity }) => id === 'number-is-healthy' && severity === 'ok')
    ? 'healthy'
    : 'unknown'
}

const isLoud = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning'

export interface Judged {
  readonly findings: readonly Finding[]
  readonly measurements: readonly Measurement[]
  readonly subjects: readonly Subject[]
  readonly machine: string
  readonly understood: boolean
}

export function verdictOf(judged: Judged, words: ReportTexts): Report['verdict'] {
  const status = statusOf(judged.findings)
  return {
    status,
    headline: headlineOf(status, judged, words),
    collectNext: status === 'unknown' ? collectNext(judged.findings, words) : [],
  }
}

function headlineOf(status: Status, judged: Judged, { headline }: ReportTexts): string {
  const { findings, measurements, subjects, machine, understood } = judged
  if (!understood) return headline.nothingUnderstood()
  const first = findings.find(isLoud)
  const label = first?.subject ?? first?.consequences[0]?.subject ?? subjects[0]?.label
  const measurement = measurements.find((its) => its.label === label) ?? measurements[0]
  const plateau = measurement?.plateau
  const [built] = measurement?.expectations ?? []
  const reached = plateau && {
    what: measurement.collective ?? measurement.label,
    measured: plateau.busbw * GBps,
    bytes: plateau.bytes,
  }
  if (first) {
    const below = first.id === 'bandwidth-below-expected' || first.consequences.some(isBelow)
    if (!below || !reached || !built) return headline.finding(first)
    const cause = first.id === 'bandwidth-below-expected' ? undefined : (first.cause ?? first.title)
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
  if (!reached) return headline.nothingMeasured()
  if (!built) return headline.undecided(reached, print)
  const share = reached.measured / built.expected.value
  const values = { ...reached, expected: built.expected.value, share, machine }
  return status === 'healthy' ? headline.healthy(values, print) : headline.supposed(values, print)
}

const isBelow = ({ id }: Finding): boolean => id === 'bandwidth-below-expected'

/** What the findings say would decide, each once. */
function collectNext(
  findings: readonly Finding[],
  { collectNext: sentences }: ReportTexts,
): readonly string[] {
  const wanted = findings.flatMap(({ id, values }): readonly CollectId[] => {
    if (id === 'insufficient-evidence') return values.wanted as readonly CollectId[]
    if (id === 'sweep-not-saturated') return ['larger-size']
    return (values.assumed as readonly CollectId[] | undefined) ?? []
  })
  return [...new Set(wanted)].map((id) => sentences[id])
}
