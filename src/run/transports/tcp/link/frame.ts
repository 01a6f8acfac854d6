/**
 * What goes over a socket between two ranks: frames of a fixed header and, of a message, its payload. Numbers are little-endian.
 *
 *   byte 0  u8   kind: 1 message, 2 credit, 3 goodbye, 4 wake
 *        1  u8   0
 *        2  u16  channel
 *        4  u32  bytes of payload that follow; 0 unless a message
 *        8  u32  signature of the message
 *       12  u32  credits: how many messages of this channel the sender of the frame has released since its last frame with credits
 *
 * A rank sends only what it has credit for, so that every frame that arrives has a slot waiting and a socket is never left
 * unread: what is slow on one channel cannot stop another.
 */

export const HEADER_BYTES = 16

export const FRAME_MESSAGE = 1
export const FRAME_CREDIT = 2
/** The last frame of a rank that ends in order. */
export const FRAME_GOODBYE = 3

/** Wakes a rank that sleeps; what it has to see lies in shared memory (shared-memory/map-ranks.ts). */
export const FRAME_WAKE = 4

export type FrameKind = typeof FRAME_MESSAGE | typeof FRAME_CREDIT | typeof FRAME_GOODBYE | typeof FRAME_WAKE

export function writeHeader(
  view: DataView,
  at: number,
  kind: FrameKind,
  channel: number,
  bytes: number,
  signature: number,
  credits: number,
): void {
  view.setUint8(at, kind)
  view.setUint8(at + 1, 0)
  view.setUint16(at + 2, channel, true)
  view.setUint32(at + 4, bytes, true)
  view.setUint32(at + 8, signature, true)
  view.setUint32(at + 12, credits, true)
}

export interface Header {
  kind: FrameKind
  channel: number
  bytes: number
  signature: number
  credits: number
}

/** Fills `header`; false when these bytes are no header, or one of a message that no slot could hold. */
export function readHeader(view: DataView, at: number, slotBytes: number, header: Header): boolean {
  const kind = view.getUint8(at)
  header.kind = kind as FrameKind
  header.channel = view.getUint16(at + 2, true)
  header.bytes = view.getUint32(at + 4, true)
  header.signature = view.getUint32(at + 8, true)
  header.credits = view.getUint32(at + 12, true)
  const most = kind === FRAME_MESSAGE ? slotBytes : 0
  return kind >= FRAME_MESSAGE && kind <= FRAME_WAKE && view.getUint8(at + 1) === 0 && header.bytes <= most
}
