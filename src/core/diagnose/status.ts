/**
 * What findings make of a subject, or of all. Broken: the evidence shows an abort, a hang or wrong results. Degraded:
 * otherwise any error or warning. Healthy: a measurement is judged healthy and nothing is loud. Unknown: none of these.
 * Which findings do so their rules declare (Meaning in rules/rule.ts).
 */
import type { Finding, Status } from '../report/diagnose/report.ts'
import { meaningOf } from '../rules/named.ts'

export function statusOf(findings: readonly Finding[]): Status {
  const loud = findings.flatMap(withConsequences).filter(isLoud)
  if (loud.some(breaks)) return 'broken'
  if (loud.length > 0) return 'degraded'
  const inDoubt = findings.some((finding) => meaningOf(finding.id).doubts?.(finding) === true)
  return findings.some(isHealthy) && !inDoubt ? 'healthy' : 'unknown'
}

const breaks = ({ id, severity, breaks }: Finding): boolean =>
  breaks === true || (severity === 'error' && meaningOf(id).breaks === true)

/** What follows from a cause breaks a job as well as the cause does. */
const withConsequences = (finding: Finding): readonly Finding[] => [
  finding,
  ...finding.consequences.flatMap(withConsequences),
]

export const isLoud = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning'

export const isHealthy = (finding: Finding): boolean => meaningOf(finding.id).healthy?.(finding) === true

/** Marks the findings that say no more than headline and rows do. */
export const withToldMarked = (findings: readonly Finding[], status: Status): readonly Finding[] =>
  findings.map((finding) => {
    const told = meaningOf(finding.id).toldByHeadline
    return told === 'always' || (told === 'while-unknown' && status === 'unknown')
      ? { ...finding, toldByHeadline: true }
      : finding
  })
