/** Real tables and topologies marked healthy are never accused. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ringscope } from '../run-cli.ts'
import { shared } from '../shared.ts'

const folder = shared('data', 'nccl')
const healthy = folder
  ? readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(([, expected, kind = '']) => expected === 'healthy' && /^nccl-tests|topo -m/.test(kind))
      .map(([file = '']) => file)
  : []

interface ReportJson {
  readonly findings: readonly { readonly id: string; readonly severity: string; readonly title: string }[]
  readonly inputs: readonly { readonly formats: readonly string[] }[]
}

describe.skipIf(!folder)('healthy machines', () => {
  test('there are some', () => {
    expect(healthy.length).toBeGreaterThanOrEqual(9)
  })

  test.each(healthy)('%s', (file) => {
    const run = ringscope(['diagnose', '--json', join(folder ?? '', file)])
    const report = JSON.parse(run.stdout) as ReportJson
    expect(report.inputs[0]?.formats).not.toEqual([])
    expect(report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([])
    expect(run.status).toBe(0)
  })
})
