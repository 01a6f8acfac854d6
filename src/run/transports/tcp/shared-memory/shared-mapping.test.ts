import { afterEach, expect, test } from 'vitest'
import type { Transport } from '../../transport.ts'
import { connectTcp } from '../connect-tcp.ts'

const open: Transport[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close(true)))
})

async function world(memoryBytes: readonly number[]): Promise<readonly Transport[]> {
  const job = `mapping-${process.pid}-${open.length}-${memoryBytes.join('-')}`
  const common = { ranks: memoryBytes.length, job, shared: true, slotBytes: 4096, timeoutSeconds: 20 }
  const transports = await Promise.all(
    memoryBytes.map((bytes, rank) => connectTcp({ ...common, rank, memoryBytes: bytes })),
  )
  open.push(...transports)
  return transports
}

const wordsOf = (transport: Transport) => new Int32Array(transport.heap.memory.buffer)

test.skipIf(process.platform !== 'linux')(
  'what one rank writes, another reads at the same address',
  async () => {
    const transports = await world([2 ** 20, 2 ** 20, 2 ** 20])
    const memories = new Set(transports.map(({ heap }) => heap.memory))
    expect(memories.size).toBe(3)
    for (const transport of transports) {
      const address = transport.heap.allocate(4)
      wordsOf(transport)[address / 4] = 1000 + transport.rank
      for (const other of transports) expect(wordsOf(other)[address / 4]).toBe(1000 + transport.rank)
    }
    // The kernels' own page is nobody else's.
    for (const transport of transports) wordsOf(transport)[100] = transport.rank
    expect(transports.map((transport) => wordsOf(transport)[100])).toEqual([0, 1, 2])
  },
)

test('a rank that cannot map it: all go over sockets instead', async () => {
  const transports = await world([2 ** 20, 2 ** 21])
  const [first, second] = transports as [Transport, Transport]
  expect([first.slotBytes, second.slotBytes]).toEqual([4096, 4096])
  const address = first.heap.allocate(4)
  wordsOf(first)[address / 4] = 77
  expect(wordsOf(second)[address / 4]).not.toBe(77)
})
