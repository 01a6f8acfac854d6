/** One socket between each two ranks: a rank connects to those below it and accepts those above. */
import type { Socket } from 'node:net'
import type { Rank } from '../../../../core/collectives/conditions.ts'
import { RunError } from '../../../run-error.ts'
import { stopReading } from '../sockets/socket-handle.ts'
import { dial } from './dial.ts'
import { type Hello, offerHandshake } from './handshake.ts'
import { type JsonLines, JsonLinesEnded, openJsonLines } from './json-lines.ts'
import { addressText, type Listener } from './listener.ts'

/** The addresses of all ranks and what counts for all; rank 0 sends it to all. */
export interface World {
  /** Random id from rank 0, by which a connection of another run is told apart. */
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
  take(lines: JsonLines, hello: Hello): void
  /** All sockets are there; rejects with RunError 'rank-missing' or 'rendezvous-unreachable'. */
  readonly complete: Promise<void>
  abort(): void
}

export interface MeshOptions {
  readonly rank: Rank
  readonly world: World
  readonly token: string
  readonly listener: Listener
  readonly deadline: number
  readonly timeoutSeconds: number
}

export function connectMesh({ rank, world, token, listener, deadline, timeoutSeconds }: MeshOptions): Mesh {
  const { members, run } = world
  const ranks = members.length
  const sockets = new Map<Rank, Socket>()
  let aborted = false
  let finish: () => void
  let fail: (error: unknown) => void
  const complete = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  // Whoever abandons the mesh does not wait for it.
  complete.catch(() => {})

  const keep = (peer: Rank, lines: JsonLines): void => {
    const socket = lines.detach()
    if (aborted) return void socket.destroy()
    stopReading(socket)
    sockets.set(peer, socket)
    if (sockets.size === ranks - 1) finish()
  }
  const take = (lines: JsonLines, hello: Hello): void => {
    const known = hello.purpose === 'pair' && hello.run === run && hello.ranks === ranks
    if (known && hello.rank > rank && hello.rank < ranks && !sockets.has(hello.rank)) keep(hello.rank, lines)
    else lines.socket.destroy()
  }
  const connect = async (peer: Rank, { host, port }: Member): Promise<void> => {
    const address = addressText(host, port)
    try {
      const lines = openJsonLines(await dial(host, port, deadline))
      const hello: Hello = { purpose: 'pair', rank, ranks, host: '', port: 0, machine: '', run }
      await offerHandshake(lines, token, hello, address)
      keep(peer, lines)
    } catch (error) {
      if (!(error instanceof JsonLinesEnded)) throw error
      throw new RunError({
        kind: 'rendezvous-unreachable',
        address,
        seconds: timeoutSeconds,
        reason: error.reason,
      })
    }
  }

  listener.accept(take)
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
    abort() {
      aborted = true
      clearTimeout(timer)
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
