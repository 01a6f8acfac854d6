/** What transport.ts promises, between ranks of this host, here all in one process: by system calls, by the event loop, by memory. */
import { afterEach, describe, expect, test } from 'vitest'
import { complaints, runTransportCase, transportCases } from '../../../../test/kits/transport-conformance.ts'
import { RunError } from '../../run-error.ts'
import type { Transport } from '../transport.ts'
import { connectTcp, type TcpOptions } from './connect-tcp.ts'

const open: Transport[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close(true)))
})

let jobs = 0
async function world(ranks: number, options: Partial<TcpOptions> = {}): Promise<readonly Transport[]> {
  const job = `conformance-${process.pid}-${jobs++}`
  const transports = await Promise.all(
    Array.from({ length: ranks }, (_, rank) =>
      connectTcp({
        rank,
        ranks,
        job,
        slotBytes: 4096,
        slots: 2,
        memoryBytes: 2 ** 24,
        timeoutSeconds: 20,
        ...options,
      }),
    ),
  )
  open.push(...transports)
  return transports
}

/** Runs one rank's part until it is done; `step` does what it can and says whether all is done. */
async function drive(transport: Transport, step: () => boolean, seconds = 20): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!step()) {
    transport.poll()
    if (step()) return
    if (performance.now() >= deadline) throw new Error(`rank ${transport.rank} stands still`)
    await transport.wait(Math.min(deadline, performance.now() + 1000))
  }
}

const bytesOf = (transport: Transport) => new Uint8Array(transport.heap.memory.buffer)
const byteAt = (from: number, channel: number, number: number, at: number) =>
  (from * 89 + channel * 57 + number * 13 + at * 3 + (at >> 8)) & 255
const lengthOf = (number: number) => [0, 1, 4096, 17, 4095, 1000][number % 6] ?? 0
const signatureOf = (from: number, channel: number, number: number) =>
  (0xf000_0000 + from * 65_536 + channel * 4096 + number) >>> 0

/** Sends the messages with these numbers to `to`, as slots become free. */
function sender(transport: Transport, to: number, channel: number, count: number): () => boolean {
  const bytes = bytesOf(transport)
  let number = 0
  return () => {
    while (number < count) {
      const slot = transport.slotFor(to, channel)
      if (slot === 0) return false
      const length = lengthOf(number)
      for (let at = 0; at < length; at++) bytes[slot + at] = byteAt(transport.rank, channel, number, at)
      transport.post(to, channel, length, signatureOf(transport.rank, channel, number))
      number++
    }
    return true
  }
}

/** Checks every byte of what comes from `from`. `most`: how many to take at one time. */
function receiver(
  transport: Transport,
  from: number,
  channel: number,
  count: number,
  most = count,
): () => boolean {
  const bytes = bytesOf(transport)
  let number = 0
  return () => {
    for (let turn = 0; turn < most && number < count; turn++) {
      const slot = transport.arrived(from, channel)
      if (slot === 0) return false
      expect(transport.arrivedSignature(from, channel)).toBe(signatureOf(from, channel, number))
      expect(transport.arrivedBytes(from, channel)).toBe(lengthOf(number))
      const length = transport.arrivedBytes(from, channel)
      for (let at = 0; at < length; at++) {
        if (bytes[slot + at] !== byteAt(from, channel, number, at))
          throw new Error(`message ${number}, byte ${at}`)
      }
      transport.release(from, channel)
      number++
    }
    return number === count
  }
}

const all = (steps: readonly (() => boolean)[]) => (): boolean => steps.map((step) => step()).every(Boolean)

const ways: Readonly<Record<string, Partial<TcpOptions>>> = {
  polling: {},
  'event-loop': { pump: 'event-loop' },
  'shared memory': { shared: true },
}

describe.each(Object.entries(ways))('%s', (way, options) => {
  test.each(transportCases)('$name', async ({ name, ranks }) => {
    const transports = await world(ranks, { ...options, memoryBytes: 2 ** 26 })
    const seen = await Promise.all(
      transports.map((transport) => {
        let died = (_: undefined): void => {}
        const dead = new Promise<undefined>((resolve) => {
          died = resolve
        })
        const die = async (): Promise<never> => {
          await transport.close(true)
          died(undefined)
          return new Promise(() => {})
        }
        return Promise.race([runTransportCase(name, transport, die), dead])
      }),
    )
    expect(
      complaints(
        name,
        seen.flatMap((one) => one ?? []),
      ),
    ).toEqual([])
  })

  test.each([2, 3, 5])('between each two of %i ranks, on three channels at once', async (ranks) => {
    const transports = await world(ranks, options)
    await Promise.all(
      transports.map((transport) => {
        const peers = transports.map((_, peer) => peer).filter((peer) => peer !== transport.rank)
        const steps = peers.flatMap((peer) =>
          [0, 1, 7].flatMap((channel) => [
            sender(transport, peer, channel, 60),
            // Some ranks are slow to take what comes.
            receiver(transport, peer, channel, 60, 1 + ((transport.rank + peer) % 3)),
          ]),
        )
        return drive(transport, all(steps))
      }),
    )
    expect(transports[0]?.sent().messages).toBe((ranks - 1) * 180)
    const payload = Array.from({ length: 60 }, (_, number) => lengthOf(number)).reduce((a, b) => a + b, 0)
    expect(transports[0]?.sent().bytes).toBe((ranks - 1) * 3 * payload)
  })

  test('`slots` messages of a connection can be under way, though another connection of the pair is never read', async () => {
    const [left, right] = (await world(2, { ...options, slots: 4 })) as [Transport, Transport]
    for (let turn = 0; turn < 4; turn++) {
      expect(left.slotFor(1, 5)).not.toBe(0)
      left.post(1, 5, 4096, turn)
    }
    await Promise.all([drive(left, sender(left, 1, 6, 100)), drive(right, receiver(right, 0, 6, 100))])
    expect(right.arrived(0, 5)).not.toBe(0)
    // Bounded: whoever does not release gets no more than twice that.
    let more = 0
    for (; left.slotFor(1, 5) !== 0; more++) left.post(1, 5, 8, 0)
    expect(more).toBeLessThan(4)
  })

  test('a stream of whole slots while both send', async () => {
    const [left, right] = (await world(2, {
      ...options,
      slotBytes: 131_072,
      slots: 8,
      memoryBytes: 2 ** 25,
    })) as [Transport, Transport]
    const stream = (transport: Transport, peer: number) => {
      const words = new Int32Array(transport.heap.memory.buffer)
      let sent = 0
      let came = 0
      return drive(transport, () => {
        for (let slot = sent < 400 ? transport.slotFor(peer, 0) : 0; slot !== 0; ) {
          for (let at = 0; at < 32_768; at += 61) words[slot / 4 + at] = sent * 100_003 + at + transport.rank
          transport.post(peer, 0, 131_072, sent++)
          slot = sent < 400 ? transport.slotFor(peer, 0) : 0
        }
        for (let slot = transport.arrived(peer, 0); slot !== 0; slot = transport.arrived(peer, 0)) {
          for (let at = 0; at < 32_768; at += 61)
            if (words[slot / 4 + at] !== came * 100_003 + at + peer)
              throw new Error(`message ${came}, word ${at}`)
          transport.release(peer, 0)
          came++
        }
        return sent === 400 && came === 400
      })
    }
    await Promise.all([stream(left, 1), stream(right, 0)])
  })

  test('wait returns at its deadline, and at once when something came since the last poll', async () => {
    const [left, right] = (await world(2, options)) as [Transport, Transport]
    left.poll()
    const start = performance.now()
    await left.wait(start + 80)
    expect(performance.now() - start).toBeGreaterThanOrEqual(79)
    expect(right.slotFor(0, 0)).not.toBe(0)
    right.post(0, 0, 4, 1)
    await drive(left, () => left.arrived(1, 0) !== 0)
  })

  // Through shared memory a rank that leaves in order is not told of, as between threads.
  if (way !== 'shared memory')
    test('a peer that leaves in order is not lost; what it sent can be taken; asking it for more says that it is gone', async () => {
      const [left, right] = (await world(2, options)) as [Transport, Transport]
      expect(left.slotFor(1, 0)).not.toBe(0)
      left.post(1, 0, 16, 7)
      const closing = left.close()
      await drive(right, () => right.arrived(0, 0) !== 0)
      expect(right.lost()).toBeUndefined()
      right.release(0, 0)
      await drive(right, () => right.arrived(0, 0) === 0 && right.lost() !== undefined)
      expect(right.lost()).toMatchObject({ kind: 'peer-lost', rank: 1, peer: 0 })
      await Promise.all([closing, right.close()])
    })

  test('a peer that fails is lost to all, and what it had sent can still be taken', async () => {
    const transports = await world(3, options)
    const [first, second, third] = transports as [Transport, Transport, Transport]
    expect(third.slotFor(0, 0)).not.toBe(0)
    third.post(0, 0, 16, 9)
    await third.close(true)
    for (const transport of [first, second]) {
      await drive(transport, () => transport.lost() !== undefined)
      expect(transport.lost()).toMatchObject({ kind: 'peer-lost', rank: transport.rank, peer: 2 })
    }
    expect(first.arrived(2, 0)).not.toBe(0)
    expect(first.arrivedSignature(2, 0)).toBe(9)
  })

  test('all leave at once, with messages still on their way', async () => {
    const transports = await world(4, options)
    for (const transport of transports)
      for (let peer = 0; peer < 4; peer++)
        if (peer !== transport.rank && transport.slotFor(peer, 0) !== 0) transport.post(peer, 0, 4096, 1)
    const start = performance.now()
    await Promise.all(transports.map((transport) => transport.close()))
    expect(performance.now() - start).toBeLessThan(5000)
    for (const transport of transports) expect(transport.heap.allocate(2 ** 23)).toBeGreaterThan(0)
  })

  test('a world of one', async () => {
    const [only] = (await world(1, options)) as [Transport]
    await only.wait(performance.now() + 5)
    expect(only.lost()).toBeUndefined()
  })
})

test('without the event loop: two messages by waitSync', async () => {
  const [left, right] = (await world(2)) as [Transport, Transport]
  expect(left.slotFor(1, 0)).not.toBe(0)
  left.post(1, 0, 4, 3)
  while (right.arrived(0, 0) === 0) {
    right.waitSync(performance.now() + 1000)
    right.poll()
  }
  expect(right.arrivedSignature(0, 0)).toBe(3)
  const start = performance.now()
  right.poll()
  right.waitSync(start + 30)
  expect(performance.now() - start).toBeGreaterThanOrEqual(29)
})

test('the event loop cannot wait synchronously, and says so', async () => {
  const [left] = (await world(2, { pump: 'event-loop' })) as [Transport, Transport]
  expect(() => left.waitSync(performance.now() + 1)).toThrow(RunError)
})
