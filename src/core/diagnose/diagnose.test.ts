/** From the samples to the report: what a user reads, in both languages and every view. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Input } from '../evidence/place.ts'
import { renderReport } from '../report/render.ts'
import type { Report } from '../report/report.ts'
import { reportFrom } from '../report/schema.ts'
import { widthOf } from '../report/width.ts'
import { machineNamed } from '../topology/named.ts'
import { type DiagnoseOptions, diagnose } from './diagnose.ts'

const samples = fileURLToPath(new URL('../../../samples', import.meta.url))

const folders = readdirSync(samples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // Programs are no evidence: schedules/formats reads them.
  .filter((name) => !name.startsWith('msccl-'))

function inputsOf(folder: string): readonly Input[] {
  return readdirSync(join(samples, folder)).map((file) =>
    inputOf(file, readFileSync(join(samples, folder, file))),
  )
}

const inputOf = (name: string, bytes: Uint8Array): Input => ({
  name,
  once: false,
  async *open() {
    yield bytes
  },
})

const report = (inputs: readonly Input[], options: Partial<DiagnoseOptions> = {}): Promise<Report> =>
  diagnose(inputs, { lang: 'en', version: '0.0.0', ...options })

const view = { width: 96, colour: false, ascii: false, verbose: false }
const loud = ({ findings }: Report) =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning')

describe('verdicts', () => {
  test('a GPU that lost links: one cause, the low number under it, both expectations', async () => {
    const its = await report(inputsOf('one-gpu-lost-nvlinks'))
    expect(its.verdict).toEqual({
      status: 'degraded',
      headline: 'all_reduce reaches 151 GB/s of 230 GB/s (66 %): GPU5 has lost 4 of its 12 NVLinks.',
      collectNext: [],
    })
    expect(loud(its).map(({ id }) => id)).toEqual(['gpu-asymmetry'])
    expect(loud(its)[0]?.evidence[0]?.text).toMatch(/^GPU5\b/)
    expect(loud(its)[0]?.consequences.map(({ id }) => id)).toEqual(['bandwidth-below-expected'])
    const [built, found] = its.measurements[0]?.expectations ?? []
    expect(built?.expected.value).toBeCloseTo(230e9, -9)
    expect(found?.expected.value).toBeCloseTo(154e9, -9)
    expect(found?.explains).toBeDefined()
  })

  test('a healthy machine is called healthy', async () => {
    const its = await report(inputsOf('healthy-a100'))
    expect(its.verdict.status).toBe('healthy')
    expect(loud(its)).toEqual([])
  })

  test('what rests on supposed NICs is undecided, and says what to add; named, it is decided', async () => {
    const inputs = inputsOf('healthy-h100-2-nodes')
    const undecided = await report(inputs)
    expect(undecided.verdict.status).toBe('unknown')
    expect(undecided.verdict.collectNext.join()).toContain('--on')
    const machine = machineNamed('dgx-h100')
    if (!machine.ok) throw new Error('no such preset')
    const decided = await report(inputs, { machine: machine.value })
    expect(decided.verdict.status).toBe('healthy')
  })

  test('several hosts: worst first, and a list of the slow ones', async () => {
    const its = await report(inputsOf('three-hosts-one-slow'))
    expect(its.subjects.map(({ verdict }) => verdict)).toEqual(['degraded', 'healthy', 'healthy'])
    expect(renderReport(its, 'nodelist', view)).toBe('gpu-03\n')
  })

  test('nothing understood: the report says so', async () => {
    const its = await report([inputOf('notes.txt', Buffer.from('hello\nworld\n'))])
    expect(its.verdict.status).toBe('unknown')
    expect(its.inputs[0]?.formats).toEqual([])
    expect(its.notes.map(({ id }) => id)).toContain('input-not-understood')
  })

  test('against yesterday: a curve that fell is found', async () => {
    const today = inputsOf('one-gpu-lost-nvlinks').filter(({ name }) => name !== 'topo.txt')
    const its = await report(today, { baseline: [inputsOf('healthy-a100')] })
    expect(its.findings.flatMap((one) => [one, ...one.consequences]).map(({ id }) => id)).toContain(
      'changed-since-baseline',
    )
  })
})

describe.each(folders)('sample %s', (folder) => {
  test.each(['en', 'zh'] as const)('in %s: no line too wide, no value lost in a view', async (lang) => {
    const its = await report(inputsOf(folder), { lang })
    for (const width of [80, 96])
      for (const verbose of [false, true]) {
        const text = renderReport(its, 'text', { ...view, width, verbose })
        expect(text.split('\n').filter((line) => widthOf(line) > width)).toEqual([])
        expect(text).not.toMatch(/undefined|NaN|\[object/)
      }
    expect(renderReport(its, 'md', view)).not.toMatch(/undefined|NaN|\[object/)
    expect(renderReport(its, 'short', view).trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    expect(renderReport(its, 'text', { ...view, ascii: true })).not.toMatch(/[█▏▎▍▌▋▊▉·]/)
  })

  test('its JSON follows the schema and reads back', async () => {
    const its = await report(inputsOf(folder))
    const json: unknown = JSON.parse(renderReport(its, 'json', view))
    expect(reportFrom(json)).toEqual(json)
  })

  test('is read as a known format', async () => {
    const its = await report(inputsOf(folder))
    expect(its.inputs.filter(({ formats, name }) => formats.length === 0 && !name.endsWith('.md'))).toEqual(
      [],
    )
  })
})

test('the two languages report the same findings, places and figures', async () => {
  for (const folder of folders) {
    const [en, zh] = await Promise.all([report(inputsOf(folder)), report(inputsOf(folder), { lang: 'zh' })])
    const facts = ({ findings, measurements, subjects, verdict }: Report) => ({
      findings: findings.map(({ id, severity, values, evidence }) => ({ id, severity, values, evidence })),
      rows: measurements.map(({ rows }) => rows),
      subjects,
      status: verdict.status,
    })
    expect(facts(zh)).toEqual(facts(en))
  }
})
