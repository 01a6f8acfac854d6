/**
 * Ranks that are processes, on one host or many, with one socket between each two. What comes before (who is where, and who
 * may take part) is settled in rendezvous.ts; connect-tcp.ts puts both together.
 */
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import type { Rank } from '../../../core/collectives/conditions.ts'
import type { Address, Heap } from '../../memory/heap.ts'
import type { Transport } from '../transport.ts'
import { firstBytes, firstSignature, firstSlot, releaseFirst } from './link/arrivals.ts'
import { createEndpoint, type Endpoint } from './link/endpoint.ts'
import { createLink, type Link } from './link/link.ts'
import { postMessage, postMessageFrom, postWake, slotToWrite } from './link/send.ts'
import { createEventLoopPump } from './sockets/event-loop-pump.ts'
import type { Libc } from './sockets/libc.ts'
import { createPollingPump } from './sockets/polling-pump.ts'
import type { SocketPump } from './sockets/socket-pump.ts'

export interface TcpConnections {
  readonly rank: Rank
  readonly ranks: number
  /** Of this rank with each other; nothing but the handshake went over them. */
  readonly sockets: ReadonlyMap<Rank, Socket>
  readonly heap: Heap
  readonly slotBytes: number
  readonly slots: number
  /** Ranks on this host, this one included. */
  readonly localRanks: number
  /** Where it is there, sockets are polled by system calls; else Node's event loop serves them. */
  readonly libc?: Libc
}

/** Shorter messages are copied sooner than two pieces are described to the kernel. */
const SEND_FROM_BYTES = 4096

export interface TcpTransport extends Transport {
  /** Makes a wait of the peer return. */
  wake(peer: Rank): void
}

interface Tcp {
  readonly rank: Rank
  readonly endpoint: Endpoint
  /** By peer. */
  readonly links: readonly (Link | undefined)[]
  readonly pump: SocketPump
  /** Payload. */
  readonly sent: { bytes: number; messages: number }
}

export function createTcpTransport(connections: TcpConnections): TcpTransport {
  const { rank, ranks, heap, slotBytes, slots } = connections
  const tcp = createTcp(connections)
  const { pump, sent } = tcp
  const { sendFrom } = pump
  const addresses = new Map([...connections.sockets].map(([peer, { localAddress }]) => [peer, localAddress]))
  let closing: Promise<void> | undefined
  return {
    id: 'tcp',
    carrier: 'sockets',
    sync: pump.sync,
    rank,
    ranks,
    heap,
    slotBytes,
    slots,
    slotFor(to, channel) {
      const link = linkOf(tcp, to)
      return link.state === 'departed' ? missed(link) : slotToWrite(link, channel)
    },
    post(to, channel, bytes, signature) {
      const link = linkOf(tcp, to)
      postMessage(link, channel, bytes, signature)
      count(sent, bytes)
      pump.send(link)
    },
    ...(sendFrom
      ? {
          postFrom(to: Rank, channel: number, source: Address, bytes: number, signature: number) {
            postFrom(tcp, sendFrom, linkOf(tcp, to), channel, source, bytes, signature)
          },
        }
      : {}),
    arrived(from, channel) {
      const link = linkOf(tcp, from)
      return firstSlot(link, channel) || missed(link)
    },
    arrivedBytes: (from, channel) => firstBytes(linkOf(tcp, from), channel),
    arrivedSignature: (from, channel) => firstSignature(linkOf(tcp, from), channel),
    release(from, channel) {
      const link = linkOf(tcp, from)
      if (releaseFirst(link, channel)) pump.send(link)
    },
    wake: (peer) => wake(tcp, peer),
    poll: pump.poll,
    waitSync: pump.waitSync,
    wait: pump.wait,
    lost: () => lostPeer(tcp),
    sent: () => ({ ...sent }),
    addressFor: (peer) => addresses.get(peer),
    native: [],
    close(failed = false) {
      closing ??= close(tcp, failed)
      return closing
    },
  }
}

function createTcp({ rank, sockets, heap, slotBytes, slots, localRanks, libc }: TcpConnections): Tcp {
  const endpoint = createEndpoint(heap, slotBytes, slots)
  const links: Link[] = []
  const connected = [...sockets].map(([peer, socket]) => {
    const link = createLink(peer, endpoint)
    links[peer] = link
    return { link, socket }
  })
  const oversubscribed = localRanks > availableParallelism()
  const pump = libc
    ? createPollingPump({ endpoint, connected, libc, oversubscribed })
    : createEventLoopPump(endpoint, connected)
  return { rank, endpoint, links, pump, sent: { bytes: 0, messages: 0 } }
}

function linkOf({ links, rank }: Tcp, peer: Rank): Link {
  const link = links[peer]
  if (!link) throw new RangeError(`rank ${peer} is no peer of rank ${rank}`)
  return link
}

/** A peer that has departed sends nothing that is waited for. */
function missed(link: Link): 0 {
  if (link.state === 'departed') link.missed = true
  return 0
}

function count(sent: Tcp['sent'], bytes: number): void {
  sent.bytes += bytes
  sent.messages++
}

/** Of a payload that stands at `source`: a long one leaves from there, as far as the socket takes it at once. */
function postFrom(
  { endpoint, pump, sent }: Tcp,
  sendFrom: NonNullable<SocketPump['sendFrom']>,
  link: Link,
  channel: number,
  source: Address,
  bytes: number,
  signature: number,
): void {
  if (bytes >= SEND_FROM_BYTES) postMessageFrom(link, channel, source, bytes, signature, sendFrom)
  else {
    endpoint.bytes.copyWithin(slotToWrite(link, channel), source, source + bytes)
    postMessage(link, channel, bytes, signature)
  }
  count(sent, bytes)
  if (link.outbox.length > 0) pump.send(link)
}

function wake(tcp: Tcp, peer: Rank): void {
  const link = linkOf(tcp, peer)
  if (link.state !== 'open') return
  postWake(link)
  tcp.pump.send(link)
}

function lostPeer({ links, rank }: Tcp): ReturnType<Transport['lost']> {
  for (const link of links) {
    if (!link || (link.state !== 'lost' && !link.missed)) continue
    const { peer, reason } = link
    return { kind: 'peer-lost', rank, peer, ...(reason === undefined ? {} : { reason }) }
  }
  return undefined
}

async function close({ endpoint, links, pump }: Tcp, failed: boolean): Promise<void> {
  await pump.close(failed)
  for (const link of links) if (link) endpoint.heap.free(link.staging)
  endpoint.pool.close()
}
