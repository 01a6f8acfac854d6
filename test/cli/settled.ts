/** Evidence with a settled answer, and what a report of it must and must not say. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { ringscope } from './run-here.ts'

export interface Settled {
  /** The first loud finding is one of these; none may be loud when empty. */
  readonly anyOf: readonly string[]
  readonly verdict: readonly string[]
  /** Findings that are there and not loud. */
  readonly info?: readonly string[]
  /** Findings that are there, whether as consequences of others or not. */
  readonly all?: readonly string[]
  /** In the line that the first finding quotes before all others. */
  readonly revealing?: RegExp
  readonly args?: readonly string[]
}

export interface FindingJson {
  readonly id: string
  readonly severity: string
  readonly evidence: readonly { readonly input: string; readonly line?: number; readonly text: string }[]
  readonly consequences: readonly FindingJson[]
}

export interface ReportJson {
  readonly findings: readonly FindingJson[]
  readonly inputs: readonly { readonly name: string; readonly formats: readonly string[] }[]
  readonly notes: readonly { readonly id: string }[]
  readonly verdict: { readonly status: string }
}

/** Loud findings beside the first. */
const MOST_OTHERS = 2
/** A quoted line is cut there. */
const QUOTED = 299

export async function reportOf(files: readonly string[], args: readonly string[] = []): Promise<ReportJson> {
  return JSON.parse((await ringscope(['diagnose', '--json', ...args, ...files])).stdout)
}

export const isLoud = ({ severity }: FindingJson): boolean => severity === 'error' || severity === 'warning'

/** With what follows from them. */
export const flat = (findings: readonly FindingJson[]): readonly FindingJson[] =>
  findings.flatMap((finding) => [finding, ...flat(finding.consequences)])

export function expectSettled(report: ReportJson, settled: Settled): void {
  const { anyOf, verdict, info = [], all = [], revealing } = settled
  const loud = report.findings.filter(isLoud)
  expect(report.notes.filter(({ id }) => id.endsWith('-failed'))).toEqual([])
  expect(verdict).toContain(report.verdict.status)
  if (anyOf.length === 0) expect(loud).toEqual([])
  else {
    expect(anyOf).toContain(loud[0]?.id)
    expect(loud.length).toBeLessThanOrEqual(1 + MOST_OTHERS)
    const [quoted] = loud[0]?.evidence ?? []
    const lines = readFileSync(quoted?.input ?? '', 'utf8').split('\n')
    expect(lines[(quoted?.line ?? 0) - 1]?.trimEnd().slice(0, QUOTED)).toBe(quoted?.text.slice(0, QUOTED))
    if (revealing) expect(quoted?.text).toMatch(revealing)
  }
  const quiet = report.findings.filter((finding) => !isLoud(finding)).map(({ id }) => id)
  expect(quiet).toEqual(expect.arrayContaining([...info]))
  expect(flat(report.findings).map(({ id }) => id)).toEqual(expect.arrayContaining([...all]))
}
