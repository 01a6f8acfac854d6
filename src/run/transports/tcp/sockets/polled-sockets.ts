/**
 * Sockets moved by system calls that do not wait: recv, send and sendmsg with MSG_DONTWAIT. What a socket does not take now stays
 * in its link's outbox.
 */
import type { Socket } from 'node:net'
import { getSystemErrorName } from 'node:util'
import type { Address } from '../../../memory/heap.ts'
import type { Endpoint } from '../link/endpoint.ts'
import { HEADER_BYTES } from '../link/frame.ts'
import type { Link, Outgoing } from '../link/link.ts'
import { bytesArrived, readTarget, readTargetBytes } from '../link/receive.ts'
import { frameLeft } from '../link/send.ts'
import { EAGAIN, EINTR, type Libc, MSG_DONTWAIT, MSG_NOSIGNAL } from './libc.ts'
import { MSGHDR_BYTES, writeMsghdr } from './msghdr.ts'
import { descriptorOf } from './socket-handle.ts'
import type { Connected } from './socket-pump.ts'

/** Reads of one link in a row, while each fills its target. */
const READS = 8
const SENDING = MSG_DONTWAIT | MSG_NOSIGNAL

/** A peer's socket; below 0 once it is gone. */
export interface Polled {
  readonly link: Link
  fd: number
}

export interface PolledSockets {
  readonly endpoint: Endpoint
  readonly libc: Libc
  /** Where in this process address 0 of the heap lies. */
  readonly origin: number
  readonly peers: readonly Polled[]
  readonly byLink: ReadonlyMap<Link, Polled>
  /** A struct msghdr. */
  readonly msghdr: Address
}

export function takeSockets(libc: Libc, endpoint: Endpoint, connected: readonly Connected[]): PolledSockets {
  const peers: Polled[] = connected.map(({ link, socket }) => ({ link, fd: takeDescriptor(libc, socket) }))
  for (const { link, fd } of peers) if (fd < 0) link.state = 'lost'
  return {
    endpoint,
    libc,
    origin: libc.origin(endpoint.heap.memory),
    peers,
    byLink: new Map(peers.map((peer) => [peer.link, peer])),
    msghdr: endpoint.heap.allocate(MSGHDR_BYTES),
  }
}

/** A copy of the descriptor under the socket, so that Node can close its own. Negative when the connection is closed already. */
function takeDescriptor(libc: Libc, socket: Socket): number {
  const fd = libc.dup(descriptorOf(socket))
  socket.destroy()
  return fd
}

/** Sends what stands in the outbox, as far as the socket takes it. */
export function flush(sockets: PolledSockets, peer: Polled): void {
  const { outbox } = peer.link
  let left = 0
  for (const frame of outbox) {
    if (peer.fd >= 0 && !sendFrame(sockets, peer.fd, frame)) break
    frameLeft(peer.link, frame)
    left++
  }
  if (left === outbox.length) outbox.length = 0
  else if (left > 0) outbox.splice(0, left)
}

/** False when the socket takes no more now. */
function sendFrame({ libc, origin }: PolledSockets, fd: number, frame: Outgoing): boolean {
  while (frame.start < frame.end) {
    const sent = libc.send(fd, origin + frame.start, frame.end - frame.start, SENDING)
    if (sent >= 0) frame.start += sent
    else {
      const errno = libc.errno()
      if (errno === EAGAIN) return false
      // What has come before is read first; the read says that the peer is gone.
      if (errno !== EINTR) return true
    }
  }
  return true
}

/** A frame's header and a payload that stands elsewhere, in one call; how many bytes of both have left. */
export function sendFrom(
  { endpoint, libc, origin, byLink, msghdr }: PolledSockets,
  link: Link,
  header: Address,
  source: Address,
  bytes: number,
): number {
  const peer = byLink.get(link)
  // As `flush` does with what stands in the outbox of a peer that is gone.
  if (!peer || peer.fd < 0) return HEADER_BYTES + bytes
  const message = origin + msghdr
  writeMsghdr(endpoint.view, msghdr, message, origin + header, HEADER_BYTES, origin + source, bytes)
  return Math.max(0, libc.sendmsg(peer.fd, message, SENDING))
}

export function receive(sockets: PolledSockets, peer: Polled): void {
  const { libc, origin } = sockets
  for (let reads = 0; reads < READS && peer.fd >= 0; reads++) {
    const wanted = readTargetBytes(peer.link)
    const came = libc.recv(peer.fd, origin + readTarget(peer.link), wanted, MSG_DONTWAIT)
    if (came > 0) {
      if (!bytesArrived(peer.link, came)) end(sockets, peer, 'protocol')
      if (came < wanted) return
    } else if (came === 0) {
      end(sockets, peer, undefined)
    } else {
      const errno = libc.errno()
      if (errno === EAGAIN) return
      if (errno !== EINTR) end(sockets, peer, getSystemErrorName(-errno))
    }
  }
}

/** Closes the socket. A peer that has not sent its goodbye is lost. */
export function end(sockets: PolledSockets, peer: Polled, reason: string | undefined): void {
  sockets.libc.close(peer.fd)
  peer.fd = -1
  const { link } = peer
  if (link.state === 'open') {
    link.state = 'lost'
    if (reason !== undefined) link.reason = reason
  }
  sockets.endpoint.changes++
  flush(sockets, peer)
}
