/** Calls follow each other, run beside each other, wait for all, and are made ready once. */
import { describe, expect, test } from 'vitest'
import { problemOf, run } from './communicators.fixtures.ts'

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
      return [got[0].every((value) => value === peer + 5), got[2][0]]
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
      const shared = {
        type: 'f32',
        op: 'sum',
        root: 0,
        count: 2,
        input: data.byteOffset,
        output: data.byteOffset,
      } as const
      const call = comm.prepare({ collective: 'all_reduce', ...shared })
      for (let turn = 0; turn < 3; turn++) await call.run()
      return [call.algorithm, ...data, comm.sent().messages > 0]
    })
    expect(results).toEqual(Array.from({ length: 2 }, () => ['recursive-doubling', 8, 16, true]))
  })
})
