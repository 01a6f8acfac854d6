/** `ringscope simulate`: what its answers promise, in each format, and what it says when it is asked wrongly. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../src/core/report/text/width.ts'
import { shared } from '../shared.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

const files = shared('data', 'sim', 'msccl')

interface Row {
  readonly algorithm: string
  readonly rings?: { readonly count: number; readonly order: string }
  readonly seconds: number
  readonly busbw: number
  readonly sent: number
  readonly ofBound: number
  readonly why: readonly { readonly kind: string; readonly link?: string }[]
}

interface Answer {
  readonly schema: string
  readonly rows: readonly Row[]
  readonly missing: readonly { readonly id: string }[]
  readonly bound: { readonly seconds: number; readonly certificate: { readonly kind: string } }
  readonly ranges?: readonly { readonly id: string; readonly upTo?: number }[]
  readonly repeated?: { readonly p50Seconds: number; readonly p99Seconds: number; readonly runs: number }
}

const text = (argv: string, env = {}) => ringscope(['simulate', ...argv.split(' ')], { env })
const answer = async (argv: string): Promise<Answer> =>
  JSON.parse((await text(`${argv} --json`)).stdout) as Answer

const LONG = { timeout: 60_000 }

describe('a DGX-1V', LONG, () => {
  test('six rings win; rows by time; every algorithm is a row or is said to be missing', async () => {
    const { schema, rows, missing, bound, ranges } = await answer('all_reduce --on dgx-1v --size 256M')
    expect(schema).toBe('ringscope.simulate/1')
    expect(rows[0]).toMatchObject({ algorithm: 'ring', rings: { count: 6 }, why: [{ kind: 'even' }] })
    expect(rows.map(({ seconds }) => seconds)).toEqual(
      rows.map(({ seconds }) => seconds).sort((a, b) => a - b),
    )
    expect(bound.certificate.kind).toBe('groups')
    for (const { seconds, ofBound } of rows) {
      expect(ofBound).toBeLessThanOrEqual(1 + 1e-9)
      expect(seconds).toBeGreaterThanOrEqual(bound.seconds * (1 - 1e-9))
    }
    const named = new Set([...rows.map(({ algorithm }) => algorithm), ...missing.map(({ id }) => id)])
    for (const id of ['ring', 'binary-tree', 'double-binary-tree', 'one-shot', 'two-shot', 'in-network'])
      expect(named).toContain(id)
    expect(ranges?.map(({ id }) => id)).toEqual(['one-shot', 'two-shot', 'ring'])
  })

  test('the text stands on a screen, the first line alone, in both languages', async () => {
    for (const lang of ['en', 'zh']) {
      const { status, stdout, stderr } = await text(`all_reduce --on dgx-1v --size 256M --lang ${lang}`)
      expect(status).toBe(0)
      expect(stderr).toBe('')
      const lines = stdout.split('\n')
      expect(lines[0]).toMatch(/3\.92 ms.*120 GB\/s.*99\.8 %/)
      expect(lines.length).toBeLessThanOrEqual(32)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(96)
    }
    expect((await text('all_reduce --on dgx-1v', { LANG: 'C' })).stdout).toMatch(/^[ -~\n]*$/)
  })

  test('a bad order is slow and says which hops have no link', async () => {
    const { stdout } = await text('all_reduce --on dgx-1v --algo ring --order 0,1,2,3,4,5,6,7')
    expect(stdout).toContain('3->4, 7->0 unlinked')
  })
})

describe('faults', LONG, () => {
  test('a slow link is named', async () => {
    const { rows } = await answer('all_reduce --on dgx-a100 --slow-link GPU3-NVS0:0.5')
    for (const { why } of rows) expect(why[0]).toMatchObject({ kind: 'slow-link' })
  })

  test('a missing link is gone around', async () => {
    const { rows } = await answer('all_reduce --on ring:4 --algo two-shot --slow-link 0-1:0')
    expect(rows[0]?.seconds).toBeGreaterThan(0)
  })

  test('jitter: the same seeds give the same, P99 is no less than P50', async () => {
    const argv = 'all_reduce --on ring:8 --algo ring --size 1M --jitter 50us --runs 40'
    const [first, second] = [await answer(argv), await answer(argv)]
    expect(first.repeated).toEqual(second.repeated)
    expect(first.repeated?.runs).toBe(40)
    expect(first.repeated?.p99Seconds).toBeGreaterThanOrEqual(first.repeated?.p50Seconds ?? 1)
    expect(first.repeated?.p50Seconds).toBeGreaterThan(first.rows[0]?.seconds ?? 1)
    expect((await text(argv)).stdout).toMatch(/P99 .* over 40 runs \(seeds 1-40\)/)
  })

  test('a late rank', async () => {
    const calm = await answer('all_reduce --on ring:8 --algo two-shot --size 1M')
    const late = await answer('all_reduce --on ring:8 --algo two-shot --size 1M --slow-rank 3:1ms')
    expect((late.rows[0]?.seconds ?? 0) - (calm.rows[0]?.seconds ?? 0)).toBeGreaterThan(0.9e-3)
  })
})

describe('other formats', LONG, () => {
  test('Perfetto, Graphviz, Markdown, a drawing', async () => {
    const trace = JSON.parse((await text('all_reduce --on ring:4 --algo ring --format perfetto')).stdout)
    expect(trace.traceEvents.length).toBeGreaterThan(48)
    expect((await text('all_reduce --on dgx-1v --format dot')).stdout).toMatch(
      /^digraph "DGX-1V" \{[\s\S]*\}\n$/,
    )
    expect((await text('all_reduce --on ring:4 --format md')).stdout).toMatch(/^# WINNER: ring/)
    const { stdout } = await text('all_reduce --on ring:4 --algo ring --rings 1 --draw')
    expect(stdout).toContain('1     3+>1')
    expect(stdout.match(/####/g)?.length).toBe(4)
  })

  test('a sweep has a row a size', async () => {
    const { stdout } = await text('all_reduce --on star:4 --sizes 1K-1M')
    expect(stdout.match(/ KiB .* us /g)?.length).toBeGreaterThanOrEqual(10)
  })
})

describe('a schedule from a file', LONG, () => {
  const sample = fileURLToPath(new URL('../../samples/msccl-ring/all_reduce-ring-4.xml', import.meta.url))

  test('is simulated as our own are', async () => {
    const { rows } = await answer(`all_reduce --on star:4 --algo ${sample} --size 64M`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.ofBound).toBeGreaterThan(0.9)
  })

  test('for other ranks, or another collective, is refused with the command that fits', async () => {
    const { status, stderr } = await text(`all_gather --on star:5 --algo ${sample}`)
    expect(status).toBe(2)
    expect(stderr).toContain('ringscope simulate all_reduce --on star:4')
  })

  test.each([
    'all_reduce ring',
    'all_reduce two-shot',
    'all_reduce halving-doubling',
    'all_gather recursive-doubling',
    'all_to_all one-shot',
  ])('%s of eight ranks, as we write it', async (id) => {
    const [collective = '', algorithm = ''] = id.split(' ')
    const file = join(temporaryFolder('msccl'), `${algorithm}.xml`)
    const { stdout } = await text(`${collective} --on star:8 --algo ${algorithm} --format msccl`)
    writeFileSync(file, stdout)
    await expectNearItsBound(file)
  })

  test.skipIf(!files)(
    'every MSCCL file at hand that carries out a collective (elsewhere: as we write it)',
    async () => {
      for (const name of readdirSync(files ?? '').filter((file) => file.endsWith('.xml')))
        await expectNearItsBound(join(files ?? '', name))
    },
  )

  async function expectNearItsBound(file: string): Promise<void> {
    const head = readFileSync(file, 'utf8').slice(0, 2000)
    const [ranks, collective = ''] = [/ngpus="(\d+)"/.exec(head)?.[1], /coll="(\w+)"/.exec(head)?.[1]]
    if (collective === 'custom') return
    const { rows } = await answer(`${collective} --on star:${ranks} --algo ${file} --size 64M`)
    expect(rows[0]?.ofBound).toBeGreaterThan(0.9)
  }
})

describe('every collective', LONG, () => {
  test.each(
    'all_reduce all_gather reduce_scatter broadcast reduce gather scatter all_to_all send_recv'.split(' '),
  )('%s runs on a switch and on a cube mesh', async (collective) => {
    for (const on of ['star:8', 'dgx-1v']) {
      const { rows, bound } = await answer(`${collective} --on ${on} --size 64M`)
      expect(rows.length).toBeGreaterThan(0)
      for (const { seconds } of rows) expect(seconds).toBeGreaterThanOrEqual(bound.seconds * (1 - 1e-9))
    }
  })
})

describe('wrong usage: exit 2, with what to do next', () => {
  test.each([
    ['all_reduce', 'ringscope simulate all_reduce --on'],
    ['all_redcue --on ring:8', 'all_reduce'],
    ['all_reduce --on rign:8', 'ring'],
    ['all_reduce --on ring:99999999', '1,048,576'],
    ['all_reduce --on torus:4', 'torus:AxB'],
    ['all_reduce --on ring:8 --algo rnig', 'ring'],
    ['all_reduce --on ring:4 --order 0,1,2', '0 to 3'],
    ['all_reduce --on ring:4 --order 0,1,2,2', '0 to 3'],
    ['all_reduce --on ring:4 --slow-link 0-2:0.5', 'rank1'],
    ['all_reduce --on ring:4 --slow-link 0-9:0.5', 'rank0'],
    ['all_reduce --on ring:4 --slow-link 0:0.5', '0-3:0.5'],
    ['all_reduce --on ring:4 --slow-rank 9:5us', '0 to 3'],
    ['all_reduce --on ring:4 --jitter 5', '5us@3'],
    ['all_reduce --on ring:4 --seed 3', '--jitter'],
    ['all_reduce --on ring:16 --draw', '--on ring:4'],
    ['all_reduce --on ring:4 --nodes 2', '--nodes'],
    ['all_reduce --on dgx-1v --latency 5us', '--latency'],
    ['all_reduce --on 8xA100-SXM4 --nodes 2', '400G'],
    ['broadcast --on ring:4 --root 4', '0 to 3'],
  ])('%s', async (argv, hint) => {
    const { status, stdout, stderr } = await text(argv)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(hint)
  })
})
