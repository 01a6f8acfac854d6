/** Real cases with a settled answer: what the report must say first, and what it must never say. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ringscope } from '../run-cli.ts'
import { shared } from '../shared.ts'

interface Expected {
  /** The first loud finding is one of these; none may be loud when empty. */
  readonly anyOf: readonly string[]
  readonly verdict: readonly string[]
  readonly info?: readonly string[]
  readonly args?: readonly string[]
}

interface ReportJson {
  readonly findings: readonly { readonly id: string; readonly severity: string; readonly explains?: readonly string[] }[]
  readonly verdict: { readonly status: string }
}

/** Those that a table and a topology decide; the others need the NCCL log or the hosts' facts. */
const CASES = [
  '012-nvlink-20-not-25',
  '015-h100-783-of-900-bidirectional',
  '028-rtx4090-within-numa-slower',
  '038-only-one-nic-used',
  '039-four-hdr-96-is-perfect',
]

const folder = shared('cases')

describe.skipIf(!folder)('settled cases', () => {
  test.each(CASES)('%s', (name) => {
    const path = join(folder ?? '', name)
    const expected = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as Expected
    const files = readdirSync(path).filter((file) => file !== 'expected.json' && file !== 'notes.md')
    const run = ringscope(['diagnose', '--json', ...(expected.args ?? []), ...files], { cwd: path })
    const report = JSON.parse(run.stdout) as ReportJson
    const loud = report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning')

    expect(expected.verdict).toContain(report.verdict.status)
    if (expected.anyOf.length === 0) expect(loud).toEqual([])
    else expect(expected.anyOf).toContain(loud[0]?.id)
    for (const id of expected.info ?? [])
      expect(report.findings.filter(({ severity }) => severity === 'info' || severity === 'ok').map((it) => it.id)).toContain(id)
  })
})
