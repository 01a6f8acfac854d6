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
import { createEndpoint } from './link/endpoint.ts'
import { createLink, type Link } from './link/link.ts'
import { postMessage, postMessageFrom, postWake, slotToWrite } from './link/send.ts'
import { createEventLoopPump } from './sockets/event-loop-pump.ts'
import type { Libc } from './sockets/libc.ts'
import { createPollingPump } from './sockets/polling-pump.ts'

export interface TcpConnections {
  readonly rank: Rank
  readonly ranks: number
  /** Of this rank with each other; nothing but the handshake went over them. */
  readonly sockets: ReadonlyMap<Rank, Socket>
  readonly heap: Heap
  readonly slotBytes: number
  readonly slots: number
  /** Ranks on this host, this one included. */
  readonly neighbours: number
  /** Where it is there, sockets are polled by system calls; else Node's event loop serves them. */
  readonly libc?: Libc
}

/** Shorter messages are copied sooner than two pieces are described to the kernel. */
const SEND_FROM_BYTES = 4096

export interface TcpTransport extends Transport {
  /** Lets a wait of the peer return. */
  wake(peer: Rank): void
}

export function createTcpTransport(connections: TcpConnections): TcpTransport {
  const { rank, ranks, heap, slotBytes, slots, libc } = connections
  const endpoint = createEndpoint(heap, slotBytes, slots)
  const links: Link[] = []
  const connected = [...connections.sockets].map(([peer, socket]) => {
    const link = createLink(peer, endpoint)
    links[peer] = link
    return { link, socket }
  })
  const addresses = new Map([...connections.sockets].map(([peer, { localAddress }]) => [peer, localAddress]))
  const crowded = connections.neighbours > availableParallelism()
  const pump = libc
    ? createPollingPump({ endpoint, connected, libc, crowded })
    : createEventLoopPump(endpoint, connected)
  const sendFrom = pump.sendFrom
  const sent = { bytes: 0, messages: 0 }
  let closing: Promise<void> | undefined

  const linkOf = (peer: Rank): Link => {
    const link = links[peer]
    if (!link) throw new RangeError(`rank ${peer} is no peer of rank ${rank}`)
    return link
  }
  /** Nothing that is waited for comes from one that has left. */
  const missed = (link: Link): 0 => {
    if (link.state === 'departed') link.missed = true
    return 0
  }

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
      const link = linkOf(to)
      return link.state === 'departed' ? missed(link) : slotToWrite(link, channel)
    },
    post(to, channel, bytes, signature) {
      const link = linkOf(to)
      postMessage(link, channel, bytes, signature)
      sent.bytes += bytes
      sent.messages++
      pump.send(link)
    },
    ...(sendFrom
      ? {
          postFrom(to: Rank, channel: number, source: Address, bytes: number, signature: number) {
            const link = linkOf(to)
            if (bytes >= SEND_FROM_BYTES) postMessageFrom(link, channel, source, bytes, signature, sendFrom)
            else {
              endpoint.bytes.copyWithin(slotToWrite(link, channel), source, source + bytes)
              postMessage(link, channel, bytes, signature)
            }
            sent.bytes += bytes
            sent.messages++
            if (link.outbox.length > 0) pump.send(link)
          },
        }
      : {}),
    arrived(from, channel) {
      const link = linkOf(from)
      return firstSlot(link, channel) || missed(link)
    },
    arrivedBytes: (from, channel) => firstBytes(linkOf(from), channel),
    arrivedSignature: (from, channel) => firstSignature(linkOf(from), channel),
    release(from, channel) {
      const link = linkOf(from)
      if (releaseFirst(link, channel)) pump.send(link)
    },
    wake(peer) {
      const link = linkOf(peer)
      if (link.state !== 'open') return
      postWake(link)
      pump.send(link)
    },
    poll: pump.poll,
    waitSync: pump.waitSync,
    wait: pump.wait,
    lost() {
      for (const link of links) {
        if (!link || (link.state !== 'lost' && !link.missed)) continue
        const { peer, reason } = link
        return { kind: 'peer-lost', rank, peer, ...(reason === undefined ? {} : { reason }) }
      }
      return undefined
    },
    sent: () => ({ ...sent }),
    addressFor: (peer) => addresses.get(peer),
    native: [],
    close(failed = false) {
      closing ??= pump.close(failed).then(() => {
        for (const link of links) if (link) heap.free(link.staging)
        endpoint.pool.close()
      })
      return closing
    },
  }
}
