/** What needs no threads of its own: how the shared memory is divided, connections, and words on who is gone. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemory } from '../../memory/heap.ts'
import { findInbox, makeOutbox } from './connections.ts'
import { layControl, openControl } from './control.ts'
import { depart, departureReasonOf, livenessOf } from './liveness.ts'
import { arenaOf, createSharedMemory, layoutOf } from './memory.ts'
import { connectThreads } from './threads.ts'

test('no two ranks write one pair of cache lines of the control block', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3000 }), (ranks, published) => {
      const { start, end, ...rest } = layControl(65_536, ranks, published)
      const owners = new Map<number, number>()
      const own = (rank: number, word: number, bytes = 4): void => {
        expect(word * 4 + bytes).toBeLessThanOrEqual(end - start)
        for (let line = Math.floor(word / 32); line * 128 < word * 4 + bytes; line++) {
          expect(owners.get(line) ?? rank).toBe(rank)
          owners.set(line, rank)
        }
      }
      for (let rank = 0; rank < ranks; rank++) {
        own(rank, rest.bell(rank))
        own(rank, rest.finished(rank))
        own(rank, rest.liveness(rank), 512)
        for (const parity of [0, 1]) own(rank, rest.announcement(rank, parity), 32 + published)
        for (let to = 0; to < ranks; to++) own(rank, rest.connections(rank, to))
      }
      own(-1, rest.sleepers)
      own(-1, rest.departures)
    }),
    { numRuns: 50 },
  )
})

test('arenas follow each other behind the control block', () => {
  const memory = createSharedMemory(3, 2 ** 20)
  const arenas = [0, 1, 2].map((rank) => arenaOf(memory, rank, 3))
  let end = layoutOf(3).end
  for (const arena of arenas) {
    expect(arena.start).toBe(end)
    expect(arena.end - arena.start).toBeGreaterThan(2 ** 20)
    end = arena.end
  }
  expect(end).toBeLessThanOrEqual(memory.buffer.byteLength)
  expect(() => createSharedMemory(4, 2 ** 30)).toThrow('memoryBytes')
  expect(() => createSharedMemory(4, Number.NaN)).toThrow('memoryBytes')
})

test('a connection holds as many messages as it has slots, in order, over any number of turns', () => {
  const memory = createMemory(2 ** 20)
  const words = new Int32Array(memory.buffer, 0, 1)
  const newest = { words, index: 0 }
  const slots = { slots: 3, slotBytes: 64 }
  expect(findInbox(memory, 5, newest, slots)).toBeUndefined()
  const other = makeOutbox(memory, 65_536, 4, newest, slots)
  const outbox = makeOutbox(memory, 131_072, 5, newest, slots)
  const inbox = findInbox(memory, 5, newest, slots)
  expect(findInbox(memory, 4, newest, slots)?.arrived()).toBe(0)
  expect(other.slotFor()).not.toBe(outbox.slotFor())
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 30 }), (bursts) => {
      for (const burst of bursts) {
        const places = Array.from({ length: burst }, (_, at) => {
          const slot = outbox.slotFor()
          outbox.post(at, 0xf000_0000 + at)
          return slot
        })
        expect(outbox.slotFor() === 0).toBe(burst === 3)
        for (const [at, slot] of places.entries()) {
          expect([inbox?.arrived(), inbox?.arrivedBytes(), inbox?.arrivedSignature()]).toEqual([
            slot,
            at,
            0xf000_0000 + at,
          ])
          inbox?.release()
        }
        expect(inbox?.arrived()).toBe(0)
      }
    }),
  )
})

test('the first word on why a rank is gone stands, however long', async () => {
  const memory = createSharedMemory(2, 2 ** 20)
  const control = openControl(memory, layoutOf(2))
  const here = await connectThreads({ rank: 0, ranks: 2, memory, cores: 2 })
  expect([livenessOf(control, 1), here.lost()]).toEqual(['here', undefined])
  depart(control, 2, 1, 'lost', `自${'x'.repeat(2000)}`)
  depart(control, 2, 1, 'closed', 'later')
  expect(livenessOf(control, 1)).toBe('lost')
  expect(departureReasonOf(control, 1)).toMatch(/^自x{400,510}$/)
  expect(here.lost()).toMatchObject({ kind: 'peer-lost', rank: 0, peer: 1 })
  await here.close()
  expect(livenessOf(control, 0)).toBe('closed')
})

test('direct gives up on a rank that does not come, and again on one that has given up', async () => {
  const memory = createSharedMemory(2, 2 ** 20)
  const [one, two] = await Promise.all(
    [0, 1].map((rank) => connectThreads({ rank, ranks: 2, memory, cores: 2 })),
  )
  const call = { collective: 'broadcast', root: 0, type: 'f32', op: 'sum', count: 4 } as const
  const begin = (transport: typeof one) => {
    const address = transport?.heap.allocate(16) ?? 0
    return transport?.native[0]?.run({ ...call, input: address, output: address }, 7, 0.02)
  }
  await expect(begin(one)).rejects.toMatchObject({
    problem: { kind: 'timeout', rank: 0, place: { sequence: 7, step: 0 }, waiting: [{ peer: 1 }] },
  })
  await expect(begin(two)).rejects.toMatchObject({ problem: { kind: 'peer-lost', rank: 1, peer: 0 } })
})

test('roots that differ are a mismatch only where there is a root', async () => {
  const memory = createSharedMemory(2, 2 ** 20)
  const both = await Promise.all([0, 1].map((rank) => connectThreads({ rank, ranks: 2, memory, cores: 2 })))
  const runs = (collective: 'all_reduce' | 'broadcast', sequence: number) =>
    Promise.allSettled(
      both.map((transport, root) => {
        const [input, output] = [transport.heap.allocate(16), transport.heap.allocate(16)]
        const call = { collective, root, type: 'f32', op: 'sum', count: 4, input, output } as const
        return transport.native[0]?.run(call, sequence, performance.now() + 5000)
      }),
    )
  expect((await runs('all_reduce', 0)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await runs('broadcast', 1)).map(({ status }) => status)).toContain('rejected')
})
