/** One socket between each two ranks: a rank connects to those below it and takes those above. */
import type { Socket } from 'node:net'
import type { Rank } from '../../../../core/collectives/conditions.ts'
import { RunError } from '../../../run-error.ts'
import { stopReading } from '../sockets/socket-handle.ts'
import { dial } from './dial.ts'
import { type Hello, offerGreeting } from './handshake.ts'
import { startTalk, type Talk, TalkEnded } from './json-lines.ts'
import { addressText, type Door } from './listener.ts'

/** Who and where all ranks are; rank 0 tells it to all. */
export interface World {
  /** Drawn by rank 0, so that a connection of another run is known. */
  readonly run: string
  readonly members: readonly Member[]
  readonly slotBytes: number
  readonly slots: number
  /** Ranks shall share a memory where they can. */
  readonly shared: boolean
}

export interface Member {
  readonly host: string
  readonly port: number
  readonly machine: string
}

export interface Mesh {
  /** The sockets by peer; nothing is read from them from now on. */
  readonly sockets: Map<Rank, Socket>
  /** Takes a connection that a rank above has made. */
  take(talk: Talk, hello: Hello): void
  /** All sockets are there; rejects with RunError 'rank-missing' or 'rendezvous-unreachable'. */
  readonly complete: Promise<void>
  abandon(): void
}

export interface MeshOptions {
  readonly rank: Rank
  readonly world: World
  readonly token: string
  readonly door: Door
  readonly deadline: number
  readonly timeoutSeconds: number
}

export function weaveMesh({ rank, world, token, door, deadline, timeoutSeconds }: MeshOptions): Mesh {
  const { members, run } = world
  const ranks = members.length
  const sockets = new Map<Rank, Socket>()
  let abandoned = false
  let finish: () => void
  let fail: (error: unknown) => void
  const complete = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  // Whoever abandons the mesh does not wait for it.
  complete.catch(() => {})

  const hold = (peer: Rank, talk: Talk): void => {
    const socket = talk.leave()
    if (abandoned) return void socket.destroy()
    stopReading(socket)
    sockets.set(peer, socket)
    if (sockets.size === ranks - 1) finish()
  }
  const take = (talk: Talk, hello: Hello): void => {
    const known = hello.purpose === 'pair' && hello.run === run && hello.ranks === ranks
    if (known && hello.rank > rank && hello.rank < ranks && !sockets.has(hello.rank)) hold(hello.rank, talk)
    else talk.socket.destroy()
  }
  const connect = async (peer: Rank, { host, port }: Member): Promise<void> => {
    const address = addressText(host, port)
    try {
      const talk = startTalk(await dial(host, port, deadline))
      const hello: Hello = { purpose: 'pair', rank, ranks, host: '', port: 0, machine: '', run }
      await offerGreeting(talk, token, hello, address)
      hold(peer, talk)
    } catch (error) {
      if (!(error instanceof TalkEnded)) throw error
      throw new RunError({
        kind: 'rendezvous-unreachable',
        address,
        seconds: timeoutSeconds,
        reason: error.reason,
      })
    }
  }

  door.receive(take)
  for (const [peer, member] of members.slice(0, rank).entries())
    connect(peer, member).catch((error) => fail(error))
  const timer = setTimeout(() => {
    const missing = members.map((_, peer) => peer).filter((peer) => peer !== rank && !sockets.has(peer))
    fail(new RunError({ kind: 'rank-missing', ranks: missing, seconds: timeoutSeconds }))
  }, deadline - performance.now())
  const settled = complete.finally(() => clearTimeout(timer))
  settled.catch(() => {})
  if (ranks === 1) queueMicrotask(() => finish())

  return {
    sockets,
    take,
    complete: settled,
    abandon() {
      abandoned = true
      clearTimeout(timer)
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
