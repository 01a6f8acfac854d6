/**
 * Messages from one rank to another on one channel: a ring of slots in the memory of the sender, made when it first sends.
 * One rank writes and one reads, so two counters do: messages posted, messages released. Both wrap around after 2^32.
 */
import type { Address } from '../../memory/heap.ts'

/** A connection in memory, in words: counters that different ranks write stand apart. */
const POSTED = 0
const CHANNEL = 1
/** The connection between these ranks that was newest when this one was made; 0 for none. */
const OLDER = 2
const RELEASED = 32
/** Bytes and signature of the message in each slot. */
const LABELS = 64

const WORD = 4
const ALIGNMENT = 128

export interface Slots {
  readonly slots: number
  readonly slotBytes: number
}

/** A word of the control block: the address of the newest connection between two ranks. */
export interface Newest {
  readonly words: Int32Array
  readonly index: number
}

export interface Outbox {
  slotFor(): Address
  post(bytes: number, signature: number): void
}

export interface Inbox {
  arrived(): Address
  arrivedBytes(): number
  arrivedSignature(): number
  release(): void
}

export const connectionBytes = ({ slots, slotBytes }: Slots): number =>
  ALIGNMENT + labelledBytes(slots) + slots * slotBytes

const labelledBytes = (slots: number): number => alignUp((LABELS + slots * 2) * WORD)
const alignUp = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** Makes a connection in `connectionBytes` of memory at `allocated`, and lets the receiver find it. */
export function makeOutbox(
  memory: WebAssembly.Memory,
  allocated: Address,
  channel: number,
  newest: Newest,
  { slots, slotBytes }: Slots,
): Outbox {
  const address = alignUp(allocated)
  const firstSlot = address + labelledBytes(slots)
  const words = new Int32Array(memory.buffer, address, LABELS + slots * 2).fill(0)
  words[CHANNEL] = channel
  words[OLDER] = Atomics.load(newest.words, newest.index)
  // Addresses go up to 4 GiB; a word holds them as a signed number.
  Atomics.store(newest.words, newest.index, address | 0)

  let posted = 0
  let slot = 0
  let free = slots
  return {
    slotFor() {
      if (free === 0) free = slots - ((posted - Atomics.load(words, RELEASED)) | 0)
      return free === 0 ? 0 : firstSlot + slot * slotBytes
    },
    post(bytes, signature) {
      words[LABELS + slot * 2] = bytes
      words[LABELS + slot * 2 + 1] = signature
      slot = slot + 1 === slots ? 0 : slot + 1
      free--
      posted = (posted + 1) | 0
      Atomics.store(words, POSTED, posted)
    },
  }
}

/** The connection on `channel`; undefined while the sender has not made it. */
export function findInbox(
  memory: WebAssembly.Memory,
  channel: number,
  newest: Newest,
  slots: Slots,
): Inbox | undefined {
  let address = Atomics.load(newest.words, newest.index) >>> 0
  while (address !== 0) {
    const words = new Int32Array(memory.buffer, address, LABELS + slots.slots * 2)
    if (words[CHANNEL] === channel) return openInbox(words, address, slots)
    address = Atomics.load(words, OLDER) >>> 0
  }
  return undefined
}

function openInbox(words: Int32Array, address: Address, { slots, slotBytes }: Slots): Inbox {
  const firstSlot = address + labelledBytes(slots)
  let released = 0
  let slot = 0
  return {
    arrived: () => (Atomics.load(words, POSTED) === released ? 0 : firstSlot + slot * slotBytes),
    arrivedBytes: () => Atomics.load(words, LABELS + slot * 2),
    arrivedSignature: () => Atomics.load(words, LABELS + slot * 2 + 1) >>> 0,
    release() {
      slot = slot + 1 === slots ? 0 : slot + 1
      released = (released + 1) | 0
      Atomics.store(words, RELEASED, released)
    },
  }
}
