/** Whole tables, of samples and of the published ones where they are at hand: every row read, every number as printed, none invented. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from '../../../test/shared.ts'
import { busFactor } from '../collectives/names.ts'
import { benchmarksOf, matricesOf, readText } from '../diagnose/text-input.fixtures.ts'

/** A file of samples/, or of the shared data. */
interface Table {
  readonly name: string
  readonly text: string
}

const folder = shared('data', 'nccl')
const others: readonly Table[] = folder
  ? readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isFile() ? [{ name, text: readFileSync(path, 'utf8') }] : []
    })
  : []
const own = (...names: readonly string[]): readonly Table[] =>
  names.map((name) => ({
    name,
    text: readFileSync(new URL(`../../../samples/${name}`, import.meta.url), 'utf8'),
  }))
const other = (name: string): readonly Table[] => others.filter((table) => table.name === name)

/** Counted apart from the parser: lines with a size, a count, a type and a whole block of numbers. */
const ROW = /^(?:\[\d\])?\s*(?:\d\s+)?\d+\s+\d+\s+float\s.*\d\.\d\d\s+\d+\.\d\d\s/

const tables = [
  ...own('healthy-a100/all_reduce.txt', 'healthy-h100-2-nodes/all_reduce.txt', 'rccl-mi300x/all_reduce.txt'),
  ...own('one-gpu-lost-nvlinks/all_reduce.txt', 'size-dip/all_reduce.txt'),
  ...own('roce-collapse/all_reduce.txt', 'hand-table/all_reduce.txt'),
  ...others.filter(({ name }) => name.startsWith('nccltests_')),
]

describe.each(tables)('$name', ({ name, text }) => {
  const rowLines = text.split('\n').filter((line) => ROW.test(line))

  test('each row is read once, as printed', async () => {
    const read = await readText(text, name)
    const rows = benchmarksOf(read).flatMap(({ rows }) => rows)
    expect(rows).toHaveLength(rowLines.length)
    for (const [at, { bytes, outOfPlace, inPlace, place }] of rows.entries()) {
      const cells = (rowLines[at] ?? '')
        .replace(/\[\d\]/g, ' ')
        .trim()
        .split(/\s+/)
      const type = cells.indexOf('float')
      expect(place.text.trim()).toBe((rowLines[at] ?? '').trim())
      expect(String(bytes)).toBe(cells[type - 2])
      // The last eight cells, or four, are the blocks.
      const blocks = [outOfPlace, inPlace].filter((measure) => measure !== undefined)
      const printed = cells.slice(-4 * blocks.length)
      for (const [block, measure] of blocks.entries()) {
        expect(measure.repaired).toBeUndefined()
        expect(measure.seconds * 1e6).toBeCloseTo(Number(printed[4 * block]), 6)
        expect([measure.algbw, measure.busbw]).toEqual(
          printed.slice(4 * block + 1, 4 * block + 3).map(Number),
        )
      }
    }
  })

  test('algbw and busbw follow from size, time, collective and ranks within 1 %', async () => {
    let checked = 0
    for (const { rows, collective, ranks } of benchmarksOf(await readText(text, name))) {
      for (const { bytes, outOfPlace, inPlace } of rows)
        for (const measure of [outOfPlace, inPlace]) {
          if (!measure || measure.algbw < 1 || collective === undefined || ranks === undefined) continue
          const algbw = bytes / measure.seconds / 1e9
          expect(Math.abs(measure.algbw / algbw - 1)).toBeLessThan(0.01)
          expect(Math.abs(measure.busbw / (algbw * busFactor(collective, ranks)) - 1)).toBeLessThan(0.01)
          checked++
        }
    }
    expect(checked).toBeGreaterThan(3)
  })
})

const KNOWN: Readonly<Record<string, readonly [collective: string, ranks: number]>> = {
  'nccltests_2x4090_all_reduce.txt': ['all_reduce', 2],
  'nccltests_8x4090_all_gather.txt': ['all_gather', 8],
  'nccltests_8x4090_all_reduce.txt': ['all_reduce', 8],
  'nccltests_8x4090_broadcast.txt': ['broadcast', 8],
  'nccltests_8x4090_reduce.txt': ['reduce', 8],
  'nccltests_8x4090_reduce_scatter.txt': ['reduce_scatter', 8],
  'nccltests_a3mega_h100_2n16g.md': ['all_reduce', 16],
  'nccltests_gb200_nvl72.txt': ['all_reduce', 72],
  'nccltests_h100_3node_roce_cliff.txt': ['all_reduce', 24],
  'nccltests_h100_tree_2ranks_4nics.txt': ['all_reduce', 2],
  'nccltests_superbench_all_gather.log': ['all_gather', 8],
  'nccltests_superbench_all_reduce.log': ['all_reduce', 8],
  'nccltests_superbench_broadcast.log': ['broadcast', 8],
  'nccltests_superbench_reduce.log': ['reduce', 8],
  'nccltests_superbench_reduce_scatter.log': ['reduce_scatter', 8],
  'healthy-a100/all_reduce.txt': ['all_reduce', 8],
  'healthy-h100-2-nodes/all_reduce.txt': ['all_reduce', 16],
  'rccl-mi300x/all_reduce.txt': ['all_reduce', 8],
  'size-dip/all_reduce.txt': ['all_reduce', 16],
  'roce-collapse/all_reduce.txt': ['all_reduce', 24],
}

test.each(tables.filter(({ name }) => name in KNOWN))(
  '$name: its collective and ranks',
  async ({ name, text }) => {
    for (const { collective, ranks } of benchmarksOf(await readText(text, name)))
      expect([collective, ranks]).toEqual(KNOWN[name])
  },
)

test.each([...own('hand-table/all_reduce.txt'), ...other('nccltests_a100_p4d_1to4nodes.txt')])(
  '$name, a hand table: one run for each number of nodes',
  async ({ name, text }) => {
    expect(benchmarksOf(await readText(text, name)).map(({ ranks }) => ranks)).toEqual([8, 16, 24, 32])
  },
)

test('rows torn by the log of two hosts are put together', async () => {
  const [{ name, text }] = own('torn-rows/mpirun.txt') as [Table]
  const read = await readText(text, name)
  const rows = benchmarksOf(read).flatMap(({ rows }) => rows)
  expect(
    rows.map(({ bytes, outOfPlace }) => [bytes, Math.round((outOfPlace?.seconds ?? 0) * 1e8) / 100]),
  ).toEqual([
    [268435456, 1391.77],
    [536870912, 2542.18],
    [1073741824, 4643.51],
    [2147483648, 8991.46],
    [4294967296, 17410.6],
    [8589934592, 34375.8],
  ])
})

const torn = other('ncclLog_4hosts_algo_topo_info.txt')
test.skipIf(torn.length === 0)(
  'rows torn by the log of four hosts are put together; those without numbers are not (elsewhere: of two hosts, above)',
  async () => {
    const [{ name, text }] = torn as [Table]
    const read = await readText(text, name)
    const rows = benchmarksOf(read).flatMap(({ rows }) => rows)
    expect(
      rows.map(({ bytes, outOfPlace }) => [bytes, Math.round((outOfPlace?.seconds ?? 0) * 1e7) / 10]),
    ).toEqual([
      [64, 413.6],
      [128, 336],
      [256, 328.3],
      [512, 348.2],
      [1024, 289.8],
      [4096, 447.9],
      [64, 265.9],
      [128, 288],
      [256, 289.7],
      [512, 353.8],
    ])
    expect(read.notes.map(({ id, place }) => [id, place?.line])).toEqual([
      ['row-unreadable', 1686],
      ['row-unreadable', 2867],
    ])
  },
)

const matrices = [
  ...own(
    'healthy-a100/topo.txt',
    'one-gpu-lost-nvlinks/topo.txt',
    'cube-mesh/topo.txt',
    'consumer-cards/topo.txt',
  ),
  ...others.filter(({ name }) => name.startsWith('smi_topo_')),
]

describe.each(matrices)('$name', ({ name, text }) => {
  test('every cell of every row is read', async () => {
    const [matrix] = matricesOf(await readText(text, name))
    const lines = text
      .split('\n')
      .filter((line) =>
        /^(?:GPU\d+|NIC\d+|mlx5_\d+)\s+(?:X|NV|PIX|PXB|PHB|NODE|SYS)/.test(line.replace(/\t/g, ' ')),
      )
    expect(matrix?.cells.size).toBe(lines.length)
    const devices = matrix?.devices.length ?? 0
    for (const line of lines) {
      const [row = '', ...words] = line.trim().split(/\s+/)
      const cells = [...(matrix?.cells.get(row)?.values() ?? [])].map(({ path, links }) =>
        path === 'NV' ? `NV${links}` : path,
      )
      expect(cells).toEqual(words.slice(0, devices))
    }
  })
})

test.each([
  ...own('host-topology/rocm-smi-topo.txt', 'host-ports/ibstat.txt', 'host-bridged-pair/nvlink.txt'),
  ...own('topology-frame/nccl-topo.xml', 'topology-xgmi/rccl-topo.xml', 'host-topology/nccl-graph.xml'),
  ...others.filter(({ name }) => /^(?:rocm_|ibstat|nvidia_smi|topo_|graph_|inspector)/.test(name)),
])('$name holds no table of a benchmark, and none is invented', async ({ name, text }) => {
  expect(benchmarksOf(await readText(text, name))).toEqual([])
})
