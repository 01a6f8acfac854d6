/** One row for each run, host or collective that was measured, and for each further host that is known of: worst first. */
import type { Facts } from '../analysis/facts.ts'
import { hosts } from '../analysis/hosts.ts'
import { type Series, series } from '../analysis/series.ts'
import { siblings } from '../analysis/siblings.ts'
import { GBps } from '../base/units.ts'
import type { Finding, Status, Subject } from '../report/report.ts'
import { statusOf } from './verdict.ts'

const WORST_FIRST: readonly Status[] = ['broken', 'degraded', 'unknown', 'healthy']

export function subjectsOf(facts: Facts, findings: readonly Finding[]): readonly Subject[] {
  return [...series(facts).map((its) => subjectOf(facts, its, findings)), ...hostsOf(facts, findings)].sort(
    (a, b) =>
      WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict) ||
      (a.share ?? Number.POSITIVE_INFINITY) - (b.share ?? Number.POSITIVE_INFINITY) ||
      (a.fromSiblings ?? 0) - (b.fromSiblings ?? 0),
  )
}

/** Hosts whose own tools speak of them; one alone is the whole of the report. */
function hostsOf(facts: Facts, findings: readonly Finding[]): readonly Subject[] {
  const measured = new Set(
    series(facts).flatMap(({ label, hosts: its }) => (its.length === 1 ? [label, ...its] : [label])),
  )
  const names = hosts(facts).flatMap(({ name }) => name ?? [])
  return names.length < 2
    ? []
    : names
        .filter((name) => !measured.has(name))
        .map((name) => ({
          label: name,
          verdict: statusOf(findings.filter((finding) => concerns(finding, name))),
          hosts: [name],
        }))
}

function subjectOf(facts: Facts, its: Series, findings: readonly Finding[]): Subject {
  const { label, plateau, expectation, hosts } = its
  const expected = expectation?.rows.at(-1)?.busbw
  const sibling = siblings(facts).find((one) => one.series === its)
  return {
    label,
    ...(plateau === undefined ? {} : { measured: { value: plateau.busbw * GBps, unit: 'B/s' as const } }),
    ...(expected === undefined ? {} : { expected: { value: expected * GBps, unit: 'B/s' as const } }),
    ...(plateau === undefined || expected === undefined ? {} : { share: plateau.busbw / expected }),
    ...(sibling === undefined ? {} : { fromSiblings: sibling.fromSiblings }),
    verdict: statusOf(findings.filter((finding) => concerns(finding, label))),
    hosts,
    ...(plateau === undefined ? {} : { place: plateau.place }),
  }
}

/** Its own findings, and those that bear on it, causes and consequences alike. */
const concerns = ({ subject, concerns: further, consequences }: Finding, label: string): boolean =>
  subject === label || further?.includes(label) === true || consequences.some((its) => concerns(its, label))
