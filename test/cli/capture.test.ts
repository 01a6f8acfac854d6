/** `ringscope capture` from end to end, with tools on PATH that print what made-up hosts would. */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeTools, pathWith } from '../../src/capture/fake-host.fixtures.ts'
import { type PrintedHost, printedByTool } from '../../src/core/rules/printed-hosts.fixtures.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

interface ReportJson {
  readonly findings: readonly {
    readonly id: string
    readonly severity: string
    readonly evidence: readonly { readonly input: string }[]
  }[]
  readonly verdict: { readonly status: string; readonly collectNext: readonly string[] }
  readonly notes: readonly { readonly id: string }[]
}

const folder = () => temporaryFolder('capture')
const envOf = (host: string, printed: PrintedHost | undefined) => {
  const { rest, ...tools } = printed ? printedByTool(printed) : { rest: '' }
  return { PATH: pathWith(fakeTools(host, tools)), HOME: tmpdir(), ...printed?.settings }
}
const reportOf = (stdout: string) => JSON.parse(stdout) as ReportJson
const loud = ({ findings }: ReportJson) =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning')

test('on a host without GPUs: what is missing, exit 0, and unknown with what to collect', {
  timeout: 60_000,
}, async () => {
  const into = folder()
  const { status, stdout } = await ringscope(['capture', '-o', into], { env: envOf('cpu-1', undefined) })
  expect(status).toBe(0)
  expect(stdout).toContain('nvidia-smi is not installed')
  expect(stdout).toContain(`ringscope diagnose ${into}`)
  const report = reportOf((await ringscope(['diagnose', '--json', into])).stdout)
  expect(report.verdict.status).toBe('unknown')
  expect(report.verdict.collectNext.length).toBeGreaterThan(0)
  expect(loud(report)).toEqual([])
  // A file that says nothing of communication was collected on purpose: no note.
  expect(report.notes.filter(({ id }) => id === 'input-not-understood')).toEqual([])
})

describe('two hosts into one folder', () => {
  const capture = async (first: PrintedHost, second: PrintedHost) => {
    const into = folder()
    for (const [host, printed] of [
      ['gpu-1', first],
      ['gpu-2', second],
    ] as const)
      await ringscope(['capture', '-q', '-o', into], { env: envOf(host, printed) })
    return { into, report: reportOf((await ringscope(['diagnose', '--json', into])).stdout) }
  }

  test('healthy and alike: silence', { timeout: 90_000 }, async () => {
    const { report } = await capture({}, {})
    expect(loud(report).map(({ id }) => id)).toEqual([])
  })

  test('one with a fault: it is named, with the file and line', { timeout: 90_000 }, async () => {
    const { into, report } = await capture({}, { ports: { 2: '200' }, settings: { NCCL_PROTO: 'LL' } })
    expect(readdirSync(into).sort((a, b) => (a < b ? -1 : 1))).toEqual(['gpu-1', 'gpu-2'])
    expect(readFileSync(join(into, 'gpu-2', 'ibstat.txt'), 'utf8')).toContain('Rate: 200')
    const port = loud(report).find(({ id }) => id === 'nic-degraded')
    expect(port?.evidence[0]?.input).toContain(join('gpu-2', 'ibstat.txt'))
    expect(loud(report).map(({ id }) => id)).toContain('env-override')
    expect(report.verdict.status).toBe('degraded')
  })
})

test('anonymised, the finding names the host by the number that its owner can look up', {
  timeout: 90_000,
}, async () => {
  const into = join(folder(), 'job')
  for (const [host, printed] of [
    ['gpu-1', {}],
    ['gpu-2', { widths: { NIC3: 8 } }],
  ] as const)
    await ringscope(['capture', '-q', '--anonymise', '-o', into], { env: envOf(host, printed) })
  const report = reportOf((await ringscope(['diagnose', '--json', into])).stdout)
  const [first] = loud(report)
  expect(first).toMatchObject({ id: 'pcie-downtrained', subject: 'host-2' })
  expect(readFileSync(`${into}.names`, 'utf8')).toContain('host-2\tgpu-2\n')
  expect(JSON.stringify(report)).not.toMatch(/gpu-\d/)
})

test('--script prints what the command runs; exit 2 with a folder that cannot be written', async () => {
  const { status, stdout } = await ringscope(['capture', '--script'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^#!\/bin\/sh\n/)
  expect(stdout).not.toContain('@{')
  const failed = await ringscope(['capture', '-q', '-o', '/proc/no/such'], { env: { PATH: pathWith() } })
  expect(failed.status).toBe(2)
  expect(failed.stderr).toContain('ringscope capture -o DIR')
})
