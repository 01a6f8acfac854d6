import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHeap, createMemory, RESERVED_BYTES } from '../../../memory/heap.ts'
import { firstBytes, firstSignature, firstSlot, releaseFirst } from './arrivals.ts'
import { createEndpoint } from './endpoint.ts'
import { createLink, type Link } from './link.ts'
import { bytesArrived, readTarget, readTargetBytes } from './receive.ts'
import { frameLeft, postGoodbye, postMessage, slotToWrite } from './send.ts'

const SLOT_BYTES = 40_000

function newLink(slots = 2): Link {
  const memory = createMemory(2 ** 22)
  return createLink(1, createEndpoint(createHeap(memory, RESERVED_BYTES, 2 ** 22), SLOT_BYTES, slots))
}

/** Everything that stands in the outbox, as the other side will get it. */
function takeOut(link: Link): Uint8Array {
  const frames = link.outbox.splice(0)
  const parts = frames.map(({ start, end }) => link.endpoint.bytes.slice(start, end))
  for (const frame of frames) frameLeft(link, frame)
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Hands bytes over in pieces of at most these lengths, in turn, as a socket would. */
function bringIn(link: Link, bytes: Uint8Array, pieces: readonly number[] = [bytes.length]): boolean {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const most = Math.min(pieces[turn % pieces.length] ?? 1, readTargetBytes(link), bytes.length - at)
    link.endpoint.bytes.set(bytes.subarray(at, at + most), readTarget(link))
    if (!bytesArrived(link, most)) return false
    at += most
  }
  return true
}

function post(link: Link, channel: number, payload: Uint8Array, signature: number): boolean {
  const slot = slotToWrite(link, channel)
  if (slot === 0) return false
  link.endpoint.bytes.set(payload, slot)
  postMessage(link, channel, payload.length, signature)
  return true
}

const payloadOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 7) & 255)

test('messages arrive whole and in order on each channel, however the stream is cut', () => {
  const message = fc.record({
    channel: fc.constantFrom(0, 1, 9),
    length: fc.oneof(fc.constantFrom(0, 1, 15, 16, 17, SLOT_BYTES), fc.nat(SLOT_BYTES)),
    signature: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  })
  const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60_000 })), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), pieces, (messages, cuts) => {
      const sender = newLink()
      const receiver = newLink()
      let taken = 0
      const wanted = new Map<number, { payload: Uint8Array; signature: number }[]>()
      const drain = () => {
        expect(bringIn(receiver, takeOut(sender), cuts)).toBe(true)
        for (const [channel, list] of wanted) {
          for (let slot = firstSlot(receiver, channel); slot !== 0; slot = firstSlot(receiver, channel)) {
            const next = list.shift()
            expect(next?.signature).toBe(firstSignature(receiver, channel))
            const bytes = receiver.endpoint.bytes.slice(slot, slot + firstBytes(receiver, channel))
            expect(Buffer.compare(bytes, next?.payload ?? new Uint8Array())).toBe(0)
            releaseFirst(receiver, channel)
            taken++
          }
        }
        expect(bringIn(sender, takeOut(receiver), cuts)).toBe(true)
      }
      for (const [seed, { channel, length, signature }] of messages.entries()) {
        const payload = payloadOf(length, seed)
        if (!post(sender, channel, payload, signature)) {
          drain()
          expect(post(sender, channel, payload, signature)).toBe(true)
        }
        wanted.set(channel, [...(wanted.get(channel) ?? []), { payload, signature }])
      }
      drain()
      expect(taken).toBe(messages.length)
    }),
    { numRuns: 60 },
  )
})

describe('credit', () => {
  test('so many messages as there are slots can be under way, whatever was released untold, and memory is bounded', () => {
    for (const slots of [2, 3, 8]) {
      const sender = newLink(slots)
      const receiver = newLink(slots)
      const small = payloadOf(8, 1)
      for (let round = 0; round < 50; round++) {
        for (let turn = 0; turn < slots; turn++) expect(post(sender, 3, small, round)).toBe(true)
        expect(bringIn(receiver, takeOut(sender))).toBe(true)
        for (let turn = 0; turn < slots; turn++) releaseFirst(receiver, 3)
        expect(bringIn(sender, takeOut(receiver))).toBe(true)
      }
      let more = 0
      while (post(sender, 3, small, 0)) more++
      expect(more).toBeGreaterThanOrEqual(slots)
      expect(more).toBeLessThan(2 * slots)
    }
  })

  test('a message that goes the other way carries it: an exchange of small messages needs no frames for credit', () => {
    const [left, right] = [newLink(4), newLink(4)]
    for (let round = 0; round < 20; round++) {
      expect(post(left, 0, payloadOf(8, round), round)).toBe(true)
      expect(post(right, 0, payloadOf(8, round), round)).toBe(true)
      const [there, back] = [takeOut(left), takeOut(right)]
      expect(there).toHaveLength(24)
      expect(bringIn(right, there)).toBe(true)
      expect(bringIn(left, back)).toBe(true)
      releaseFirst(left, 0)
      releaseFirst(right, 0)
    }
  })

  test('asking again before post gives the same slot', () => {
    const link = newLink()
    expect(slotToWrite(link, 0)).toBe(slotToWrite(link, 0))
    expect(slotToWrite(link, 1)).not.toBe(slotToWrite(link, 0))
  })
})

test('a goodbye after the last message', () => {
  const [sender, receiver] = [newLink(), newLink()]
  post(sender, 0, payloadOf(5, 5), 5)
  postGoodbye(sender)
  expect(bringIn(receiver, takeOut(sender))).toBe(true)
  expect(receiver.state).toBe('departed')
  expect(firstBytes(receiver, 0)).toBe(5)
})

describe('what is no stream of frames is seen as such, and takes no memory', () => {
  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 4000 }), (bytes) => {
        const link = newLink()
        // 1 to 4 with a 0 after them could be the beginning of a frame.
        if ((bytes[0] ?? 0) <= 4 && bytes[1] === 0) return
        expect(bringIn(link, bytes)).toBe(false)
      }),
    )
  })

  test('a peer that sends more than it has credit for', () => {
    const receiver = newLink()
    const sent: boolean[] = []
    for (let turn = 0; turn < 10; turn++) {
      const fresh = newLink()
      post(fresh, 0, payloadOf(4, turn), turn)
      sent.push(bringIn(receiver, takeOut(fresh)))
    }
    expect(sent).toContain(false)
  })
})
