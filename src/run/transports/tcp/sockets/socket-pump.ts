/**
 * What moves bytes between links and sockets. Two ways: event-loop-pump.ts by Node's own sockets, polling-pump.ts by system
 * calls through koffi, which spins for small messages and can wait without the event loop.
 */
import type { Socket } from 'node:net'
import type { Address } from '../../../memory/heap.ts'
import type { Link } from '../link/link.ts'

export interface SocketPump {
  /** Sends what stands in the outbox of the link, now or as soon as the socket takes it. */
  send(link: Link): void
  /** Sends a frame's header and a payload that stands elsewhere, as far as the socket takes them now; how many bytes that was. */
  sendFrom?(link: Link, header: Address, source: Address, bytes: number): number
  /** Reads what has come, first of all from peers that something is awaited from (`link.awaited`). */
  poll(): void
  readonly sync: boolean
  waitSync(deadline: number): void
  wait(deadline: number): Promise<void>
  /** Sends what stands in the outboxes and a goodbye unless this rank has failed, and frees the sockets. */
  close(failed: boolean): Promise<void>
}

/** A link and the socket that carries it. Nothing has been read from the socket beyond the handshake. */
export interface Connected {
  readonly link: Link
  readonly socket: Socket
}

/** How long a rank that ends waits for its peers to end as well, so that no reset overtakes what it has sent last. */
export const LINGER_MILLISECONDS = 1000
/** Long enough for what was sent to arrive. */
export const FAILED_LINGER_MILLISECONDS = 100
