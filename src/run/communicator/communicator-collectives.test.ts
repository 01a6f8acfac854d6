/** Every collective gives what it promises, in place and out of it, through the heap and outside. */
import { describe, expect, test } from 'vitest'
import { run } from './communicators.fixtures.ts'

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
      const broadcast = Int32Array.of(rank, rank)
      await comm.broadcast(broadcast, undefined, { root: 1 })
      const least = Int32Array.of(5 - rank)
      await comm.reduce(Int32Array.of(5 - rank), least, { root: 2, op: 'min' })
      const gathered = new Int32Array(6)
      await comm.gather(Int32Array.of(rank, 10 * rank), rank === 1 ? gathered : undefined, { root: 1 })
      const scattered = new Int32Array(1)
      await comm.scatter(rank === 2 ? Int32Array.of(7, 8, 9) : undefined, scattered, { root: 2 })
      const exchanged = new Int32Array(3)
      await comm.allToAll(Int32Array.of(10 * rank, 10 * rank + 1, 10 * rank + 2), exchanged)
      return {
        broadcast: [...broadcast],
        least: [...least],
        gathered: [...gathered],
        scattered: [...scattered],
        exchanged: [...exchanged],
      }
    })
    expect(results.map((result) => result.broadcast)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect(results.map((result) => result.least)).toEqual([[5], [4], [3]])
    expect(results[1]?.gathered).toEqual([0, 0, 1, 10, 2, 20])
    expect(results[0]?.gathered).toEqual([0, 0, 0, 0, 0, 0])
    expect(results.map((result) => result.scattered)).toEqual([[7], [8], [9]])
    expect(results.map((result) => result.exchanged)).toEqual([
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
        sums.push(data.findIndex((value, at) => value !== 4 * at + 6))
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
