/** One row for each run, host or collective that was measured: worst first, and last what could not be judged. */
import type { Facts } from '../analysis/facts.ts'
import { type Series, series } from '../analysis/series.ts'
import { siblings } from '../analysis/siblings.ts'
import { GBps } from '../base/units.ts'
import type { Finding, Status, Subject } from '../report/report.ts'
import { statusOf } from './verdict.ts'

const WORST_FIRST: readonly Status[] = ['broken', 'degraded', 'healthy', 'unknown']

export function subjectsOf(facts: Facts, findings: readonly Finding[]): readonly Subject[] {
  return series(facts)
    .map((its) => subjectOf(facts, its, findings))
    .sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict) ||
        (a.share ?? Number.POSITIVE_INFINITY) - (b.share ?? Number.POSITIVE_INFINITY) ||
        (a.fromSiblings ?? 0) - (b.fromSiblings ?? 0),
    )
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
