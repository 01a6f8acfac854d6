/** Real tables, topologies and logs: those marked healthy are never accused, faulty logs give the settled conclusion. */
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
      .filter(([, expected, kind = '']) => expected === 'healthy' && /^nccl-(?:tests|log)|topo -m/.test(kind))
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
    expect(report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual(
      [],
    )
    expect(run.status).toBe(0)
  })
})

/** The conclusions of INDEX.tsv, by the rules that state them: each must be found, and one of them first. */
const FAULTY = {
  'ncclLog_tcp_fallback_container.log': ['rdma-userspace-missing', 'tcp-fallback'],
  'ncclLog_tcp_fallback_ibopen_fail.log': ['rdma-userspace-missing', 'tcp-fallback'],
  'ncclLog_p4d_2channels_efa.log': ['gdr-missing', 'few-channels'],
  'ncclLog_same_node_via_net_containers.log': ['same-host-over-network'],
  'ncclLog_mixed_gtx_fallback_simple_order.log': ['p2p-forced-off', 'graph-search-failed'],
} as const

interface FindingJson {
  readonly id: string
  readonly severity: string
  readonly consequences: readonly FindingJson[]
}

const flat = (findings: readonly FindingJson[]): readonly FindingJson[] =>
  findings.flatMap((finding) => [finding, ...flat(finding.consequences)])

describe.skipIf(!folder)('faulty logs', () => {
  test.each(Object.entries(FAULTY))('%s', (file, conclusions) => {
    const { stdout } = ringscope(['diagnose', '--json', join(folder ?? '', file)])
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly FindingJson[] }
    const [first] = findings.filter(({ severity }) => severity === 'error' || severity === 'warning')
    expect(conclusions).toContain(first?.id)
    expect(flat(findings).map(({ id }) => id)).toEqual(expect.arrayContaining([...conclusions]))
  })
})

describe.skipIf(!folder)('every log', () => {
  const logs = folder ? readFileSync(join(folder, 'INDEX.tsv'), 'utf8').match(/^ncclLog_\S+/gm) : []
  test.each(logs ?? [])('%s is read', (file) => {
    const report = JSON.parse(
      ringscope(['diagnose', '--json', join(folder ?? '', file)]).stdout,
    ) as ReportJson
    expect(report.inputs[0]?.formats).toContain('nccl-log')
  })
})
