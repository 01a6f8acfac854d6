/** nvidia-smi topo -m of every driver version, and what else looks like it. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matricesOf, readText } from '../../diagnose/text-input.fixtures.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'

const one = async (text: string, name?: string): Promise<TopoMatrix> => {
  const matrices = matricesOf(await readText(text, name))
  expect(matrices).toHaveLength(1)
  return matrices[0] as TopoMatrix
}

const cell = (matrix: TopoMatrix, from: string, to: string): string => {
  const cell = matrix.cells.get(from)?.get(to)
  return cell ? (cell.path === 'NV' ? `NV${cell.links}` : cell.path) : '-'
}

const SMALL = 'GPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity'

describe('eras', () => {
  test('the sample: GPU5 has eight links to all others, NICs by legend', async () => {
    const matrix = await one(
      readFileSync(new URL('../../../../samples/one-gpu-lost-nvlinks/topo.txt', import.meta.url), 'utf8'),
    )
    expect(cell(matrix, 'GPU5', 'GPU0')).toBe('NV8')
    expect(cell(matrix, 'GPU0', 'GPU5')).toBe('NV8')
    expect(cell(matrix, 'GPU0', 'GPU7')).toBe('NV12')
    expect(cell(matrix, 'GPU4', 'NIC5')).toBe('PXB')
    expect(matrix.devices.filter(({ kind }) => kind === 'nic').map((nic) => nic.interface)).toEqual(
      Array.from({ length: 8 }, (_, at) => `mlx5_${at}`),
    )
    expect(matrix.devices[0]).toMatchObject({ cpuAffinity: '48-63,176-191', numaAffinity: '3' })
    expect(matrix.devices[8]).not.toHaveProperty('cpuAffinity')
  })

  test('old: NICs by name, SOC, no NUMA column', async () => {
    const matrix = await one(
      '\tGPU0\tGPU1\tmlx4_0\tCPU Affinity\nGPU0\t X \tSOC\tPHB\t0-7\nGPU1\tSOC\t X \tSOC\t8-15\nmlx4_0\tPHB\tSOC\t X \t\n',
    )
    expect([cell(matrix, 'GPU0', 'GPU1'), cell(matrix, 'mlx4_0', 'GPU0')]).toEqual(['SOC', 'PHB'])
    expect(matrix.devices.map(({ name, cpuAffinity }) => [name, cpuAffinity])).toEqual([
      ['GPU0', '0-7'],
      ['GPU1', '8-15'],
      ['mlx4_0', undefined],
    ])
    expect(matrix.devices[2]?.interface).toBe('mlx4_0')
  })

  test('underlined header, cells glued together, C2C', async () => {
    const matrix = await one(
      '\u001b[4m\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\u001b[0m\nGPU0\t X \tNV18\tNODENODE\t0-71\nGPU1\tNV18\t X \tPIX\tC2C\t0-71\n',
    )
    expect([
      cell(matrix, 'GPU0', 'NIC0'),
      cell(matrix, 'GPU0', 'NIC1'),
      cell(matrix, 'GPU1', 'NIC1'),
    ]).toEqual(['NODE', 'NODE', 'C2C'])
    expect(matrix.devices[0]?.cpuAffinity).toBe('0-71')
  })

  test('blanks for tabs, CPU list with commas, an empty cell before GPU NUMA ID', async () => {
    const matrix = await one(
      '        GPU0    GPU1    CPU Affinity    NUMA Affinity   GPU NUMA ID\nGPU0     X      SYS     0-23,48-71      0               N/A\nGPU1    SYS      X      24-47,72-95     1               N/A\n',
    )
    expect(matrix.devices.map(({ cpuAffinity, numaAffinity }) => [cpuAffinity, numaAffinity])).toEqual([
      ['0-23,48-71', '0'],
      ['24-47,72-95', '1'],
    ])
  })
})

describe('excerpts', () => {
  test('rows cut off: their columns stay, without a place', async () => {
    const matrix = await one(`\t${SMALL}\nGPU0\t X \tNV4\tPIX\t0-7\t0\n[... cut]\n`)
    expect(matrix.devices.map(({ name, place }) => [name, place?.line])).toEqual([
      ['GPU0', 2],
      ['GPU1', undefined],
      ['mlx5_0', undefined],
    ])
  })
  test('a row that lost a cell in its middle is left out and noted, not shifted', async () => {
    const read = await readText(`\t${SMALL}\nGPU0\t X \tNV4\tPIX\t0-7\t0\nmlx5_0\tPIX\t X \n`)
    expect(matricesOf(read)[0]?.cells.has('mlx5_0')).toBe(false)
    expect(read.notes).toMatchObject([
      { id: 'topo-cells-unreadable', values: { row: 'mlx5_0' }, place: { line: 3 } },
    ])
    expect(read.inputs[0]?.skipped).toBe(1)
  })
  test('two hosts by pdsh, interleaved', async () => {
    const lines = [`\t${SMALL}`, 'GPU0\t X \tNV4\tPIX\t0-7\t0', 'GPU1\tNV4\t X \tSYS\t0-7\t0']
    const text = lines
      .flatMap((line) => [`gpu-01: ${line}`, `gpu-02: ${line.replaceAll('NV4', 'NV2')}`])
      .join('\n')
    const matrices = matricesOf(await readText(text))
    expect(matrices.map((matrix) => [matrix.host, cell(matrix, 'GPU0', 'GPU1'), matrix.cells.size])).toEqual([
      ['gpu-01', 'NV4', 2],
      ['gpu-02', 'NV2', 2],
    ])
  })
})

describe('the host', () => {
  const text = `\t${SMALL}\nGPU0\t X \tNV4\tPIX\t0-7\t0\n`
  test.each([
    ['gpu-07.topo.txt', 'gpu-07'],
    ['logs/topo-node12.txt', 'node12'],
    ['topo.txt', undefined],
    ['smi_topo_a100.txt', undefined],
    ['topo_h100.txt', undefined],
  ])('%s -> %s', async (name, host) => expect((await one(text, name)).host).toBe(host))
  test('from the prompt', async () =>
    expect((await one(`root@gpu-09:~# nvidia-smi topo -m\n${text}`)).host).toBe('gpu-09'))
})

test.each([
  ['topo -p2p', '\tGPU0\tGPU1\nGPU0\tX\tOK\nGPU1\tOK\tX\n'],
  ['rocm-smi --showtopo', '       GPU0         GPU1\nGPU0   0            40\nGPU1   40           0\n'],
  ['prose', 'GPU0 and GPU1 are connected by NV4.\nGPU0 GPU1\n'],
])('%s is no such matrix', async (_, text) => {
  expect(matricesOf(await readText(text))).toEqual([])
})

const paths = fc.constantFrom('NV1', 'NV12', 'NV18', 'PIX', 'PXB', 'PHB', 'NODE', 'SYS')

test('any printed matrix reads back, with tabs and with blanks', async () => {
  const matrix = fc
    .integer({ min: 1, max: 12 })
    .chain((size) =>
      fc.array(fc.array(paths, { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
    )
  await fc.assert(
    fc.asyncProperty(matrix, fc.constantFrom('\t', '   '), async (cells, gap) => {
      const name = (at: number): string => `GPU${at}`
      const at = (row: number, column: number): string =>
        row === column ? ' X ' : (cells[row]?.[column] ?? '')
      const header = ['', ...cells.map((_, column) => name(column)), 'CPU Affinity'].join(gap)
      const rows = cells.map((ofRow, row) =>
        [name(row), ...ofRow.map((_, column) => at(row, column)), '0-7'].join(gap),
      )
      const read = await one(`${header}\n${rows.join('\n')}\n`)
      for (const [row, ofRow] of cells.entries())
        for (const column of ofRow.keys())
          expect(cell(read, name(row), name(column))).toBe(at(row, column).trim())
      expect(read.devices.every(({ cpuAffinity }) => cpuAffinity === '0-7')).toBe(true)
    }),
    { numRuns: 100 },
  )
})
