/** From the samples to the report: what a user reads, in both languages and every view. */
import '../messages/all.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Input } from '../evidence/place.ts'
import type { Machine } from '../machine/machine.ts'
import { machineNamed } from '../machine/named.ts'
import { renderReport } from '../report/diagnose/render.ts'
import type { Report } from '../report/diagnose/report.ts'
import { reportFrom } from '../report/diagnose/schema.ts'
import { widthOf } from '../report/text/width.ts'
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

function named(id: string, nodes = 1): Machine {
  const machine = machineNamed(id)
  if (!machine.ok) throw new Error(`no preset ${id}`)
  return { ...machine.value, nodes }
}

const view = { width: 96, colour: false, ascii: false, verbose: false }
const loud = ({ findings }: Report) =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning')

describe('verdicts', () => {
  test('a GPU that lost links: one cause, the low number under it, both expectations', async () => {
    const made = await report(inputsOf('one-gpu-lost-nvlinks'))
    expect(made.verdict).toEqual({
      status: 'degraded',
      headline: 'all_reduce reaches 151 GB/s of 230 GB/s (66 %): GPU5 has lost 4 of its 12 NVLinks.',
      collectNext: [],
    })
    expect(loud(made).map(({ id }) => id)).toEqual(['gpu-asymmetry'])
    expect(loud(made)[0]?.evidence[0]?.text).toMatch(/^GPU5\b/)
    expect(loud(made)[0]?.consequences.map(({ id }) => id)).toEqual(['bandwidth-below-expected'])
    const [built, found] = made.measurements[0]?.expectations ?? []
    expect(built?.expected.value).toBeCloseTo(230e9, -9)
    expect(found?.expected.value).toBeCloseTo(154e9, -9)
    expect(found?.explains).toBeDefined()
  })

  test('a healthy machine is called healthy', async () => {
    const made = await report(inputsOf('healthy-a100'))
    expect(made.verdict.status).toBe('healthy')
    expect(loud(made)).toEqual([])
  })

  /** all_reduce on hosts of H100, some GPUs of each, flat at so many GB/s. */
  function tableOf(hosts: number, gpus: number, busbw: number): string {
    const ranks = hosts * gpus
    const devices = Array.from(
      { length: ranks },
      (_, rank) =>
        `#  Rank  ${rank} Group  0 Pid  ${100 + rank} on   node-${Math.floor(rank / gpus)} device  ${rank % gpus} [0x${10 + rank}] NVIDIA H100 80GB HBM3`,
    )
    const algbw = busbw / ((2 * (ranks - 1)) / ranks)
    const measured = (bytes: number) =>
      `${(bytes / (algbw * 1e3)).toFixed(1)}  ${algbw.toFixed(2)}  ${busbw.toFixed(2)}  0`
    const rows = [30, 33, 34].map((power) => {
      const bytes = 2 ** power
      return `  ${bytes}  ${bytes / 4}  float  sum  -1  ${measured(bytes)}  ${measured(bytes)}`
    })
    const header = '#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong'
    return ['# Using devices', ...devices, header, ...rows, ''].join('\n')
  }
  const reportOf = (...table: Parameters<typeof tableOf>) =>
    report([inputOf('all_reduce.txt', Buffer.from(tableOf(...table)))])

  test('a number that only fast NICs give decides that they are there', async () => {
    const made = await report(inputsOf('healthy-h100-2-nodes'))
    expect(made.verdict.status).toBe('healthy')
    expect(made.verdict.headline).toMatch(/healthy on every machine that 2 x \(8 x H100-SXM5\) can be/)
    expect(made.verdict.headline).not.toContain('%')
  })

  test('a number that two networks explain is undecided: both readings, the NICs, and how to see them', async () => {
    const made = await reportOf(4, 8, 190)
    expect(made.verdict.status).toBe('unknown')
    expect(made.verdict.headline).toMatch(
      /reaches 190 GB\/s: healthy with 8x200G, low with 8x400G; these files do not say which/,
    )
    expect(made.verdict.headline).not.toContain('%')
    expect(made.verdict.collectNext).toEqual([expect.stringMatching(/^the NICs: .*--on/)])
    expect(made.measurements[0]?.interval).toMatchObject({
      grade: 'undecided',
      deciding: { fact: 'network' },
    })
    expect(made.measurements[0]?.rows[0]?.expected).toBeUndefined()
  })

  test('low under every usual network is no accusation while the network is open', async () => {
    const made = await reportOf(4, 8, 1.1)
    expect(made.verdict.status).toBe('unknown')
    expect(loud(made)).toEqual([])
  })

  test('low on every machine that it can be: said without a share, and at most a warning', async () => {
    const made = await reportOf(1, 4, 250)
    expect(made.verdict).toMatchObject({ status: 'degraded' })
    expect(made.verdict.headline).toMatch(/low on every machine that this can be/)
    expect(loud(made).map(({ severity }) => severity)).toEqual(['warning'])
  })

  test.each([
    [24, /healthy on every machine that 8 x L40S can be \(14 GB\/s to 23 GB\/s expected\)/],
    [25, /above the 14 GB\/s to 23 GB\/s expected on 8 x L40S/],
  ])('near the top of a wide band, and above it, no share is told: %d GB/s', async (busbw, headline) => {
    const table = tableOf(1, 8, busbw).replaceAll('H100 80GB HBM3', 'L40S')
    const made = await report([inputOf('all_reduce.txt', Buffer.from(table))])
    expect(made.verdict).toMatchObject({ status: 'healthy', headline: expect.stringMatching(headline) })
  })

  test('several hosts: worst first, and a list of the slow ones', async () => {
    const made = await report(inputsOf('three-hosts-one-slow'))
    expect(made.subjects.map(({ verdict }) => verdict)).toEqual(['degraded', 'healthy', 'healthy'])
    expect(renderReport(made, 'nodelist', view)).toBe('gpu-03\n')
  })

  test('nothing understood: the report says so', async () => {
    const made = await report([inputOf('notes.txt', Buffer.from('hello\nworld\n'))])
    expect(made.verdict.status).toBe('unknown')
    expect(made.inputs[0]?.formats).toEqual([])
    expect(made.notes.map(({ id }) => id)).toContain('input-not-understood')
  })

  test('files that were not understood are told in one note, with what would be', async () => {
    const made = await report(
      ['logs/a.log', 'logs/b.md'].map((name) => inputOf(name, Buffer.from('hello\n'))),
    )
    expect(made.notes).toHaveLength(1)
    expect(made.notes[0]?.text).toContain('a.log and b.md')
    expect(made.verdict.collectNext.join()).toContain('nccl-tests')
  })

  test('machines of several kinds: each is named, and the headline speaks of a run that was judged', async () => {
    const open = inputOf('h100.txt', Buffer.from(tableOf(4, 8, 190)))
    const made = await report([...inputsOf('old-versions'), open])
    expect(made.verdict.status).toBe('healthy')
    expect(made.verdict.headline).toMatch(
      /^all_gather .* expected on 8 x V100-SXM2\. 1 of 4 runs could not be judged\.$/,
    )
    for (const host of ['v100-03: 8 x V100', 'p100-2: 4 x P100', 'gpu-11: 8 x A100'])
      expect(made.system.title).toContain(host)
    expect(made.subjects.map(({ verdict }) => verdict)).toEqual(['healthy', 'healthy', 'healthy', 'unknown'])
  })

  test('more than the machine that was named can carry is not healthy', async () => {
    const made = await report(inputsOf('bare-curve'), { machine: named('dgx-h100', 4) })
    expect(made.verdict.status).toBe('unknown')
    expect(made.verdict.collectNext.join()).toContain('check the machine')
    expect(made.system.title).toContain('2 of 8 GPUs used on each node')
  })

  test('a table without rows: the verdict is that it hung or was cut', async () => {
    const header = '#       size         count      type   redop    root     time   algbw   busbw #wrong\n'
    const made = await report([inputOf('cut.txt', Buffer.from(header))])
    expect(made.verdict).toMatchObject({
      status: 'unknown',
      headline: expect.stringMatching(/no rows: it hung/),
    })
  })

  test('a curve of algbw is judged as the busbw that it is, once the ranks are known', async () => {
    const busbw = [24.5, 180, 229.5, 234, 235]
    const sizes = [2 ** 20, 2 ** 26, 2 ** 30, 2 ** 32, 2 ** 34]
    const rows = sizes.map((bytes, at) => `${bytes},${((busbw[at] ?? 0) / 1.75).toFixed(3)}`)
    const curve = [inputOf('all_reduce.csv', Buffer.from(['size,algbw (GB/s)', ...rows].join('\n')))]
    const machine = named('dgx-a100')
    const judged = await report(curve, { machine, ranks: 8 })
    expect(judged.verdict.headline).toMatch(/^all_reduce reaches 235 GB\/s, 102 %/)
    expect(judged.verdict.status).toBe('healthy')
    const supposed = await report(curve, { machine })
    expect(supposed.verdict).toMatchObject({
      status: 'unknown',
      headline: expect.stringMatching(/235 GB\/s at 16 GiB; these files do not show/),
      collectNext: [expect.stringMatching(/the number of ranks/)],
    })
    expect((await report(curve)).measurements[0]?.summary).toMatch(/^134 GB\/s algbw at 16 GiB/)
  })

  test('the times of a busbw curve follow from its ranks, and without them there are none', async () => {
    const latency = async (options: Partial<DiagnoseOptions>) =>
      (await report(inputsOf('bandwidth-csv'), options)).findings.find(({ id }) => id === 'latency-bound')
    // 1 MiB in t at 1.75 MiB / t = 24.5 GB/s
    expect((await latency({ ranks: 8 }))?.values.seconds).toBeCloseTo((1.75 * 2 ** 20) / 24.5e9, 9)
    expect(await latency({})).toBeUndefined()
  })

  test('a baseline of another GPU model is no baseline, and the report says so', async () => {
    const made = await report(inputsOf('healthy-a100'), { baseline: [inputsOf('rccl-mi300x')] })
    expect(made.findings.map(({ id }) => id)).not.toContain('changed-since-baseline')
    expect(made.notes.map(({ id }) => id)).toEqual(['baseline-not-alike'])
  })

  test('against yesterday: a curve that fell is found', async () => {
    const today = inputsOf('one-gpu-lost-nvlinks').filter(({ name }) => name !== 'topo.txt')
    const made = await report(today, { baseline: [inputsOf('healthy-a100')] })
    expect(made.findings.flatMap((one) => [one, ...one.consequences]).map(({ id }) => id)).toContain(
      'changed-since-baseline',
    )
  })
})

test('yesterday may be a report: its numbers are compared, and no setting is said to have changed', async () => {
  const yesterday = renderReport(await report(inputsOf('healthy-a100')), 'json', view)
  const today = inputsOf('one-gpu-lost-nvlinks').filter(({ name }) => name !== 'topo.txt')
  const made = await report(today, { baseline: [[inputOf('yesterday.json', Buffer.from(yesterday))]] })
  const changed = made.findings.find(({ id }) => id === 'changed-since-baseline')
  expect(changed?.values).toMatchObject({ settings: [] })
  expect(changed?.values.change).toBeCloseTo(151 / 235 - 1, 1)
})

describe.each(folders)('sample %s', (folder) => {
  test.each(['en', 'zh'] as const)('in %s: no line too wide, no value lost in a view', async (lang) => {
    const made = await report(inputsOf(folder), { lang })
    for (const width of [80, 96])
      for (const verbose of [false, true]) {
        const text = renderReport(made, 'text', { ...view, width, verbose })
        expect(text.split('\n').filter((line) => widthOf(line) > width)).toEqual([])
        expect(text).not.toMatch(/undefined|NaN|\[object/)
      }
    expect(renderReport(made, 'md', view)).not.toMatch(/undefined|NaN|\[object/)
    expect(renderReport(made, 'short', view).trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    expect(renderReport(made, 'text', { ...view, ascii: true })).not.toMatch(/[█▏▎▍▌▋▊▉·]/)
  })

  test('its JSON follows the schema and reads back', async () => {
    const made = await report(inputsOf(folder))
    const json: unknown = JSON.parse(renderReport(made, 'json', view))
    expect(reportFrom(json)).toEqual(json)
  })

  test('is read as a known format', async () => {
    const made = await report(inputsOf(folder))
    expect(made.inputs.filter(({ formats, name }) => formats.length === 0 && !name.endsWith('.md'))).toEqual(
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
