import '../../messages/all.ts'
import { expect, test } from 'vitest'
import type { PerfPairs } from '../../evidence/perf-run.ts'
import { catalogueOf } from '../../messages/index.ts'
import { pairsMarkdownOf, pairsTextOf } from './pairs.ts'

const en = catalogueOf('en').perf
const zh = catalogueOf('zh').perf

/** Each way in turn a little faster than the last. */
const among = (ranks: number): PerfPairs => ({
  ranks,
  transport: 'threads',
  bytes: 2 ** 22,
  hosts: Array.from({ length: ranks }, () => 'vm'),
  carrier: 'memory',
  remarks: [],
  pairs: Array.from({ length: ranks * ranks }, (_, at) => ({
    from: Math.floor(at / ranks),
    to: at % ranks,
    bytesPerSecond: 1e9 * (at + 1),
    latencySeconds: 1e-6,
  })).filter(({ from, to }) => from !== to),
})

test('of two ways none can stand out; of six none does', () => {
  for (const text of [pairsTextOf(among(2), undefined, en), pairsMarkdownOf(among(2), undefined, en)])
    expect(text).toContain('too few ranks for a pair to stand out: 2 GB/s to 3 GB/s')
  expect(pairsTextOf(among(2), undefined, zh)).toContain('rank 太少')
  expect(pairsTextOf(among(3), undefined, en)).toContain('no pair stands out: 2 GB/s to 8 GB/s')
  expect(pairsTextOf(among(3), undefined, zh)).toContain('没有哪一对异常')
})
