/**
 * Sockets by system calls that do not wait: recv and send with MSG_DONTWAIT in a spin, poll(2) when nothing came for a while.
 * A small message costs its two system calls and no turn of the event loop, about a third of the time.
 */
import type { Socket } from 'node:net'
import { getSystemErrorName } from 'node:util'
import type { Address } from '../../../memory/heap.ts'
import { HEADER_BYTES } from '../link/frame.ts'
import {
  bytesCame,
  type Endpoint,
  frameLeft,
  type Link,
  postGoodbye,
  readTarget,
  readTargetBytes,
} from '../link/link.ts'
import {
  EAGAIN,
  EINTR,
  type Libc,
  MSG_DONTWAIT,
  MSG_NOSIGNAL,
  POLLFD_BYTES,
  POLLIN,
  POLLOUT,
  SHUT_WR,
} from './libc.ts'
import { TWO_PARTS_BYTES, writeTwoParts } from './msghdr.ts'
import { descriptorOf } from './socket-handle.ts'
import {
  type Connected,
  FAILED_LINGER_MILLISECONDS,
  LINGER_MILLISECONDS,
  type SocketPump,
} from './socket-pump.ts'

/**
 * A sleeping rank costs a wake-up of 10 to 30 us, and the system may wake it on the core of the rank it talks to. The core is
 * offered to others all the while, so that a rank that has to share it with the one it waits for loses no time.
 */
const SPIN_MILLISECONDS = 1
/** Where the event loop is kept waiting meanwhile. */
const SHORT_SPIN_MILLISECONDS = 0.2
/** Where there are fewer cores than ranks. */
const CROWDED_SPIN_MILLISECONDS = 0.02
/** Rounds of the event loop, so that timers and other sockets live while a rank waits for a slow one. */
const TURNS_MILLISECONDS = 1
/** poll(2) looks again after this long at most: what a signal or a closing has changed is seen then. */
const NAP_MILLISECONDS = 50
/** Reads of one link in a row, while each fills its target. */
const READS = 8
/** One look at all peers for so many at those that something is asked of. */
const LOOKS = 16

interface Polled {
  readonly link: Link
  fd: number
}

export interface PollingOptions {
  readonly endpoint: Endpoint
  readonly connected: readonly Connected[]
  readonly libc: Libc
  /** More ranks on this host than cores: a rank that spins takes the core from the one it waits for. */
  readonly crowded: boolean
}

export function createPollingPump({ endpoint, connected, libc, crowded }: PollingOptions): SocketPump {
  const origin = libc.origin(endpoint.heap.memory)
  const peers: Polled[] = connected.map(({ link, socket }) => ({ link, fd: takeDescriptor(libc, socket) }))
  for (const { link, fd } of peers) if (fd < 0) link.state = 'lost'
  const byLink = new Map(peers.map((peer) => [peer.link, peer]))
  const descriptors = endpoint.heap.allocate(Math.max(1, peers.length) * POLLFD_BYTES)
  const twoParts = endpoint.heap.allocate(TWO_PARTS_BYTES)
  const watched: Polled[] = []
  /** endpoint.changes as of the last poll. */
  let seen = 0
  let looks = 0
  let nap: Promise<unknown> | undefined

  function send(link: Link): void {
    const peer = byLink.get(link)
    if (peer) flush(peer)
  }

  function flush(peer: Polled): void {
    const { outbox } = peer.link
    let left = 0
    for (const frame of outbox) {
      if (peer.fd >= 0 && !sendFrame(peer, frame)) break
      frameLeft(peer.link, frame)
      left++
    }
    if (left === outbox.length) outbox.length = 0
    else if (left > 0) outbox.splice(0, left)
  }

  /** False when the socket takes no more now. */
  function sendFrame(peer: Polled, frame: { start: Address; readonly end: Address }): boolean {
    while (frame.start < frame.end) {
      const sent = libc.send(
        peer.fd,
        origin + frame.start,
        frame.end - frame.start,
        MSG_DONTWAIT | MSG_NOSIGNAL,
      )
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

  function sendFrom(link: Link, header: Address, source: Address, bytes: number): number {
    const peer = byLink.get(link)
    const whole = HEADER_BYTES + bytes
    // As `flush` does with what stands in the outbox of a peer that is gone.
    if (!peer || peer.fd < 0) return whole
    const payload = origin + source
    const message = origin + twoParts
    writeTwoParts(endpoint.view, twoParts, message, origin + header, HEADER_BYTES, payload, bytes)
    return Math.max(0, libc.sendmsg(peer.fd, message, MSG_DONTWAIT | MSG_NOSIGNAL))
  }

  function receive(peer: Polled): void {
    for (let reads = 0; reads < READS && peer.fd >= 0; reads++) {
      const wanted = readTargetBytes(peer.link)
      const came = libc.recv(peer.fd, origin + readTarget(peer.link), wanted, MSG_DONTWAIT)
      if (came > 0) {
        if (!bytesCame(peer.link, came)) end(peer, 'protocol')
        if (came < wanted) return
      } else if (came === 0) {
        end(peer, undefined)
      } else {
        const errno = libc.errno()
        if (errno === EAGAIN) return
        if (errno !== EINTR) end(peer, getSystemErrorName(-errno))
      }
    }
  }

  function end(peer: Polled, reason: string | undefined): void {
    libc.close(peer.fd)
    peer.fd = -1
    const { link } = peer
    if (link.state === 'open') {
      link.state = 'lost'
      if (reason !== undefined) link.reason = reason
    }
    endpoint.changes++
    flush(peer)
  }

  /** Writes down for poll(2) what each open socket is watched for. */
  function watch(): void {
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

  function serveWatched(ready: number): void {
    if (ready <= 0) return
    for (const [index, peer] of watched.entries()) {
      const events = endpoint.view.getInt16(descriptors + index * POLLFD_BYTES + 6, true)
      if (events & POLLOUT) flush(peer)
      if (events & ~POLLOUT && peer.fd >= 0) receive(peer)
    }
  }

  function lookAtAll(): void {
    watch()
    serveWatched(libc.poll(origin + descriptors, watched.length, 0))
  }

  function look(): void {
    if (nap) return
    if (++looks % LOOKS === 0) {
      lookAtAll()
      return
    }
    for (const peer of peers) {
      if (peer.fd < 0) continue
      if (peer.link.outbox.length > 0) flush(peer)
      if (peer.link.awaited) receive(peer)
    }
  }

  function poll(): void {
    look()
    seen = endpoint.changes
    for (const { link } of peers) link.awaited = false
  }

  /** True when something changed, or the deadline passed. */
  function spin(deadline: number, milliseconds: number): boolean {
    const most = crowded ? CROWDED_SPIN_MILLISECONDS : milliseconds
    const until = Math.min(deadline, performance.now() + most)
    for (;;) {
      look()
      if (endpoint.changes !== seen) return true
      const now = performance.now()
      if (now >= until) return now >= deadline
      libc.yieldCore()
    }
  }

  const napMilliseconds = (deadline: number): number =>
    Math.max(0, Math.min(NAP_MILLISECONDS, Math.ceil(deadline - performance.now())))

  return {
    send,
    sendFrom,
    poll,
    sync: true,
    waitSync(deadline) {
      if (endpoint.changes !== seen || spin(deadline, SPIN_MILLISECONDS)) return
      while (endpoint.changes === seen && performance.now() < deadline) {
        watch()
        serveWatched(libc.poll(origin + descriptors, watched.length, napMilliseconds(deadline)))
      }
    },
    async wait(deadline) {
      if (endpoint.changes !== seen || spin(deadline, SHORT_SPIN_MILLISECONDS)) return
      const turns = Math.min(deadline, performance.now() + TURNS_MILLISECONDS)
      while (performance.now() < turns) {
        await new Promise((resolve) => setImmediate(resolve))
        look()
        if (endpoint.changes !== seen) return
      }
      while (endpoint.changes === seen && performance.now() < deadline) {
        watch()
        const napping = libc.pollAsync(origin + descriptors, watched.length, napMilliseconds(deadline))
        nap = napping
        const ready = await napping
        nap = undefined
        serveWatched(ready)
      }
    },
    async close(failed) {
      await nap
      for (const { link, fd } of peers) {
        if (!failed && fd >= 0 && link.state === 'open') postGoodbye(link)
      }
      const until = performance.now() + (failed ? FAILED_LINGER_MILLISECONDS : LINGER_MILLISECONDS)
      const finished = new Set<Polled>()
      while (peers.some(({ fd }) => fd >= 0) && performance.now() < until) {
        lookAtAll()
        for (const peer of peers) {
          if (peer.fd < 0) continue
          flush(peer)
          if (peer.link.outbox.length > 0 || finished.has(peer)) continue
          finished.add(peer)
          libc.shutdown(peer.fd, SHUT_WR)
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      for (const peer of peers) if (peer.fd >= 0) end(peer, undefined)
      endpoint.heap.free(descriptors)
      endpoint.heap.free(twoParts)
    },
  }
}

/** A copy of the descriptor under the socket, so that Node can close its own. Negative when the connection is closed already. */
function takeDescriptor(libc: Libc, socket: Socket): number {
  const fd = libc.dup(descriptorOf(socket))
  socket.destroy()
  return fd
}
