/**
 * One row for each run, host or collective that was measured, and for each further host that is known of: worst first,
 * and last what could not be judged.
 */
import type { Facts } from '../analysis/facts.ts'
import { hosts } from '../analysis/hosts.ts'
import { type Series, series } from '../analysis/series.ts'
import { siblings } from '../analysis/siblings.ts'
import { GBps } from '../base/units.ts'
import type { Finding, Status, Subject } from '../report/diagnose/report.ts'
import { statusOf } from './status.ts'

const WORST_FIRST: readonly Status[] = ['broken', 'degraded', 'healthy', 'unknown']

export function subjectsOf(facts: Facts, findings: readonly Finding[]): readonly Subject[] {
  const findingsOf = byLabel(findings)
  const siblingOf = new Map(siblings(facts).map((sibling) => [sibling.series, sibling]))
  const runs = series(facts).map((one) =>
    subjectOf(one, findingsOf.get(one.label) ?? [], siblingOf.get(one)?.fromSiblings),
  )
  return [...runs, ...hostsOf(facts, findingsOf)].sort(
    (a, b) =>
      WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict) ||
      (a.share ?? Number.POSITIVE_INFINITY) - (b.share ?? Number.POSITIVE_INFINITY) ||
      (a.fromSiblings ?? 0) - (b.fromSiblings ?? 0),
  )
}

/** Hosts whose own tools speak of them; one alone is the whole of the report. */
function hostsOf(facts: Facts, findingsOf: ReadonlyMap<string, readonly Finding[]>): readonly Subject[] {
  const measured = new Set(
    series(facts).flatMap(({ label, hosts: names }) => (names.length === 1 ? [label, ...names] : [label])),
  )
  const names = hosts(facts).flatMap(({ name }) => name ?? [])
  return names.length < 2
    ? []
    : names
        .filter((name) => !measured.has(name))
        .map((name) => ({ label: name, verdict: statusOf(findingsOf.get(name) ?? []), hosts: [name] }))
}

function subjectOf(one: Series, findings: readonly Finding[], fromSiblings: number | undefined): Subject {
  const { label, plateau, expectation, hosts, interval } = one
  // Where it may have been several machines, there is no one expected value.
  const expected = interval?.able.length === 1 ? expectation?.rows.at(-1)?.busbw : undefined
  return {
    label,
    ...(plateau === undefined ? {} : { measured: { value: plateau.busbw * GBps, unit: 'B/s' as const } }),
    ...(expected === undefined ? {} : { expected: { value: expected * GBps, unit: 'B/s' as const } }),
    ...(plateau === undefined || expected === undefined ? {} : { share: plateau.busbw / expected }),
    ...(fromSiblings === undefined ? {} : { fromSiblings }),
    verdict: statusOf(findings),
    hosts,
    ...(plateau === undefined ? {} : { place: plateau.place }),
  }
}

/** The findings of each label: its own, and those that bear on it, causes and consequences alike. */
function byLabel(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const of = new Map<string, Finding[]>()
  for (const finding of findings)
    for (const label of new Set(labelsOf(finding))) {
      const own = of.get(label)
      if (own) own.push(finding)
      else of.set(label, [finding])
    }
  return of
}

const labelsOf = ({ subject, concerns = [], consequences }: Finding): readonly string[] => [
  ...(subject === undefined ? [] : [subject]),
  ...concerns,
  ...consequences.flatMap(labelsOf),
]
