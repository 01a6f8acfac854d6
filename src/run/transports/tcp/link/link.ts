/**
 * One peer as the framing sees it: what is on its way to it, what has come from it. A link knows no socket; a pump
 * (socket-pump.ts) fills `readTarget` with bytes and sends what stands in the outbox.
 */
import type { Rank } from '../../../../core/collectives/conditions.ts'
import type { Address, Heap } from '../../../memory/heap.ts'
import {
  FRAME_CREDIT,
  FRAME_GOODBYE,
  FRAME_MESSAGE,
  FRAME_WAKE,
  type FrameKind,
  HEADER_BYTES,
  type Header,
  readHeader,
  writeHeader,
} from './frame.ts'
import { createSlotPool, headerOf, type SlotPool } from './slot-pool.ts'

/** Bytes whose meaning is not known yet are read into this many; many small frames come with one read. */
const STAGING_BYTES = 16_384

/** What all links of a rank share. */
export interface Endpoint {
  readonly heap: Heap
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly pool: SlotPool
  readonly slotBytes: number
  /** Messages of a connection that a sender may have under way before it hears of a release. */
  readonly window: number
  /** A receiver tells its releases when it has so many. */
  readonly batch: number
  readonly header: Header
  /** Counts whatever may let the executor go on: a message came, credit came, a peer went. */
  changes: number
}

export function createEndpoint(heap: Heap, slotBytes: number, slots: number): Endpoint {
  // Releases that were not told yet must not count against the `slots` that a sender may rely on.
  const batch = Math.ceil(slots / 2)
  return {
    heap,
    bytes: new Uint8Array(heap.memory.buffer),
    view: new DataView(heap.memory.buffer),
    pool: createSlotPool(heap, slotBytes),
    slotBytes,
    window: slots + batch - 1,
    batch,
    header: { kind: FRAME_MESSAGE, channel: 0, bytes: 0, signature: 0, credits: 0 },
    changes: 0,
  }
}

/** Both directions of one channel between two ranks. */
interface Channel {
  /** The slot that `slotFor` gave and that is not posted; 0 is none. */
  writing: Address
  credits: number
  /** Releases that the peer has not heard of. */
  owed: number
  /** A ring of messages that have come whole, as long as the window. */
  readonly slots: Float64Array
  readonly lengths: Float64Array
  readonly signatures: Float64Array
  first: number
  count: number
}

/** `bytes` at `start` that shall be sent; the slot goes back to the pool then. */
export interface Outgoing {
  start: Address
  end: Address
  readonly slot: Address
}

export interface Link {
  readonly peer: Rank
  readonly endpoint: Endpoint
  readonly channels: (Channel | undefined)[]
  readonly outbox: Outgoing[]
  readonly staging: Address
  /** Bytes from staged up to stagedEnd were read and not yet understood. */
  staged: Address
  stagedEnd: Address
  /** The message whose payload is being read; slot 0 is none. */
  partSlot: Address
  partFilled: number
  partBytes: number
  partSignature: number
  partChannel: number
  /** departed: it said goodbye. lost: it went without. */
  state: 'open' | 'departed' | 'lost'
  reason?: string
  /** Something was asked of the peer, since the last poll, that was not there. */
  awaited: boolean
  /** Something was asked of it after it had said goodbye and all it had sent was taken. */
  missed: boolean
}

export function createLink(peer: Rank, endpoint: Endpoint): Link {
  const staging = endpoint.heap.allocate(STAGING_BYTES)
  return {
    peer,
    endpoint,
    channels: [],
    outbox: [],
    staging,
    staged: staging,
    stagedEnd: staging,
    partSlot: 0,
    partFilled: 0,
    partBytes: 0,
    partSignature: 0,
    partChannel: 0,
    state: 'open',
    awaited: false,
    missed: false,
  }
}

function channelOf(link: Link, channel: number): Channel {
  const known = link.channels[channel]
  if (known) return known
  const { window } = link.endpoint
  const made: Channel = {
    writing: 0,
    credits: window,
    owed: 0,
    slots: new Float64Array(window),
    lengths: new Float64Array(window),
    signatures: new Float64Array(window),
    first: 0,
    count: 0,
  }
  link.channels[channel] = made
  return made
}

// Sending

/** 0 while there is no credit. */
export function slotToWrite(link: Link, channel: number): Address {
  const its = channelOf(link, channel)
  if (its.writing === 0 && its.credits > 0) its.writing = link.endpoint.pool.take()
  if (its.writing === 0) link.awaited = true
  return its.writing
}

/** Puts the message that was written into the slot into the outbox. */
export function postMessage(link: Link, channel: number, bytes: number, signature: number): void {
  const slot = beginMessage(link, channel, bytes, signature)
  link.outbox.push({ start: headerOf(slot), end: slot + bytes, slot })
}

/**
 * The same for a payload that stands at `source`. `send` is given header, payload and length, and says how many bytes of both have
 * left; what has not is copied into the slot.
 */
export function postMessageFrom(
  link: Link,
  channel: number,
  source: Address,
  bytes: number,
  signature: number,
  send: (link: Link, header: Address, source: Address, bytes: number) => number,
): void {
  const { endpoint, outbox } = link
  const slot = beginMessage(link, channel, bytes, signature)
  const header = headerOf(slot)
  const left = outbox.length === 0 ? send(link, header, source, bytes) : 0
  if (left === HEADER_BYTES + bytes) {
    endpoint.pool.give(slot)
    return
  }
  const from = Math.max(0, left - HEADER_BYTES)
  endpoint.bytes.copyWithin(slot + from, source + from, source + bytes)
  outbox.push({ start: header + left, end: slot + bytes, slot })
}

/** Takes the slot that `slotToWrite` gave, and writes the header before it. */
function beginMessage(link: Link, channel: number, bytes: number, signature: number): Address {
  const its = channelOf(link, channel)
  const slot = its.writing
  if (slot === 0) throw new Error('post without a slot')
  its.writing = 0
  its.credits--
  writeHeader(link.endpoint.view, headerOf(slot), FRAME_MESSAGE, channel, bytes, signature, its.owed)
  its.owed = 0
  return slot
}

export const postWake = (link: Link): void => postSignal(link, FRAME_WAKE, 0, 0)

export const postGoodbye = (link: Link): void => postSignal(link, FRAME_GOODBYE, 0, 0)

/** A frame without payload. */
function postSignal(link: Link, kind: FrameKind, channel: number, credits: number): void {
  const slot = link.endpoint.pool.take()
  const start = headerOf(slot)
  writeHeader(link.endpoint.view, start, kind, channel, 0, 0, credits)
  link.outbox.push({ start, end: slot, slot })
}

/** The outgoing frame has left, or never will. */
export function frameLeft(link: Link, frame: Outgoing): void {
  link.endpoint.pool.give(frame.slot)
}

// Receiving

/** Where the next bytes of the socket belong, and how many at most. Stays the same until `bytesCame`. */
export const readTarget = (link: Link): Address =>
  link.partSlot === 0 ? link.stagedEnd : link.partSlot + link.partFilled

export const readTargetBytes = (link: Link): number =>
  link.partSlot === 0 ? link.staging + STAGING_BYTES - link.stagedEnd : link.partBytes - link.partFilled

/** `count` bytes were read to `readTarget`. False when they are no frames of ours: the connection is of no use any more. */
export function bytesCame(link: Link, count: number): boolean {
  if (link.partSlot === 0) {
    link.stagedEnd += count
    return understand(link)
  }
  link.partFilled += count
  if (link.partFilled < link.partBytes) return true
  const slot = link.partSlot
  link.partSlot = 0
  return messageCame(link, link.partChannel, slot, link.partBytes, link.partSignature)
}

function understand(link: Link): boolean {
  const { endpoint } = link
  const { header } = endpoint
  while (link.stagedEnd - link.staged >= HEADER_BYTES) {
    if (!readHeader(endpoint.view, link.staged, endpoint.slotBytes, header)) return false
    link.staged += HEADER_BYTES
    const channel = channelOf(link, header.channel)
    if (header.credits > 0) {
      channel.credits += header.credits
      if (channel.credits > endpoint.window) return false
      endpoint.changes++
    }
    if (header.kind === FRAME_GOODBYE) {
      link.state = 'departed'
      endpoint.changes++
    } else if (header.kind === FRAME_WAKE) {
      endpoint.changes++
    } else if (header.kind === FRAME_MESSAGE) {
      const slot = endpoint.pool.take()
      const here = Math.min(header.bytes, link.stagedEnd - link.staged)
      endpoint.bytes.copyWithin(slot, link.staged, link.staged + here)
      link.staged += here
      if (here < header.bytes) {
        link.partSlot = slot
        link.partFilled = here
        link.partBytes = header.bytes
        link.partSignature = header.signature
        link.partChannel = header.channel
        break
      }
      if (!messageCame(link, header.channel, slot, header.bytes, header.signature)) return false
    }
  }
  if (link.staged === link.stagedEnd) {
    link.staged = link.staging
    link.stagedEnd = link.staging
  } else if (link.staged > link.staging) {
    endpoint.bytes.copyWithin(link.staging, link.staged, link.stagedEnd)
    link.stagedEnd = link.staging + (link.stagedEnd - link.staged)
    link.staged = link.staging
  }
  return true
}

function messageCame(link: Link, channel: number, slot: Address, bytes: number, signature: number): boolean {
  const its = channelOf(link, channel)
  const { window } = link.endpoint
  if (its.count + its.owed === window) return false
  const at = (its.first + its.count) % window
  its.slots[at] = slot
  its.lengths[at] = bytes
  its.signatures[at] = signature
  its.count++
  link.endpoint.changes++
  return true
}

/** The oldest message that is not released; 0 is none. */
export function firstSlot(link: Link, channel: number): Address {
  const its = channelOf(link, channel)
  if (its.count > 0) return its.slots[its.first] ?? 0
  link.awaited = true
  return 0
}

export const firstBytes = (link: Link, channel: number): number => {
  const its = channelOf(link, channel)
  return its.lengths[its.first] ?? 0
}

export const firstSignature = (link: Link, channel: number): number => {
  const its = channelOf(link, channel)
  return its.signatures[its.first] ?? 0
}

/** Gives the slot of the oldest message back; true when a frame with credits stands in the outbox now. */
export function releaseFirst(link: Link, channel: number): boolean {
  const its = channelOf(link, channel)
  if (its.count === 0) throw new Error('release without a message')
  const { endpoint } = link
  endpoint.pool.give(its.slots[its.first] ?? 0)
  its.first = (its.first + 1) % endpoint.window
  its.count--
  its.owed++
  if (its.owed < endpoint.batch || link.state !== 'open') return false
  postSignal(link, FRAME_CREDIT, channel, its.owed)
  its.owed = 0
  return true
}
