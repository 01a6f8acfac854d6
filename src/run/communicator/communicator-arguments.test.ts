/** Arguments that make no sense are named, and leave the communicator as it was. */
import { describe, expect, test } from 'vitest'
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import type { NumberArray } from '../memory/data-types.ts'
import type { Communicator } from './communicator.ts'
import { problemOf, start } from './communicators.fixtures.ts'

describe('arguments', () => {
  const { comms } = start(2)
  const comm = comms[0] as Communicator
  const f32 = (length: number) => new Float32Array(length)
  const freed = comm.alloc(Float32Array, 4)
  comm.free(freed)
  const detached = f32(4)
  structuredClone(detached, { transfer: [detached.buffer as ArrayBuffer] })
  const both = comm.alloc(Float32Array, 8)

  const WRONG: readonly (readonly [string, () => Promise<void>, Partial<RunProblem>])[] = [
    [
      'lengths',
      () => comm.allReduce(f32(3), f32(4)),
      { kind: 'argument', argument: 'output', seen: 'Float32Array(4)', wanted: 'Float32Array(3)' },
    ],
    [
      'gathered length',
      () => comm.allGather(f32(3), f32(5)),
      { kind: 'argument', argument: 'output', wanted: 'Float32Array(6)' },
    ],
    [
      'parts',
      () => comm.reduceScatter(f32(3), f32(1)),
      { kind: 'argument', argument: 'input', wanted: 'Float32Array(n·2)' },
    ],
    [
      'types',
      () => comm.allReduce(f32(3), new Int32Array(3) as NumberArray),
      { kind: 'argument', argument: 'output', wanted: 'Float32Array' },
    ],
    [
      'half without type',
      () => comm.allReduce(new Uint16Array(3)),
      { kind: 'argument', argument: 'type', wanted: "'f16' | 'bf16'" },
    ],
    [
      'other type',
      () => comm.allReduce(f32(3), undefined, { type: 'f64' }),
      { kind: 'argument', argument: 'type', wanted: 'f32' },
    ],
    [
      'no type',
      () => comm.allReduce(f32(3), undefined, { type: 'f8' as never }),
      { kind: 'argument', argument: 'type' },
    ],
    ['no array', () => comm.allReduce([1, 2] as never), { kind: 'argument', argument: 'input' }],
    ['nothing', () => comm.allReduce(undefined as never), { kind: 'argument', argument: 'input' }],
    [
      'an array of no type',
      () => comm.allReduce(new Uint8ClampedArray(2) as never),
      { kind: 'argument', argument: 'input' },
    ],
    [
      'a view without elements',
      () => comm.allReduce(new DataView(new ArrayBuffer(8)) as never),
      { kind: 'argument', argument: 'input' },
    ],
    [
      'op',
      () => comm.allReduce(f32(1), undefined, { op: 'mean' as never }),
      { kind: 'argument', argument: 'op', wanted: 'sum | prod | min | max | avg' },
    ],
    [
      'root',
      () => comm.broadcast(f32(1), undefined, { root: 2 }),
      { kind: 'argument', argument: 'root', seen: '2', wanted: '0…1' },
    ],
    [
      'root between ranks',
      () => comm.broadcast(f32(1), undefined, { root: 0.5 }),
      { kind: 'argument', argument: 'root' },
    ],
    ['peer', () => comm.send(f32(1), 2), { kind: 'argument', argument: 'to' }],
    ['itself', () => comm.receive(f32(1), 0), { kind: 'argument', argument: 'from', wanted: '0…1 ≠ 0' }],
    ['freed', () => comm.allReduce(freed), { kind: 'freed', argument: 'input' }],
    ['detached', () => comm.allReduce(f32(0), detached), { kind: 'freed', argument: 'output' }],
    ['overlapping', () => comm.allReduce(both.subarray(0, 5), both.subarray(3)), { kind: 'overlap' }],
    [
      'unknown algorithm',
      () => comm.allReduce(f32(1), undefined, { algorithm: 'rings' }),
      { kind: 'unsupported-algorithm', algorithm: 'rings' },
    ],
    [
      'an algorithm of switches',
      () => comm.allReduce(f32(1), undefined, { algorithm: 'in-network' }),
      { kind: 'unsupported-algorithm' },
    ],
    [
      'an algorithm of others',
      () => comm.broadcast(f32(1), undefined, { algorithm: 'ring' }),
      { kind: 'unsupported-algorithm' },
    ],
    ['too much', () => comm.allReduce(f32(2 ** 22)), { kind: 'memory-exhausted' }],
  ]
  test.each(WRONG)('%s', async (_, call, problem) => {
    expect(await problemOf(call())).toMatchObject(problem)
  })

  test('nothing was sent by them, and the communicator still works', async () => {
    expect(comm.sent()).toEqual({ bytes: 0, messages: 0 })
    const data = comms.map(() => Int32Array.of(4))
    await Promise.all(comms.map((comm, rank) => comm.allReduce(data[rank] as Int32Array)))
    expect(data.map((values) => values[0])).toEqual([8, 8])
  })

  test('what was copied in is given back', async () => {
    const free = () => {
      let at = 2 ** 22
      for (; at > 0; at -= 64)
        try {
          comm.free(comm.alloc(Uint8Array, at))
          return at
        } catch {}
      return 0
    }
    const before = free()
    for (let turn = 0; turn < 3; turn++)
      await Promise.all(comms.map((comm) => comm.allReduce(f32(1000), f32(1000))))
    expect(free()).toBe(before)
  })

  test('memory is given back once', async () => {
    const array = comm.alloc(Int8Array, 3)
    comm.free(array)
    expect(await problemOf(() => comm.free(array))).toMatchObject({ kind: 'freed' })
    const others = { kind: 'argument', argument: 'array', wanted: 'comm.alloc(…)' }
    expect(await problemOf(() => comm.free(f32(1)))).toMatchObject(others)
    expect(await problemOf(() => comm.free(comm.alloc(Int8Array, 8).subarray(4)))).toMatchObject(others)
    expect(await problemOf(() => comm.free(undefined as never))).toMatchObject(others)
    expect(await problemOf(() => comm.alloc(Int8Array, -1))).toMatchObject({ kind: 'argument' })
  })

  test('one thread has no synchronous calls', async () => {
    expect(await problemOf(() => comm.allReduceSync(f32(1)))).toEqual({ kind: 'no-sync', transport: 'local' })
  })
})
