/** Real cases with a settled answer: what the report must say first, with which line, and what it must never say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

interface FindingJson {
  readonly id: string
  readonly severity: string
  readonly evidence: readonly { readonly input: string; readonly line?: number; readonly text: string }[]
}

interface ReportJson {
  readonly findings: readonly FindingJson[]
  readonly notes: readonly { readonly id: string }[]
  readonly verdict: { readonly status: string }
}

/** What stands in the line that reveals the cause, by case: the first finding quotes that line before all others. */
const REVEALING: Readonly<Record<string, RegExp>> = {
  '005-nv-peer-mem-missing-one-node': /^gpu02.*\[receive\] via NET\/IB\/0$/,
  '007-p2p-level-loc-forces-shm': /NCCL_P2P_LEVEL set by environment to LOC/,
  '018-docker-shm-64mb': /posix_fallocate failed : No space left on device/,
  '020-no-libibverbs-in-image': /Failed to open libibverbs\.so/,
  '041-min-nchannels-set-dip-at-64m': /^\s*67108864\s.*19\.10/,
  '048-rccl-fine-grain-pcie-missing': /HSA_FORCE_FINE_GRAIN_PCIE=1/,
  '051-asymmetric-peer-access': /0 -> 1 via SHM/,
  '066-slurm-affinity-mask-ff': /Setting affinity for GPU 0 to ff$/,
  '074-h200-vm-bridge-0.2-and-acs-on-host': /PCI\[0\.2\] - PCI/,
  '084-h100-roce-acs-iommu-plus-split-data': /ReqRedir\+/,
}

/** Loud findings beside the first. */
const MOST_OTHERS = 2

const folder = shared('cases') ?? ''
const cases = folder
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'expected.json')))
  : []

describe.skipIf(!folder)('settled cases', () => {
  test('there are some', () => {
    expect(cases.length).toBeGreaterThanOrEqual(16)
  })

  test.each(cases)('%s', (name) => {
    const path = join(folder, name)
    const expected = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as Expected
    const files = readdirSync(path).filter((file) => file !== 'expected.json' && file !== 'notes.md')
    const run = ringscope(['diagnose', '--json', ...(expected.args ?? []), ...files], { cwd: path })
    const report = JSON.parse(run.stdout) as ReportJson
    const loud = report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning')

    expect(report.notes.filter(({ id }) => id.endsWith('-failed'))).toEqual([])
    expect(expected.verdict).toContain(report.verdict.status)
    if (expected.anyOf.length === 0) expect(loud).toEqual([])
    else {
      expect(expected.anyOf).toContain(loud[0]?.id)
      expect(loud.length).toBeLessThanOrEqual(1 + MOST_OTHERS)
      const [revealing] = loud[0]?.evidence ?? []
      const lines = readFileSync(join(path, basename(revealing?.input ?? '')), 'utf8').split('\n')
      expect(lines[(revealing?.line ?? 0) - 1]?.trimEnd().slice(0, 299)).toBe(revealing?.text.slice(0, 299))
      const revealed = REVEALING[name]
      if (revealed) expect(revealing?.text).toMatch(revealed)
    }
    for (const id of expected.info ?? [])
      expect(
        report.findings.filter(({ severity }) => severity === 'info' || severity === 'ok').map((it) => it.id),
      ).toContain(id)
  })
})
