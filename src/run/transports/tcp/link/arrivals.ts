/** Messages of a link that have arrived whole and wait to be taken: a ring for each channel, as long as the window. */
import type { Address } from '../../../memory/heap.ts'
import { channelOf, type Link } from './link.ts'
import { postCredits } from './send.ts'

/** False when the peer had no credit for it. */
export function messageArrived(
  link: Link,
  channel: number,
  slot: Address,
  bytes: number,
  signature: number,
): boolean {
  const ring = channelOf(link, channel)
  const { window } = link.endpoint
  if (ring.count + ring.owed === window) return false
  const at = (ring.first + ring.count) % window
  ring.slots[at] = slot
  ring.lengths[at] = bytes
  ring.signatures[at] = signature
  ring.count++
  link.endpoint.changes++
  return true
}

/** The oldest message that is not released; 0 is none. */
export function firstSlot(link: Link, channel: number): Address {
  const ring = channelOf(link, channel)
  if (ring.count > 0) return ring.slots[ring.first] ?? 0
  link.awaited = true
  return 0
}

export function firstBytes(link: Link, channel: number): number {
  const ring = channelOf(link, channel)
  return ring.lengths[ring.first] ?? 0
}

export function firstSignature(link: Link, channel: number): number {
  const ring = channelOf(link, channel)
  return ring.signatures[ring.first] ?? 0
}

/** Gives the slot of the oldest message back; true when a frame with credits was put into the outbox. */
export function releaseFirst(link: Link, channel: number): boolean {
  const ring = channelOf(link, channel)
  if (ring.count === 0) throw new Error('release without a message')
  const { endpoint } = link
  endpoint.pool.give(ring.slots[ring.first] ?? 0)
  ring.first = (ring.first + 1) % endpoint.window
  ring.count--
  ring.owed++
  if (ring.owed < endpoint.batch || link.state !== 'open') return false
  postCredits(link, channel, ring)
  return true
}
