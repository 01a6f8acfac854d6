/**
 * How ranks find each other. Rank 0 listens where all know it (MASTER_ADDR:MASTER_PORT, or an address that it publishes in a file, see
 * address-file.ts); the others connect, say which rank they are and where they listen, and get the addresses of all once every
 * rank has joined. Then each two connect (mesh.ts), each reports to rank 0 that it is ready, and rank 0 sends the go.
 *
 *   rank 0 to the others, after the handshake    {"missing": [2, 3]}   every second while ranks are missing
 *                                                {"world": World}      every rank has joined
 *                                                {"go": true}          every rank is connected to every other
 *                                                {"problem": RunProblem}
 *   the others to rank 0                         {"ready": true}
 */
import type { Rank } from '../../../../core/collectives/conditions.ts'
import type { RunProblem } from '../../../../core/collectives/run-problem.ts'
import { RunError } from '../../../run-error.ts'
import { type Hello, isObject, offerHandshake } from './handshake.ts'
import { type JsonLines, JsonLinesEnded } from './json-lines.ts'
import { addressText, type Listener } from './listener.ts'
import { connectMesh, type Member, type Mesh, type World } from './mesh.ts'

const REMINDER_MILLISECONDS = 1000

export interface Rendezvous {
  readonly rank: Rank
  readonly ranks: number
  readonly token: string
  /** This host; see `machineName` of connect-tcp.ts. */
  readonly machine: string
  readonly listener: Listener
  /** performance.now() by which all must be connected, and how long that was from the beginning. */
  readonly deadline: number
  readonly timeoutSeconds: number
}

export interface Gathered {
  readonly world: World
  readonly mesh: Mesh
}

interface JoinedRank {
  readonly lines: JsonLines
  readonly hello: Hello
}

/** Rank 0's part. Throws RunError, and sends the same to all ranks that have joined by then. */
export async function hostRendezvous(
  rendezvous: Rendezvous,
  run: string,
  settings: Pick<World, 'slotBytes' | 'slots' | 'shared'>,
): Promise<Gathered> {
  const joined = new Map<Rank, JoinedRank>()
  let mesh: Mesh | undefined
  try {
    await gather(rendezvous, joined)
    const { listener } = rendezvous
    const own: Member = { host: listener.host, port: listener.port, machine: rendezvous.machine }
    const members = [
      own,
      ...byRank(joined).map(({ hello: { host, port, machine } }) => ({ host, port, machine })),
    ]
    const world: World = { run, members, ...settings }
    mesh = connectMesh({ ...rendezvous, world })
    for (const { lines } of joined.values()) lines.send({ world })
    const ready = byRank(joined).map(({ lines, hello }) => receiveReady(lines, rendezvous, hello.rank))
    await Promise.all([mesh.complete, ...ready])
    for (const { lines } of joined.values()) {
      lines.send({ go: true })
      lines.end()
    }
    return { world, mesh }
  } catch (error) {
    mesh?.abort()
    for (const { lines, hello } of joined.values()) {
      if (error instanceof RunError) lines.send({ problem: asSeenBy(hello.rank, error.problem) })
      lines.end()
    }
    throw error
  }
}

const byRank = (joined: ReadonlyMap<Rank, JoinedRank>): JoinedRank[] =>
  [...joined.values()].sort((a, b) => a.hello.rank - b.hello.rank)

/** Some problems name the rank that found them: for another rank, that one. */
const asSeenBy = (rank: Rank, problem: RunProblem): RunProblem =>
  problem.kind === 'peer-lost' ? { ...problem, rank } : problem

/** Until every rank has joined. One that disconnects before that is missing again. */
function gather(rendezvous: Rendezvous, joined: Map<Rank, JoinedRank>): Promise<void> {
  const { ranks, listener, deadline, timeoutSeconds } = rendezvous
  const missing = (): Rank[] =>
    Array.from({ length: ranks }, (_, rank) => rank)
      .slice(1)
      .filter((rank) => !joined.has(rank))
  return new Promise((resolve, reject) => {
    const reminder = setInterval(() => {
      for (const { lines } of joined.values()) lines.send({ missing: missing() })
    }, REMINDER_MILLISECONDS)
    const timer = setTimeout(
      () => fail({ kind: 'rank-missing', ranks: missing(), seconds: timeoutSeconds }),
      Math.max(0, deadline - performance.now()),
    )
    const stop = (): void => {
      clearInterval(reminder)
      clearTimeout(timer)
      listener.accept((lines) => lines.socket.destroy())
    }
    const fail = (problem: RunProblem): void => {
      stop()
      reject(new RunError(problem))
    }
    const take = (lines: JsonLines, hello: Hello): void => {
      if (hello.purpose !== 'join') {
        lines.socket.destroy()
        return
      }
      const { rank } = hello
      const refuse = (theirs: RunProblem, ours: RunProblem): void => {
        lines.send({ problem: theirs })
        lines.end()
        fail(ours)
      }
      if (hello.ranks !== ranks) {
        refuse(
          { kind: 'world-size', here: hello.ranks, there: ranks, peer: 0 },
          { kind: 'world-size', here: ranks, there: hello.ranks, peer: rank },
        )
        return
      }
      const holder = joined.get(rank)
      if (rank === 0 || rank >= ranks || holder) {
        const by = holder ? addressText(holder.hello.host, holder.hello.port) : undefined
        const problem: RunProblem = { kind: 'rank-taken', rank, ...(by === undefined ? {} : { by }) }
        refuse(problem, problem)
        return
      }
      joined.set(rank, { lines, hello })
      lines.socket.once('close', () => {
        if (joined.size < ranks - 1) joined.delete(rank)
      })
      if (joined.size === ranks - 1) {
        stop()
        resolve()
      }
    }
    if (ranks === 1) {
      stop()
      resolve()
    } else listener.accept(take)
  })
}

async function receiveReady(
  lines: JsonLines,
  { deadline, timeoutSeconds, rank }: Rendezvous,
  peer: Rank,
): Promise<void> {
  try {
    await lines.receive(deadline)
  } catch (error) {
    throw lostBefore(error, rank, peer, timeoutSeconds)
  }
}

function lostBefore(error: unknown, rank: Rank, peer: Rank, timeoutSeconds: number): unknown {
  if (!(error instanceof JsonLinesEnded)) return error
  return error.reason === 'silence'
    ? new RunError({ kind: 'rank-missing', ranks: [peer], seconds: timeoutSeconds })
    : new RunError({ kind: 'peer-lost', rank, peer, reason: error.reason })
}

/** Another rank's part, over a connection to rank 0 at `address`, which others shall reach under `host`. */
export async function joinRendezvous(
  rendezvous: Rendezvous,
  lines: JsonLines,
  host: string,
  port: number,
): Promise<Gathered> {
  const { rank, ranks, token, machine, listener } = rendezvous
  let mesh: Mesh | undefined
  try {
    const hello: Hello = {
      purpose: 'join',
      rank,
      ranks,
      host: listener.host,
      port: listener.port,
      machine,
      run: '',
    }
    await offerHandshake(lines, token, hello, addressText(host, port))
    const announced = await receiveWorld(lines, rendezvous)
    // Under the address that led here: rank 0 may know itself by another.
    const [first, ...others] = announced.members
    const world = first ? { ...announced, members: [{ ...first, host, port }, ...others] } : announced
    mesh = connectMesh({ ...rendezvous, world })
    const go = receiveGo(lines, rendezvous)
    // Thrown below, if the mesh has not failed before.
    go.catch(() => {})
    await Promise.race([mesh.complete, go])
    lines.send({ ready: true })
    await go
    lines.socket.destroy()
    return { world, mesh }
  } catch (error) {
    mesh?.abort()
    lines.socket.destroy()
    throw error
  }
}

async function receiveWorld(lines: JsonLines, rendezvous: Rendezvous): Promise<World> {
  let missing: readonly Rank[] = []
  for (;;) {
    const message = await receiveFromHost(lines, rendezvous, () => missing)
    if (Array.isArray(message.missing)) missing = message.missing as Rank[]
    if (isObject(message.world)) return message.world as unknown as World
  }
}

async function receiveGo(lines: JsonLines, rendezvous: Rendezvous): Promise<void> {
  for (;;) if ((await receiveFromHost(lines, rendezvous, () => [0])).go === true) return
}

/** The next message of rank 0; a problem is thrown. `missing`: the ranks to name when nothing comes until the deadline. */
async function receiveFromHost(
  lines: JsonLines,
  { deadline, timeoutSeconds, rank }: Rendezvous,
  missing: () => readonly Rank[],
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const message = await lines.receive(deadline)
    if (!isObject(message)) throw new JsonLinesEnded('protocol')
    if (isObject(message.problem)) throw new RunError(message.problem as unknown as RunProblem)
    return message
  } catch (error) {
    const named = missing()
    if (error instanceof JsonLinesEnded && error.reason === 'silence' && named.length > 0)
      throw new RunError({ kind: 'rank-missing', ranks: named, seconds: timeoutSeconds })
    throw lostBefore(error, rank, 0, timeoutSeconds)
  }
}
