/**
 * Sockets by system calls that do not wait (polled-sockets.ts): in a spin, poll(2) when nothing came for a while. A small message
 * costs its two system calls and no turn of the event loop, about a third of the time.
 */
import type { Endpoint } from '../link/endpoint.ts'
import { postGoodbye } from '../link/send.ts'
import { type Libc, SHUT_WR } from './libc.ts'
import { createPollSet, type PollSet, pollAll, pollLater, serve } from './poll-set.ts'
import {
  end,
  flush,
  type Polled,
  type PolledSockets,
  receive,
  sendFrom,
  takeSockets,
} from './polled-sockets.ts'
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
/** Where the event loop is blocked meanwhile. */
const SHORT_SPIN_MILLISECONDS = 0.2
/** Where there are fewer cores than ranks. */
const OVERSUBSCRIBED_SPIN_MILLISECONDS = 0.02
/** Rounds of the event loop, so that timers and other sockets are served while a rank waits for a slow one. */
const TURNS_MILLISECONDS = 1
/** poll(2) looks again after this long at most: what a signal or a closing has changed is seen then. */
const NAP_MILLISECONDS = 50
/** Every so many polls look at all peers; the others only at those that something is awaited from or queued for. */
const LOOKS = 16

export interface PollingOptions {
  readonly endpoint: Endpoint
  readonly connected: readonly Connected[]
  readonly libc: Libc
  /** More ranks on this host than cores: a rank that spins takes the core from the one it waits for. */
  readonly oversubscribed: boolean
}

interface Pump {
  readonly sockets: PolledSockets
  readonly endpoint: Endpoint
  readonly set: PollSet
  readonly oversubscribed: boolean
  /** endpoint.changes as of the last poll. */
  seen: number
  looks: number
  /** Under way in another thread: the sockets are left alone. */
  nap: Promise<number> | undefined
}

export function createPollingPump({ endpoint, connected, libc, oversubscribed }: PollingOptions): SocketPump {
  const sockets = takeSockets(libc, endpoint, connected)
  const set = createPollSet(sockets)
  const pump: Pump = { sockets, endpoint, set, oversubscribed, seen: 0, looks: 0, nap: undefined }
  return {
    send(link) {
      const peer = sockets.byLink.get(link)
      if (peer) flush(sockets, peer)
    },
    sendFrom: (link, header, source, bytes) => sendFrom(sockets, link, header, source, bytes),
    poll: () => poll(pump),
    sync: true,
    waitSync: (deadline) => waitSync(pump, deadline),
    wait: (deadline) => wait(pump, deadline),
    close: (failed) => close(pump, failed),
  }
}

function poll(pump: Pump): void {
  look(pump)
  pump.seen = pump.endpoint.changes
  for (const { link } of pump.sockets.peers) link.awaited = false
}

/** Most polls only look at the peers that something is awaited from or queued for. */
function look(pump: Pump): void {
  if (pump.nap) return
  const { sockets } = pump
  if (++pump.looks % LOOKS === 0) {
    pollAll(sockets, pump.set, 0)
    return
  }
  for (const peer of sockets.peers) {
    if (peer.fd < 0) continue
    if (peer.link.outbox.length > 0) flush(sockets, peer)
    if (peer.link.awaited) receive(sockets, peer)
  }
}

/** True when something changed, or the deadline passed. */
function spin(pump: Pump, deadline: number, milliseconds: number): boolean {
  const { sockets, endpoint } = pump
  const most = pump.oversubscribed ? OVERSUBSCRIBED_SPIN_MILLISECONDS : milliseconds
  const until = Math.min(deadline, performance.now() + most)
  for (;;) {
    look(pump)
    if (endpoint.changes !== pump.seen) return true
    const now = performance.now()
    if (now >= until) return now >= deadline
    sockets.libc.yieldCore()
  }
}

const napMilliseconds = (deadline: number): number =>
  Math.max(0, Math.min(NAP_MILLISECONDS, Math.ceil(deadline - performance.now())))

function waitSync(pump: Pump, deadline: number): void {
  const { sockets, endpoint, set } = pump
  if (endpoint.changes !== pump.seen || spin(pump, deadline, SPIN_MILLISECONDS)) return
  while (endpoint.changes === pump.seen && performance.now() < deadline)
    pollAll(sockets, set, napMilliseconds(deadline))
}

async function wait(pump: Pump, deadline: number): Promise<void> {
  const { sockets, endpoint, set } = pump
  if (endpoint.changes !== pump.seen || spin(pump, deadline, SHORT_SPIN_MILLISECONDS)) return
  const turns = Math.min(deadline, performance.now() + TURNS_MILLISECONDS)
  while (performance.now() < turns) {
    await new Promise((resolve) => setImmediate(resolve))
    look(pump)
    if (endpoint.changes !== pump.seen) return
  }
  while (endpoint.changes === pump.seen && performance.now() < deadline) {
    pump.nap = pollLater(sockets, set, napMilliseconds(deadline))
    const ready = await pump.nap
    pump.nap = undefined
    serve(sockets, set, ready)
  }
}

async function close(pump: Pump, failed: boolean): Promise<void> {
  const { sockets, endpoint, set } = pump
  await pump.nap
  for (const { link, fd } of sockets.peers) if (!failed && fd >= 0 && link.state === 'open') postGoodbye(link)
  const until = performance.now() + (failed ? FAILED_LINGER_MILLISECONDS : LINGER_MILLISECONDS)
  const finished = new Set<Polled>()
  while (sockets.peers.some(({ fd }) => fd >= 0) && performance.now() < until) {
    pollAll(sockets, set, 0)
    for (const peer of sockets.peers) finish(sockets, peer, finished)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  for (const peer of sockets.peers) if (peer.fd >= 0) end(sockets, peer, undefined)
  endpoint.heap.free(set.descriptors)
  endpoint.heap.free(sockets.msghdr)
}

/** Shuts down the sending side once all is sent, so that the peer sees the end of the stream. */
function finish(sockets: PolledSockets, peer: Polled, finished: Set<Polled>): void {
  if (peer.fd < 0) return
  flush(sockets, peer)
  if (peer.link.outbox.length > 0 || finished.has(peer)) return
  finished.add(peer)
  sockets.libc.shutdown(peer.fd, SHUT_WR)
}
