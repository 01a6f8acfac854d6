/** What a link receives: bytes of frames, decoded as they come; whole messages go to arrivals.ts. */
import type { Address } from '../../../memory/heap.ts'
import { messageArrived } from './arrivals.ts'
import { FRAME_GOODBYE, FRAME_MESSAGE, FRAME_WAKE, HEADER_BYTES, type Header, readHeader } from './frame.ts'
import { channelOf, type Link, STAGING_BYTES } from './link.ts'

/** Where the next bytes of the socket belong, and how many at most. Stays the same until `bytesArrived`. */
export const readTarget = (link: Link): Address =>
  link.partSlot === 0 ? link.stagedEnd : link.partSlot + link.partFilled

export const readTargetBytes = (link: Link): number =>
  link.partSlot === 0 ? link.staging + STAGING_BYTES - link.stagedEnd : link.partBytes - link.partFilled

/** `count` bytes were read to `readTarget`. False when they are no frames of ours: the connection is of no use any more. */
export function bytesArrived(link: Link, count: number): boolean {
  if (link.partSlot === 0) {
    link.stagedEnd += count
    return decodeFrames(link)
  }
  link.partFilled += count
  if (link.partFilled < link.partBytes) return true
  const slot = link.partSlot
  link.partSlot = 0
  return messageArrived(link, link.partChannel, slot, link.partBytes, link.partSignature)
}

function decodeFrames(link: Link): boolean {
  const { header, view, slotBytes } = link.endpoint
  while (link.partSlot === 0 && link.stagedEnd - link.staged >= HEADER_BYTES) {
    if (!readHeader(view, link.staged, slotBytes, header)) return false
    link.staged += HEADER_BYTES
    if (!frameArrived(link, header)) return false
  }
  makeRoom(link)
  return true
}

/** False when the header is impossible. */
function frameArrived(link: Link, header: Header): boolean {
  const { endpoint } = link
  const channel = channelOf(link, header.channel)
  if (header.credits > 0) {
    channel.credits += header.credits
    if (channel.credits > endpoint.window) return false
    endpoint.changes++
  }
  if (header.kind === FRAME_GOODBYE) link.state = 'departed'
  if (header.kind === FRAME_GOODBYE || header.kind === FRAME_WAKE) endpoint.changes++
  return header.kind !== FRAME_MESSAGE || payloadArrived(link, header)
}

/** What has come of a message's payload; the rest of it is read into the slot. */
function payloadArrived(link: Link, { channel, bytes, signature }: Header): boolean {
  const { pool, bytes: memory } = link.endpoint
  const slot = pool.take()
  const here = Math.min(bytes, link.stagedEnd - link.staged)
  memory.copyWithin(slot, link.staged, link.staged + here)
  link.staged += here
  if (here === bytes) return messageArrived(link, channel, slot, bytes, signature)
  link.partSlot = slot
  link.partFilled = here
  link.partBytes = bytes
  link.partSignature = signature
  link.partChannel = channel
  return true
}

/** Moves what is not decoded yet to the beginning. */
function makeRoom(link: Link): void {
  const { staging, staged, stagedEnd } = link
  if (staged > staging && staged < stagedEnd) link.endpoint.bytes.copyWithin(staging, staged, stagedEnd)
  link.stagedEnd = staging + (stagedEnd - staged)
  link.staged = staging
}
