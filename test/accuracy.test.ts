/** Expected times against measured ones: docs/accuracy.md has all of them, here the figures that must hold. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { busFactor } from '../src/core/collectives/names.ts'
import { NETWORK } from '../src/core/cost/efficiency-curve.ts'
import { measuredTables } from '../src/core/cost/measured/index.ts'
import { published } from '../src/core/cost/published/index.ts'
import { expect as expectationFor } from '../src/core/expectation/expect.ts'
import type { Question } from '../src/core/expectation/expectation.ts'
import { withNodes } from '../src/core/topology/edits.ts'
import { awsP5 } from '../src/core/topology/presets/aws-p5.ts'
import { dgxH100 } from '../src/core/topology/presets/dgx-h100.ts'
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

const p5 = shared('data', 'sim', 'measured', 'aws_p5_1node_8xH100_allreduce.tsv')

test.skipIf(!p5)('8 x H100 (AWS p5), 32 sizes, in-place: 8 % on average, none above 20 % (in-sample)', () => {
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
})

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

const simai = shared('data', 'sim', 'simai', 'nic_ratio.csv')

test.skipIf(!simai).each([
  [2, 0.1],
  [4, 0.15],
  [32, 0.2],
  [128, 0.25],
] as const)('rings over %d nodes of 8 x H100: within %d on average (out of sample)', (nodes, most) => {
  const rows = readFileSync(simai ?? '', 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .map((cells) => [cells[0] ?? 0, 400 * (cells[1 + Math.log2(nodes)] ?? 0)] as const)
    .map(([bytes, busbw]) => [bytes, (bytes * busFactor('all_reduce', 8 * nodes)) / busbw / 1e3] as const)
  const question = { collective: 'all_reduce', machine: withNodes(dgxH100.machine, nodes) } as const
  expect(mean(errors({ ...question, algorithm: 'Ring' }, rows))).toBeLessThanOrEqual(most)
})

describe('docs', () => {
  const page = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

  test('docs/published.md lists every published number and every table with its source', () => {
    const lines = page('published.md').split('\n')
    for (const { title, busbw, collectives, source } of published) {
      const cells = [title, collectives.join(', '), String(Math.round(busbw * 10) / 10), source]
      expect(
        lines.some((line) => cells.every((cell) => line.includes(cell))),
        cells.join(' | '),
      ).toBe(true)
    }
    for (const { title, source } of measuredTables)
      expect(
        lines.some((line) => line.includes(title) && line.includes(source)),
        title,
      ).toBe(true)
  })

  test('docs/accuracy.md says of each table whether it is in-sample, in three bands', () => {
    const rows = page('accuracy.md')
      .split('\n')
      .filter((line) => /^\| .*\d+ %/.test(line))
    expect(rows.length).toBeGreaterThanOrEqual(measuredTables.length)
    for (const row of rows) expect(row).toMatch(/\| (in|in \(curve only\)|plateau only|out) \|/)
    expect(page('accuracy.md')).toContain('| ≥ 256 MiB | 1-256 MiB | < 1 MiB |')
  })
})
