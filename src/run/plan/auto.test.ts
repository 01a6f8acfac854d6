/** 'auto' always finds an algorithm that can do it, and cuts pipelines as the closed form says. */
import { describe, expect, test } from 'vitest'
import { COLLECTIVES } from '../../core/collectives/names.ts'
import { algorithmNamed } from '../../core/schedules/algorithms/index.ts'
import type { Algorithm } from '../../core/schedules/schedule.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import type { NativeAlgorithm } from '../transports/native-algorithm.ts'
import type { Transport, TransportId } from '../transports/transport.ts'
import { algorithmsFor, canRun, chooseAlgorithm, pipelineTiles, sizeOf } from './auto.ts'

const transport = (id: TransportId, ranks: number, native: readonly NativeAlgorithm[] = []): Transport =>
  ({ id, ranks, native }) as Transport
const call = (changes: Partial<CollectiveCall>): CollectiveCall => ({
  collective: 'all_reduce',
  root: 0,
  type: 'f32',
  op: 'sum',
  count: 1,
  input: 64,
  output: 64,
  ...changes,
})

describe.each(['threads', 'tcp', 'mpi', 'local'] as const)('%s', (id) => {
  test.each(COLLECTIVES)('%s', (collective) => {
    for (let ranks = 1; ranks <= 17; ranks++)
      for (const count of [0, 1, 100, 10_000, 1_000_000, 100_000_000]) {
        const asked = call({ collective, count, root: ranks - 1 })
        const chosen = algorithmNamed(collective, chooseAlgorithm(transport(id, ranks), asked)) as Algorithm
        expect(canRun(chosen, { ranks, root: ranks - 1 })).toBe(true)
        expect(algorithmsFor(transport(id, ranks), asked)).toContain(chosen.id)
      }
  })
})

test('few steps for small sizes, few bytes for large ones', () => {
  const tcp = transport('tcp', 8)
  expect(chooseAlgorithm(tcp, call({ count: 2 }))).toBe('recursive-doubling')
  expect(chooseAlgorithm(tcp, call({ count: 100_000_000 }))).toBe('ring')
})

test('what the transport does natively comes first, where it can', () => {
  const native = { id: 'direct', supports: ({ type }: CollectiveCall) => type === 'f32' } as NativeAlgorithm
  const threads = transport('threads', 4, [native])
  expect(chooseAlgorithm(threads, call({}))).toBe('direct')
  expect(chooseAlgorithm(threads, call({ type: 'f64' }))).toBe('recursive-doubling')
  expect(algorithmsFor(threads, call({}))[0]).toBe('direct')
})

test('switches that add are nowhere to be found', () => {
  expect(algorithmsFor(transport('local', 4), call({}))).not.toContain('in-network')
})

test('size as nccl-tests counts it', () => {
  expect(sizeOf(call({ count: 10 }), 4)).toBe(40)
  expect(sizeOf(call({ collective: 'all_gather', count: 10 }), 4)).toBe(160)
})

test('a pipeline has as many tiles as its closed form makes fastest', () => {
  const chain = algorithmNamed('broadcast', 'chain') as Algorithm
  const mpi = transport('mpi', 5)
  const tiles = (bytes: number) =>
    pipelineTiles(chain, mpi, call({ collective: 'broadcast', type: 'u8', count: bytes }))
  expect([0, 1000, 2 ** 20].map(tiles)).toEqual([1, 1, 14])
  const time = (count: number) => (count + 3) * (16_384 + 2 ** 20 / count)
  for (const other of [12, 13, 15, 16]) expect(time(14)).toBeLessThanOrEqual(time(other))
  expect(
    pipelineTiles(algorithmNamed('all_reduce', 'ring') as Algorithm, mpi, call({ count: 2 ** 20 })),
  ).toBe(1)
})

test('two processes exchange short data at once, more of them step by step', () => {
  const asked = call({ count: 16_384 })
  expect(chooseAlgorithm(transport('tcp', 2), asked)).toBe('one-shot')
  expect(chooseAlgorithm(transport('tcp', 4), asked)).toBe('halving-doubling')
})
