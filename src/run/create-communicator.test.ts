/** What programs see of a communicator: results, arguments, order of calls, failures. */
import { describe, expect, test } from 'vitest'
import type { RunProblem } from '../core/collectives/run-problem.ts'
import type { Communicator } from './communicator.ts'
import { createCommunicator } from './create-communicator.ts'
import type { NumberArray } from './data-types.ts'
import { RunError } from './run-error.ts'
import { createLocalNetwork, type LocalOptions } from './transports/local/local.ts'

const start = (ranks: number, options: Partial<LocalOptions> = {}, timeoutSeconds = 5) => {
  const network = createLocalNetwork({ ranks, memoryBytes: 2 ** 24, slotBytes: 1024, ...options })
  return {
    ...network,
    comms: network.transports.map((its) => createCommunicator(its, { timeoutSeconds })),
  }
}

/** Runs a program on every rank; what each returns. */
const run = <Result>(ranks: number, program: (comm: Communicator) => Promise<Result>): Promise<Result[]> =>
  Promise.all(start(ranks).comms.map(program))

const problemOf = async (call: Promise<unknown> | (() => unknown)): Promise<RunProblem | undefined> => {
  try {
    await (typeof call === 'function' ? call() : call)
    return undefined
  } catch (error) {
    if (error instanceof RunError) return error.problem
    throw error
  }
}

describe('collectives', () => {
  test('all_reduce of [1, 2, 3] on four ranks leaves [4, 8, 12]', async () => {
    const results = await run(4, async (comm) => {
      const data = comm.alloc(Float32Array, 3)
      data.set([1, 2, 3])
      await comm.allReduce(data)
      return [...data]
    })
    expect(results).toEqual(Array.from({ length: 4 }, () => [4, 8, 12]))
  })

  test('all_gather of [1], [2], [3], [4] leaves [1, 2, 3, 4]', async () => {
    const results = await run(4, async (comm) => {
      const output = new Int32Array(4)
      await comm.allGather(Int32Array.of(comm.rank + 1), output)
      return [...output]
    })
    expect(results).toEqual(Array.from({ length: 4 }, () => [1, 2, 3, 4]))
  })

  test('reduce_scatter over four ranks that each hold [1, 2, 3, 4] leaves 4, 8, 12, 16', async () => {
    const results = await run(4, async (comm) => {
      const output = new Float64Array(1)
      await comm.reduceScatter(Float64Array.of(1, 2, 3, 4), output)
      return output[0]
    })
    expect(results).toEqual([4, 8, 12, 16])
  })

  test('broadcast, reduce, gather, scatter and all_to_all, each from another root', async () => {
    const results = await run(3, async (comm) => {
      const { rank } = comm
      const told = Int32Array.of(rank, rank)
      await comm.broadcast(told, undefined, { root: 1 })
      const least = Int32Array.of(5 - rank)
      await comm.reduce(Int32Array.of(5 - rank), least, { root: 2, op: 'min' })
      const gathered = new Int32Array(6)
      await comm.gather(Int32Array.of(rank, 10 * rank), rank === 1 ? gathered : undefined, { root: 1 })
      const scattered = new Int32Array(1)
      await comm.scatter(rank === 2 ? Int32Array.of(7, 8, 9) : undefined, scattered, { root: 2 })
      const exchanged = new Int32Array(3)
      await comm.allToAll(Int32Array.of(10 * rank, 10 * rank + 1, 10 * rank + 2), exchanged)
      return {
        told: [...told],
        least: [...least],
        gathered: [...gathered],
        scattered: [...scattered],
        exchanged: [...exchanged],
      }
    })
    expect(results.map((its) => its.told)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect(results.map((its) => its.least)).toEqual([[5], [4], [3]])
    expect(results[1]?.gathered).toEqual([0, 0, 1, 10, 2, 20])
    expect(results[0]?.gathered).toEqual([0, 0, 0, 0, 0, 0])
    expect(results.map((its) => its.scattered)).toEqual([[7], [8], [9]])
    expect(results.map((its) => its.exchanged)).toEqual([
      [0, 10, 20],
      [1, 11, 21],
      [2, 12, 22],
    ])
  })

  test('in place, as NCCL defines it, in the heap and outside', async () => {
    for (const inHeap of [true, false]) {
      const results = await run(3, async (comm) => {
        const make = (...values: number[]): Float32Array => {
          const array = inHeap ? comm.alloc(Float32Array, values.length) : new Float32Array(values.length)
          array.set(values)
          return array
        }
        const own = comm.rank + 1
        const gathered = make(own, own, own, own, own, own)
        await comm.allGather(gathered, gathered)
        const reduced = make(1, 2, 3, 4, 5, 6)
        await comm.reduceScatter(reduced, reduced)
        const exchanged = make(own, 10 * own, 100 * own)
        await comm.allToAll(exchanged, exchanged)
        // The root alone is in place; the others' input stays.
        const kept = make(own, own)
        await comm.reduce(kept, undefined, { root: 1 })
        return [
          [...gathered],
          [...reduced.slice(2 * comm.rank, 2 * comm.rank + 2)],
          [...exchanged],
          [...kept],
        ]
      })
      expect(results).toEqual([
        [
          [1, 1, 2, 2, 3, 3],
          [3, 6],
          [1, 2, 3],
          [1, 1],
        ],
        [
          [1, 1, 2, 2, 3, 3],
          [9, 12],
          [10, 20, 30],
          [6, 6],
        ],
        [
          [1, 1, 2, 2, 3, 3],
          [15, 18],
          [100, 200, 300],
          [3, 3],
        ],
      ])
    }
  })

  test('avg divides once; of integers it is cut towards zero', async () => {
    const results = await run(3, async (comm) => {
      const real = Float64Array.of(comm.rank + 0.5, 1)
      const whole = Int32Array.of(-comm.rank, 7 * comm.rank)
      await comm.allReduce(real, undefined, { op: 'avg' })
      await comm.allReduce(whole, undefined, { op: 'avg', algorithm: 'two-shot' })
      return [...real, ...whole]
    })
    expect(results).toEqual(Array.from({ length: 3 }, () => [1.5, 1, -1, 7]))
  })

  test('many elements through small slots, by every way that auto chooses', async () => {
    const results = await run(4, async (comm) => {
      const sums: number[] = []
      for (const length of [1, 100, 5000, 70_000]) {
        const data = new Int32Array(length).map((_, at) => at + comm.rank)
        await comm.allReduce(data)
        sums.push(data.findIndex((its, at) => its !== 4 * at + 6))
      }
      return sums
    })
    expect(results).toEqual(Array.from({ length: 4 }, () => [-1, -1, -1, -1]))
  })

  test('one rank alone', async () => {
    const [result] = await run(1, async (comm) => {
      const [input, output] = [Float32Array.of(2, 3), new Float32Array(2)]
      await comm.allReduce(input, output, { op: 'avg' })
      await comm.barrier()
      await comm.allToAll(output, output)
      return [...output]
    })
    expect(result).toEqual([2, 3])
  })
})

describe('order of calls', () => {
  test('collectives that are not awaited follow each other', async () => {
    const results = await run(3, async (comm) => {
      const data = Int32Array.of(comm.rank)
      const [first, second] = [comm.allReduce(data), comm.allReduce(data)]
      await Promise.all([first, second, comm.barrier()])
      return data[0]
    })
    expect(results).toEqual([9, 9, 9])
  })

  test('send and receive run beside each other, whichever is called first, at any length', async () => {
    const results = await run(2, async (comm) => {
      const peer = 1 - comm.rank
      const got = [new Int32Array(20_000), new Int32Array(0), new Int32Array(1)] as const
      await Promise.all([
        comm.send(new Int32Array(20_000).fill(comm.rank + 5), peer),
        comm.send(new Int32Array(0), peer),
        comm.send(Int32Array.of(comm.rank), peer),
        ...got.map((data) => comm.receive(data, peer)),
      ])
      await comm.barrier()
      return [got[0].every((its) => its === peer + 5), got[2][0]]
    })
    expect(results).toEqual([
      [true, 1],
      [true, 0],
    ])
  })

  test('nobody passes a barrier before all have come', async () => {
    let come = 0
    const seen = await run(5, async (comm) => {
      await new Promise((resolve) => setTimeout(resolve, 10 * comm.rank))
      come++
      await comm.barrier()
      return come
    })
    expect(seen).toEqual([5, 5, 5, 5, 5])
  })

  test('a call that cannot begin leaves the others to go on', async () => {
    const results = await run(3, async (comm) => {
      const data = comm.alloc(Float32Array, 1000)
      // Makes the connections.
      await comm.barrier()
      if (comm.rank < 2) {
        await comm.barrier()
        return undefined
      }
      // No room for the sums that one-shot keeps aside.
      for (let bytes = 2 ** 22; bytes >= 64; bytes /= 2)
        while ((await problemOf(() => comm.alloc(Uint8Array, bytes))) === undefined);
      const first = problemOf(comm.allReduce(data, undefined, { algorithm: 'one-shot' }))
      await comm.barrier()
      return (await first)?.kind
    })
    expect(results).toEqual([undefined, undefined, 'memory-exhausted'])
  })

  test('a prepared call runs again and again on what stands in its memory', async () => {
    const results = await run(2, async (comm) => {
      const data = comm.alloc(Float32Array, 2)
      data.set([1, 2])
      const its = {
        type: 'f32',
        op: 'sum',
        root: 0,
        count: 2,
        input: data.byteOffset,
        output: data.byteOffset,
      } as const
      const call = comm.prepare({ collective: 'all_reduce', ...its })
      for (let turn = 0; turn < 3; turn++) await call.run()
      return [call.algorithm, ...data, comm.sent().messages > 0]
    })
    expect(results).toEqual(Array.from({ length: 2 }, () => ['recursive-doubling', 8, 16, true]))
  })
})

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
    await Promise.all(comms.map((its, rank) => its.allReduce(data[rank] as Int32Array)))
    expect(data.map((its) => its[0])).toEqual([8, 8])
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
      await Promise.all(comms.map((its) => its.allReduce(f32(1000), f32(1000))))
    expect(free()).toBe(before)
  })

  test('memory is given back once', async () => {
    const array = comm.alloc(Int8Array, 3)
    comm.free(array)
    expect(await problemOf(() => comm.free(array))).toMatchObject({ kind: 'freed' })
    expect(await problemOf(() => comm.free(f32(1)))).toMatchObject({ kind: 'freed' })
    expect(await problemOf(() => comm.alloc(Int8Array, -1))).toMatchObject({ kind: 'argument' })
  })

  test('one thread has no synchronous calls', async () => {
    expect(await problemOf(() => comm.allReduceSync(f32(1)))).toEqual({ kind: 'no-sync', transport: 'local' })
  })
})

describe('failures', () => {
  const f32 = () => new Float32Array(64)

  /** What each of two ranks gets that call differently. */
  const differing = async (...calls: ((comm: Communicator) => Promise<void>)[]) => {
    const { comms } = start(calls.length, {}, 0.3)
    return Promise.all(
      comms.map((comm, rank) => problemOf((calls[rank] as (its: Communicator) => Promise<void>)(comm))),
    )
  }

  test.each<
    readonly [
      string,
      (comm: Communicator) => Promise<void>,
      (comm: Communicator) => Promise<void>,
      string,
      string,
    ]
  >([
    [
      'op',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(f32(), undefined, { op: 'max' }),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(f32, max, recursive-doubling)',
    ],
    [
      'type',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(new Int32Array(64)),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(i32, sum, recursive-doubling)',
    ],
    [
      'count',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(new Float32Array(65)),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(f32, sum, count≠64, recursive-doubling)',
    ],
    [
      'collective',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allToAll(f32(), f32()),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_to_all(f32, bruck)',
    ],
    [
      'algorithm',
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring' }),
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'one-shot' }),
      'all_reduce(f32, sum, count=64, ring)',
      'all_reduce(f32, sum, one-shot)',
    ],
    [
      'barrier',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.barrier(),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'barrier()',
    ],
    [
      'message',
      (comm) => comm.receive(f32(), 1),
      (comm) => comm.allReduce(f32()),
      'receive(f32, count=64)',
      'all_reduce(f32, sum, recursive-doubling)',
    ],
  ])('another %s is named', async (_, one, other, here, there) => {
    const [problem] = await differing(one, other)
    expect(problem).toMatchObject({ kind: 'mismatch', rank: 0, peer: 1, here, there })
  })

  test('a message where nobody listens is found when the time is up', async () => {
    // Rank 0 sends along the ring to rank 1; there all wait for rank 2, which has not come.
    const [, problem] = await differing(
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring', timeoutSeconds: 2 }),
      (comm) => comm.broadcast(f32(), undefined, { root: 2, algorithm: 'linear' }),
      async () => {},
    )
    expect(problem).toMatchObject({ kind: 'mismatch', peer: 0, there: 'all_reduce(f32, sum, ring)' })
  })

  test('time is up: peer, direction and step', async () => {
    const [problem] = await differing(
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring' }),
      async () => {},
    )
    expect(problem).toEqual({
      kind: 'timeout',
      rank: 0,
      seconds: 0.3,
      place: { sequence: 0, operation: 'all_reduce', algorithm: 'ring', step: 1, steps: 3 },
      waiting: [{ peer: 1, direction: 'receive', channel: 0 }],
    })
  })

  test('only those who are missing are named', async () => {
    const oneShot = (comm: Communicator) => comm.allReduce(f32(), undefined, { algorithm: 'one-shot' })
    for (const problem of (await differing(oneShot, oneShot, async () => {})).slice(0, 2))
      expect(problem).toMatchObject({ waiting: [{ peer: 2, direction: 'receive' }] })
  })

  test('nobody takes what is sent: the peer is named too', async () => {
    const [problem] = await differing(
      (comm) => comm.send(new Float32Array(10_000), 1),
      async () => {},
    )
    expect(problem).toMatchObject({ kind: 'timeout', waiting: [{ peer: 1, direction: 'send' }] })
  })

  test('a lost peer is named at once, after what it sent was taken', async () => {
    const { comms, drop } = start(3)
    const [first, second, third] = comms as [Communicator, Communicator, Communicator]
    const data = Int32Array.of(0)
    await second.send(Int32Array.of(5), 0)
    drop(1)
    await first.receive(data, 1)
    expect(data[0]).toBe(5)
    const problems = await Promise.all(
      [first, third].map((comm) => problemOf(comm.allReduce(f32(), undefined, { algorithm: 'one-shot' }))),
    )
    for (const problem of problems)
      expect(problem).toMatchObject({ kind: 'peer-lost', peer: 1, place: { operation: 'all_reduce' } })
  })

  test('a loss that concerns others is told as well, if nothing moves', async () => {
    const { comms, drop } = start(4)
    drop(3)
    // Down a chain from 0: rank 2 waits for rank 1, which has not come, not for the one that was lost.
    const problem = await problemOf(
      (comms[2] as Communicator).broadcast(f32(), undefined, { algorithm: 'chain' }),
    )
    expect(problem).toMatchObject({ kind: 'peer-lost', rank: 2, peer: 3 })
  })

  test('after a failure, and after close, no call goes on', async () => {
    const { comms } = start(2, {}, 0.1)
    const [first, second] = comms as [Communicator, Communicator]
    const failing = first.allReduce(f32())
    const following = first.barrier()
    expect(await problemOf(failing)).toMatchObject({ kind: 'timeout' })
    expect(await problemOf(following)).toEqual({ kind: 'closed', rank: 0, failed: true })
    expect(await problemOf(first.barrier())).toEqual({ kind: 'closed', rank: 0, failed: true })

    const [other] = start(2).comms as [Communicator]
    const waiting = problemOf(other.barrier())
    await other.close()
    expect(await waiting).toEqual({ kind: 'closed', rank: 0 })
    await other.close()
    expect(await problemOf(other.allReduce(f32()))).toEqual({ kind: 'closed', rank: 0 })
    await second.close()
  })
})
