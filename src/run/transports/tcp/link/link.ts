/**
 * One peer as the framing sees it: what is on its way to it (send.ts), what has come from it (receive.ts). A link has no socket; a
 * pump (sockets/socket-pump.ts) fills `readTarget` with bytes and sends what stands in the outbox.
 */
import type { Rank } from '../../../../core/collectives/conditions.ts'
import type { Address } from '../../../memory/heap.ts'
import type { Endpoint } from './endpoint.ts'

/** Bytes that are not decoded yet go into a buffer of so many; many small frames come with one read. */
export const STAGING_BYTES = 16_384

/** Both directions of one channel between two ranks. */
export interface Channel {
  /** The slot that `slotFor` gave and that is not posted; 0 is none. */
  writing: Address
  credits: number
  /** Releases that no credit has been sent for yet. */
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
  /** Bytes from staged up to stagedEnd were read and not yet decoded. */
  staged: Address
  stagedEnd: Address
  /** The message whose payload is being read; slot 0 is none. */
  partSlot: Address
  partFilled: number
  partBytes: number
  partSignature: number
  partChannel: number
  /** departed: its goodbye came. lost: the connection ended without one. */
  state: 'open' | 'departed' | 'lost'
  reason?: string
  /** Since the last poll a message or credit of the peer was asked for and was not there. */
  awaited: boolean
  /** A message was asked for after its goodbye, when all it had sent was taken. */
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

/** Made when it is first asked for. */
export function channelOf(link: Link, channel: number): Channel {
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
