/**
 * Real tables, topologies, logs and listings: all are read, those marked healthy are never accused, faulty ones give their
 * conclusion. samples.test.ts has samples of our own for each of these conclusions and formats.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from '../shared.ts'
import { ringscope } from './run-here.ts'
import { flat, isLoud, type ReportJson } from './settled.ts'

const folder = shared('data', 'nccl')
/** Rows of INDEX.tsv: file, what is expected of it, its kind. */
const rows = folder
  ? readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .flatMap(([file = '', expected = '', kind = '']) =>
        // Records of NCCL's inspector are traces; the table of variables is the reference's own.
        file === '' || /inspector|^table/.test(kind) ? [] : [{ file, expected, kind }],
      )
  : []

/** The conclusions of INDEX.tsv, by the rules that state them: each must be found, and one of them first. */
const FAULTY: Readonly<Record<string, readonly string[]>> = {
  'ncclLog_tcp_fallback_container.log': ['rdma-userspace-missing', 'tcp-fallback'],
  'ncclLog_tcp_fallback_ibopen_fail.log': ['rdma-userspace-missing', 'tcp-fallback'],
  'ncclLog_p4d_2channels_efa.log': ['gdr-missing', 'few-channels'],
  'ncclLog_same_node_via_net_containers.log': ['same-host-over-network'],
  'ncclLog_mixed_gtx_fallback_simple_order.log': ['p2p-forced-off', 'graph-search-failed'],
  'nccltests_h100_3node_roce_cliff.txt': ['size-collapse'],
  'ibstat_initializing.txt': ['nic-degraded'],
}

/** The parser that must take a file of this kind. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^topo-xml/, 'topology-xml'],
  [/^graph-xml/, 'graph-xml'],
  [/^nccl-log/, 'nccl-log'],
  [/^nccl-tests/, 'nccl-tests'],
  [/topo -m/, 'nvidia-smi-topo'],
  [/^nvidia-smi nvlink/, 'nvidia-smi-nvlink'],
  [/^ibstat/, 'ibstat'],
  [/^rocm-smi/, 'rocm-smi-topo'],
]

describe.skipIf(!folder)('real files (elsewhere: samples.test.ts)', () => {
  test('there are enough of each, and each faulty one has a conclusion', () => {
    const of = (wanted: string) => rows.filter(({ expected }) => expected === wanted).map(({ file }) => file)
    expect(of('healthy').length).toBeGreaterThanOrEqual(12)
    expect(new Set(of('faulty'))).toEqual(new Set(Object.keys(FAULTY)))
    for (const [pattern] of FORMATS) expect(rows.some(({ kind }) => pattern.test(kind))).toBe(true)
  })

  test.each(rows)('$file ($expected)', async ({ file, expected, kind }) => {
    const run = await ringscope(['diagnose', '--json', join(folder ?? '', file)])
    const report = JSON.parse(run.stdout) as ReportJson
    const format = FORMATS.find(([pattern]) => pattern.test(kind))?.[1]
    expect(format).toBeDefined()
    expect(report.inputs[0]?.formats).toContain(format)
    expect(report.notes.filter(({ id }) => id.endsWith('-failed'))).toEqual([])
    const loud = report.findings.filter(isLoud)
    if (expected === 'healthy') expect({ loud, status: run.status }).toEqual({ loud: [], status: 0 })
    const conclusions = FAULTY[file]
    if (conclusions) {
      expect(conclusions).toContain(loud[0]?.id)
      expect(flat(report.findings).map(({ id }) => id)).toEqual(expect.arrayContaining([...conclusions]))
    }
  })
})
