/** Expected times against measured ones: docs/accuracy.md has all of them (dist/made-files.test.ts), here the figures that must hold. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { busFactor } from '../src/core/collectives/names.ts'
import { NETWORK } from '../src/core/cost/efficiency-curve.ts'
import { awsP5OneNode } from '../src/core/cost/measured/aws-p5.ts'
import { ibSixteenNodes, ibSixtyFourNodes } from '../src/core/cost/measured/ib-h100.ts'
import { measuredTables } from '../src/core/cost/measured/index.ts'
import type { MeasuredTable } from '../src/core/cost/measured/table.ts'
import { expect as expectationFor } from '../src/core/expectation/expect.ts'
import type { Question } from '../src/core/expectation/expectation.ts'
import { withNodes } from '../src/core/machine/edits.ts'
import { awsP5 } from '../src/core/machine/presets/aws-p5.ts'
import { dgxH100 } from '../src/core/machine/presets/dgx-h100.ts'
import { shared } from './shared.ts'

/** Expected over measured time minus one, as absolute values. */
function errors(
  question: Omit<Question, 'sizes'>,
  rows: readonly (readonly [bytes: number, microseconds: number])[],
): readonly number[] {
  return rows.map(([bytes, microseconds]) => {
    const expectation = expectationFor({ ...question, sizes: [bytes] })
    return Math.abs(((expectation?.plateau.seconds ?? 0) * 1e6) / microseconds - 1)
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('8 x H100 (AWS p5), the sizes that the program has: 8 % on average, none above 20 % (in-sample)', () => {
  const found = errors({ collective: 'all_reduce', machine: awsP5.machine }, awsP5OneNode.rows)
  expect(mean(found)).toBeLessThanOrEqual(0.08)
  expect(Math.max(...found)).toBeLessThanOrEqual(0.2)
})

const p5 = shared('data', 'sim', 'measured', 'aws_p5_1node_8xH100_allreduce.tsv')

test.skipIf(!p5)(
  '8 x H100 (AWS p5), 32 sizes, in-place: the same (elsewhere: the sizes that the program has)',
  () => {
    const rows = readFileSync(p5 ?? '', 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').map(Number))
      .map((cells) => [cells[0] ?? 0, cells[4] ?? 0] as const)
    expect(rows).toHaveLength(32)
    const found = errors({ collective: 'all_reduce', machine: awsP5.machine }, rows)
    expect(mean(found)).toBeLessThanOrEqual(0.08)
    expect(Math.max(...found)).toBeLessThanOrEqual(0.2)
  },
)

test.each(measuredTables.filter(({ rows }) => rows.length > 3))(
  '$title, $collective: near on average from 1 MiB on (in-sample)',
  (table) => {
    const { machine, collective, algorithm, rows } = table
    const large = rows.filter(([bytes]) => bytes >= 2 ** 20)
    const question = { machine, collective, ...(algorithm ? { algorithm } : {}) }
    // One curve stands for the networks of all sizes.
    expect(mean(errors(question, large))).toBeLessThanOrEqual(NETWORK.includes(table) ? 0.2 : 0.05)
  },
)

/** Seconds of a ring over so many nodes of 8 x H100. */
const ringSeconds = (nodes: number, bytes: number): number =>
  expectationFor({
    ...{ collective: 'all_reduce', machine: withNodes(dgxH100.machine, nodes), algorithm: 'Ring' },
    sizes: [bytes],
  })?.plateau.seconds ?? Number.NaN

describe('rings over numbers of nodes that the program has no table of (out of sample)', () => {
  const sizes = ibSixteenNodes.rows.map(([bytes]) => bytes)
  const measured = (table: MeasuredTable, bytes: number): number =>
    (table.rows.find(([size]) => size === bytes)?.[1] ?? Number.NaN) / 1e6

  test('32: between what was measured on 16 and on 64, within a fifth on average', () => {
    const off = sizes.map((bytes) => {
      const between = Math.sqrt(measured(ibSixteenNodes, bytes) * measured(ibSixtyFourNodes, bytes))
      return Math.abs(ringSeconds(32, bytes) / between - 1)
    })
    expect(mean(off)).toBeLessThanOrEqual(0.2)
  })

  test('2, 4, 8, 16, 32, 64, 128: the more, the slower at each size, and none faster than its NICs', () => {
    for (const bytes of sizes) {
      const busbw = [2, 4, 8, 16, 32, 64, 128].map(
        (nodes) => (bytes * busFactor('all_reduce', 8 * nodes)) / ringSeconds(nodes, bytes) / 1e9,
      )
      expect(busbw).toEqual(busbw.toSorted((one, other) => other - one))
      expect(busbw[0]).toBeLessThanOrEqual(8 * 50)
    }
  })
})

const simai = shared('data', 'sim', 'simai', 'nic_ratio.csv')

test.skipIf(!simai).each([
  [2, 0.1],
  [4, 0.15],
  [32, 0.2],
  [128, 0.25],
] as const)(
  'rings over %d nodes of 8 x H100: within %d on average (elsewhere: rings over numbers of nodes, above)',
  (nodes, most) => {
    const rows = readFileSync(simai ?? '', 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
      .map((cells) => [cells[0] ?? 0, 400 * (cells[1 + Math.log2(nodes)] ?? 0)] as const)
      .map(([bytes, busbw]) => [bytes, (bytes * busFactor('all_reduce', 8 * nodes)) / busbw / 1e3] as const)
    const question = { collective: 'all_reduce', machine: withNodes(dgxH100.machine, nodes) } as const
    expect(mean(errors({ ...question, algorithm: 'Ring' }, rows))).toBeLessThanOrEqual(most)
  },
)
