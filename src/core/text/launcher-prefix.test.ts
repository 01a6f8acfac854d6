/** Prefixes of launchers: what is cut off, whose lines they are, and what is no prefix. */
import { describe, expect, test } from 'vitest'
import { hostOf, prefixLength, sourceOf, withoutSplicedPrefix } from './launcher-prefix.ts'

const ROW = '     33554432       8388608     float     sum      -1    2180.1'

describe('with a prefix', () => {
  test.each([
    ['[1,0]<stdout>:', '[1,0]'],
    ['[prterun-gpu-07-1234@1,3]<stdout>: ', '[prterun-gpu-07-1234@1,3]'],
    ['Tue Apr 28 14:14:49 2026[1,0]<stdout>:', '[1,0]'],
    ['0: ', '0'],
    [' 12: ', '12'],
    ['[0]', '[0]'],
    ['[rank3]: ', '[rank3]'],
    ['2026-04-28T14:14:49.123Z ', ''],
    ['[2026-04-28 14:14:49] ', ''],
    ['2026-04-28T14:14:49.123+02:00 [1,0]<stdout>:', '[1,0]'],
    ['Apr 28 14:14:49 gpu-07 slurm[123]: ', 'gpu-07 slurm[123]'],
    ['[pod/nccl-abc/worker] ', '[pod/nccl-abc/worker]'],
    ['nccl-test-launcher-x7k2p launcher ', 'nccl-test-launcher-x7k2p launcher'],
    ['trainer-1  | ', 'trainer-1'],
    ['gpu-07: ', 'gpu-07'],
    ['gpu-07: [2026-04-28 14:14:49] ', 'gpu-07'],
    ['> ', ''],
  ])('%s', (prefix, source) => {
    for (const line of [`${prefix}${ROW.trimStart()}`, `${prefix}# nThread 1`]) {
      const length = prefixLength(line)
      expect(line.slice(length)).toMatch(/^\s*(?:33554432 {7}8388608|# nThread)/)
      expect(line.slice(0, length).replace(/\s/g, '')).toBe(prefix.replace(/\s/g, ''))
      const named = sourceOf(line.slice(0, length))
      expect(named).toBe(source)
    }
  })
})

test.each([
  ROW,
  '# size count',
  'GPU0\t X \tNV12',
  '8.192 MB: 12.5 GB/s',
  '1073741824,35.5',
  '| size | time |',
  'size: 8',
  'mpirun -np 8 ./all_reduce_perf',
  'Total: 8 GPUs',
  '',
])('none: %s', (line) => expect(prefixLength(line)).toBe(0))

test('hosts, not ranks or times', () => {
  expect(
    ['gpu-07: ', 'trainer-1  | ', '[1,0]<stdout>:', '0: ', '[rank3]: ', '2026-04-28T14:14:49Z '].map(hostOf),
  ).toEqual(['gpu-07', 'trainer-1', undefined, undefined, undefined, undefined])
})

test('a prefix before every write stands inside the row too', () => {
  expect(withoutSplicedPrefix(' 8 2 float sum -1[0] 1.0 2.0 3.0 0[0] 1.0', '[0]').split(/\s+/)).toHaveLength(
    11,
  )
  expect(withoutSplicedPrefix(' 8 2', '0: ')).toBe(' 8 2')
})
