/** What a link sends: messages in slots that the peer has given credit for, credits, signals. */
import type { Address } from '../../../memory/heap.ts'
import {
  FRAME_CREDIT,
  FRAME_GOODBYE,
  FRAME_MESSAGE,
  FRAME_WAKE,
  type FrameKind,
  HEADER_BYTES,
  writeHeader,
} from './frame.ts'
import { type Channel, channelOf, type Link, type Outgoing } from './link.ts'
import { headerOf } from './slot-pool.ts'

/** 0 while there is no credit. */
export function slotToWrite(link: Link, channel: number): Address {
  const state = channelOf(link, channel)
  if (state.writing === 0 && state.credits > 0) state.writing = link.endpoint.pool.take()
  if (state.writing === 0) link.awaited = true
  return state.writing
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
  const state = channelOf(link, channel)
  const slot = state.writing
  if (slot === 0) throw new Error('post without a slot')
  state.writing = 0
  state.credits--
  writeHeader(link.endpoint.view, headerOf(slot), FRAME_MESSAGE, channel, bytes, signature, state.owed)
  state.owed = 0
  return slot
}

/** Sends the peer credits for the releases since the last ones. */
export function postCredits(link: Link, channel: number, owing: Channel): void {
  postSignal(link, FRAME_CREDIT, channel, owing.owed)
  owing.owed = 0
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

/** The outgoing frame was sent, or never will be. */
export function frameLeft(link: Link, frame: Outgoing): void {
  link.endpoint.pool.give(frame.slot)
}
