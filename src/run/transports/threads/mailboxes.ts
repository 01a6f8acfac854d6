/** The connections of a rank with the others, by peer and channel: each is made, or looked for, when it is first needed. */
import type { Heap } from '../../memory/heap.ts'
import { connectionBytes, findInbox, type Inbox, makeOutbox, type Outbox, type Slots } from './connections.ts'
import type { Control } from './control.ts'

/** More than any algorithm uses. */
const CHANNELS = 4

export interface Mailboxes {
  outbox(to: number, channel: number): Outbox
  /** Undefined while the peer has not made it. */
  inbox(from: number, channel: number): Inbox | undefined
  /** Signature of a message that nobody has taken: ranks that called something else send where nobody waits. */
  unexpectedSignature(from: number): number | undefined
}

export interface MailboxOptions {
  readonly memory: WebAssembly.Memory
  /** Where slots are allocated. */
  readonly heap: Heap
  readonly control: Control
  readonly rank: number
  readonly ranks: number
  readonly slots: Slots
}

export function createMailboxes({ memory, heap, control, rank, ranks, slots }: MailboxOptions): Mailboxes {
  const outboxes: Outbox[][] = Array.from({ length: ranks }, () => [])
  const inboxes: Inbox[][] = Array.from({ length: ranks }, () => [])
  const newest = (from: number, to: number) => ({
    words: control.words,
    index: control.connections(from, to),
  })
  const outbox = (to: number, channel: number): Outbox => {
    const known = outboxes[to]?.[channel]
    if (known) return known
    const address = heap.allocate(connectionBytes(slots))
    const made = makeOutbox(memory, address, channel, newest(rank, to), slots)
    ;(outboxes[to] ?? [])[channel] = made
    return made
  }
  const inbox = (from: number, channel: number): Inbox | undefined => {
    const known = inboxes[from]?.[channel]
    if (known) return known
    const found = findInbox(memory, channel, newest(from, rank), slots)
    if (found) (inboxes[from] ?? [])[channel] = found
    return found
  }
  const unexpectedSignature = (from: number): number | undefined => {
    for (let channel = 0; channel < CHANNELS; channel++) {
      const box = inbox(from, channel)
      if (box && box.arrived() !== 0) return box.arrivedSignature()
    }
    return undefined
  }
  return { outbox, inbox, unexpectedSignature }
}
