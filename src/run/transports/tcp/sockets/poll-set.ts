/** poll(2) over all sockets of a rank: which of them have something to read, or take something again. */
import type { Address } from '../../../memory/heap.ts'
import { POLLFD_BYTES, POLLIN, POLLOUT } from './libc.ts'
import { flush, type Polled, type PolledSockets, receive } from './polled-sockets.ts'

export interface PollSet {
  /** An array of struct pollfd, as long as there are peers. */
  readonly descriptors: Address
  /** The peer of each that counts. */
  readonly watched: Polled[]
}

export const createPollSet = ({ endpoint, peers }: PolledSockets): PollSet => ({
  descriptors: endpoint.heap.allocate(Math.max(1, peers.length) * POLLFD_BYTES),
  watched: [],
})

/** Writes down for poll(2) what each open socket is watched for. */
function watch({ endpoint, peers }: PolledSockets, { descriptors, watched }: PollSet): void {
  watched.length = 0
  let at = descriptors
  for (const peer of peers) {
    if (peer.fd < 0) continue
    watched.push(peer)
    endpoint.view.setInt32(at, peer.fd, true)
    endpoint.view.setInt16(at + 4, peer.link.outbox.length > 0 ? POLLIN | POLLOUT : POLLIN, true)
    endpoint.view.setInt16(at + 6, 0, true)
    at += POLLFD_BYTES
  }
}

/** Reads and sends at the sockets that poll(2) has named. */
export function serve(sockets: PolledSockets, { descriptors, watched }: PollSet, ready: number): void {
  if (ready <= 0) return
  for (const [index, peer] of watched.entries()) {
    const events = sockets.endpoint.view.getInt16(descriptors + index * POLLFD_BYTES + 6, true)
    if (events & POLLOUT) flush(sockets, peer)
    if (events & ~POLLOUT && peer.fd >= 0) receive(sockets, peer)
  }
}

/** Moves what can be moved, once something can, or after so long. */
export function pollAll(sockets: PolledSockets, set: PollSet, milliseconds: number): void {
  watch(sockets, set)
  const { libc, origin } = sockets
  serve(sockets, set, libc.poll(origin + set.descriptors, set.watched.length, milliseconds))
}

/** The same in another thread, so that the event loop goes on: how many sockets `serve` is then to look at. */
export function pollLater(sockets: PolledSockets, set: PollSet, milliseconds: number): Promise<number> {
  watch(sockets, set)
  return sockets.libc.pollAsync(sockets.origin + set.descriptors, set.watched.length, milliseconds)
}
