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

/** What follows from a cause breaks a job as well as the cause does. */
const withConsequences = (finding: Finding): readonly Finding[] => [
  finding,
  ...finding.consequences.flatMap(withConsequences),
]

export function statusOf(findings: readonly Finding[]): Status {
  const loud = findings.flatMap(withConsequences).filter(isLoud)
  if (loud.some(({ id, severity }) => severity === 'error' && BREAKS.includes(id))) return 'broken'
  if (loud.length > 0) return 'degraded'
  return findings.some(isHealthy) ? 'healthy' : 'unknown'
}

/** From 80 % of the expectation on a measurement is healthy, though below 90 % it is worth a line; on a supposed machine it is none. */
const isHealthy = ({ id, severity, confidence }: Finding): boolean =>
  ((id === 'number-is-healthy' || id === 'share-of-limit') && severity === 'ok') ||
  (id === 'bandwidth-below-expected' && severity === 'info' && confidence === 'certain')

const isLoud = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning'

export interface Judged {
  readonly findings: readonly Finding[]
  readonly measurements: readonly Measurement[]
  readonly subjects: readonly Subject[]
  /** The machine of a measurement, by its label. */
  readonly machines: ReadonlyMap<string, string>
  readonly understood: boolean
}

export function verdictOf(judged: Judged, words: ReportTexts): Report['verdict'] {
  const status = statusOf(judged.findings)
  return {
    status,
    headline: headlineOf(status, judged, words),
    collectNext: !judged.understood
      ? [words.collectNext.format]
      : status === 'unknown'
        ? collectNext(judged.findings, words)
        : [],
  }
}

function headlineOf(status: Status, judged: Judged, { headline }: ReportTexts): string {
  const { findings, measurements, subjects, machines, understood } = judged
  if (!understood) return headline.nothingUnderstood()
  const first = findings.find(isLoud)
  const told = first ?? (status === 'healthy' ? findings.find(isHealthy) : undefined)
  const label = told?.subject ?? told?.consequences[0]?.subject ?? subjects[0]?.label
  const measurement = measurements.find((its) => its.label === label) ?? measurements[0]
  const plateau = measurement?.plateau
  const [built] = measurement?.expectations ?? []
  const reached = plateau && {
    what: nameOf(measurement, measurements, headline),
    measured: plateau.busbw * GBps,
    bytes: plateau.bytes,
  }
  // A test that printed no row hung or was cut: that is what there is to say.
  const noRows = findings.find(({ id, values }) => id === 'insufficient-evidence' && wants(values, 'rows'))
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
  // What CPUs did is no curve of a machine: the finding says it all.
  const onCpus = findings.find(({ id }) => id === 'share-of-limit')
  if (!reached && onCpus) return headline.finding(onCpus)
  if (!reached) return noRows ? headline.finding(noRows) : headline.nothingMeasured()
  if (!built) return headline.undecided(reached, print)
  const share = reached.measured / built.expected.value
  const machine = machines.get(measurement.label) ?? ''
  const values = { ...reached, expected: built.expected.value, share, machine }
  if (status !== 'healthy') return headline.supposed(values, print)
  const undecided = subjects.filter(({ verdict }) => verdict === 'unknown').length
  return headline.healthy({ ...values, undecided, of: subjects.length }, print)
}

/** The collective; with its ranks where the runs of it differ in them. */
function nameOf(
  { collective, label, ranks }: Measurement,
  all: readonly Measurement[],
  { withRanks }: ReportTexts['headline'],
): string {
  const alike = all.filter((its) => its.collective === collective)
  if (collective === undefined) return label
  return ranks === undefined || alike.every((its) => its.ranks === ranks)
    ? collective
    : withRanks({ what: collective, ranks })
}

const isBelow = ({ id }: Finding): boolean => id === 'bandwidth-below-expected'

const wants = ({ wanted }: Finding['values'], what: CollectId): boolean =>
  (wanted as readonly CollectId[]).includes(what)

/** So many things to say of a machine are more easily said by its name. */
const MANY = 3

/** What the findings say would decide, each once. */
function collectNext(
  findings: readonly Finding[],
  { collectNext: sentences, assumed }: ReportTexts,
): readonly string[] {
  const wanted = findings.flatMap(({ id, values }): readonly CollectId[] => {
    if (id === 'insufficient-evidence') return values.wanted as readonly CollectId[]
    if (id === 'sweep-not-saturated') return ['larger-size']
    return (values.assumed as readonly CollectId[] | undefined) ?? []
  })
  const ids = [...new Set(wanted)]
  // How many took part only the run can say; all else follows from the machine's name.
  const ofMachine = ids.filter((id) => id !== 'ranks' && Object.hasOwn(assumed, id))
  const asked: readonly CollectId[] =
    ofMachine.length < MANY
      ? ids
      : [...new Set<CollectId>(['machine', ...ids.filter((id) => !ofMachine.includes(id))])]
  return asked.map((id) => sentences[id])
}
