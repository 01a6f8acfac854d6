/**
 * How ranks find each other. Rank 0 listens where all know it (MASTER_ADDR:MASTER_PORT, or an address it leaves in a file, see
 * address-file.ts); the others come, say who they are and where they listen, and hear of all others once everybody is there.
 * Then each two connect (mesh.ts), each tells rank 0 that it is ready, and rank 0 lets all go on.
 *
 *   rank 0 to the others, after the greeting     {"missing": [2, 3]}   every second while ranks are missing
 *                                                {"world": World}      everybody is there
 *                                                {"go": true}          everybody is connected
 *                                                {"problem": RunProblem}
 *   the others to rank 0                         {"ready": true}
 */
import type { Rank } from '../../../../core/collectives/conditions.ts'
import type { RunProblem } from '../../../../core/collectives/run-problem.ts'
import { RunError } from '../../../run-error.ts'
import { type Hello, isObject, offerGreeting } from './handshake.ts'
import { type Talk, TalkEnded } from './json-lines.ts'
import { addressText, type Door } from './listener.ts'
import { type Member, type Mesh, type World, weaveMesh } from './mesh.ts'

const REMINDER_MILLISECONDS = 1000

export interface Meeting {
  readonly rank: Rank
  readonly ranks: number
  readonly token: string
  /** This host; see `machineName` of connect-tcp.ts. */
  readonly machine: string
  readonly door: Door
  /** performance.now() when the meeting must be over, and how long that was from the beginning. */
  readonly deadline: number
  readonly timeoutSeconds: number
}

export interface Met {
  readonly world: World
  readonly mesh: Mesh
}

interface Guest {
  readonly talk: Talk
  readonly hello: Hello
}

/** Rank 0's part. Throws RunError; all who came by then hear the same. */
export async function hostMeeting(
  meeting: Meeting,
  run: string,
  settings: Pick<World, 'slotBytes' | 'slots' | 'shared'>,
): Promise<Met> {
  const guests = new Map<Rank, Guest>()
  let mesh: Mesh | undefined
  try {
    await gather(meeting, guests)
    const { door, machine } = meeting
    const own: Member = { host: door.host, port: door.port, machine }
    const members = [
      own,
      ...byRank(guests).map(({ hello: { host, port, machine } }) => ({ host, port, machine })),
    ]
    const world: World = { run, members, ...settings }
    mesh = weaveMesh({ ...meeting, world })
    for (const { talk } of guests.values()) talk.say({ world })
    const ready = byRank(guests).map(({ talk, hello }) => hearReady(talk, meeting, hello.rank))
    await Promise.all([mesh.complete, ...ready])
    for (const { talk } of guests.values()) {
      talk.say({ go: true })
      talk.end()
    }
    return { world, mesh }
  } catch (error) {
    mesh?.abandon()
    for (const { talk, hello } of guests.values()) {
      if (error instanceof RunError) talk.say({ problem: asSeenBy(hello.rank, error.problem) })
      talk.end()
    }
    throw error
  }
}

const byRank = (guests: ReadonlyMap<Rank, Guest>): Guest[] =>
  [...guests.values()].sort((a, b) => a.hello.rank - b.hello.rank)

/** Of problems that say who found them. */
const asSeenBy = (rank: Rank, problem: RunProblem): RunProblem =>
  problem.kind === 'peer-lost' ? { ...problem, rank } : problem

/** Until every rank has come. One that leaves again before is missing again. */
function gather(meeting: Meeting, guests: Map<Rank, Guest>): Promise<void> {
  const { ranks, door, deadline, timeoutSeconds } = meeting
  const missing = (): Rank[] =>
    Array.from({ length: ranks }, (_, rank) => rank)
      .slice(1)
      .filter((rank) => !guests.has(rank))
  return new Promise((resolve, reject) => {
    const reminder = setInterval(() => {
      for (const { talk } of guests.values()) talk.say({ missing: missing() })
    }, REMINDER_MILLISECONDS)
    const timer = setTimeout(
      () => fail({ kind: 'rank-missing', ranks: missing(), seconds: timeoutSeconds }),
      Math.max(0, deadline - performance.now()),
    )
    const stop = (): void => {
      clearInterval(reminder)
      clearTimeout(timer)
      door.receive((talk) => talk.socket.destroy())
    }
    const fail = (problem: RunProblem): void => {
      stop()
      reject(new RunError(problem))
    }
    const take = (talk: Talk, hello: Hello): void => {
      if (hello.purpose !== 'join') {
        talk.socket.destroy()
        return
      }
      const { rank } = hello
      const refuse = (theirs: RunProblem, ours: RunProblem): void => {
        talk.say({ problem: theirs })
        talk.end()
        fail(ours)
      }
      if (hello.ranks !== ranks) {
        refuse(
          { kind: 'world-size', here: hello.ranks, there: ranks, peer: 0 },
          { kind: 'world-size', here: ranks, there: hello.ranks, peer: rank },
        )
        return
      }
      const holder = guests.get(rank)
      if (rank === 0 || rank >= ranks || holder) {
        const by = holder ? addressText(holder.hello.host, holder.hello.port) : undefined
        const problem: RunProblem = { kind: 'rank-taken', rank, ...(by === undefined ? {} : { by }) }
        refuse(problem, problem)
        return
      }
      guests.set(rank, { talk, hello })
      talk.socket.once('close', () => {
        if (guests.size < ranks - 1) guests.delete(rank)
      })
      if (guests.size === ranks - 1) {
        stop()
        resolve()
      }
    }
    if (ranks === 1) {
      stop()
      resolve()
    } else door.receive(take)
  })
}

async function hearReady(talk: Talk, { deadline, timeoutSeconds, rank }: Meeting, peer: Rank): Promise<void> {
  try {
    await talk.hear(deadline)
  } catch (error) {
    throw lostBefore(error, rank, peer, timeoutSeconds)
  }
}

function lostBefore(error: unknown, rank: Rank, peer: Rank, timeoutSeconds: number): unknown {
  if (!(error instanceof TalkEnded)) return error
  return error.reason === 'silence'
    ? new RunError({ kind: 'rank-missing', ranks: [peer], seconds: timeoutSeconds })
    : new RunError({ kind: 'peer-lost', rank, peer, reason: error.reason })
}

/** Another rank's part, over a connection to rank 0 at `address`, which others shall reach under `host`. */
export async function joinMeeting(meeting: Meeting, talk: Talk, host: string, port: number): Promise<Met> {
  const { rank, ranks, token, machine, door } = meeting
  let mesh: Mesh | undefined
  try {
    const hello: Hello = { purpose: 'join', rank, ranks, host: door.host, port: door.port, machine, run: '' }
    await offerGreeting(talk, token, hello, addressText(host, port))
    const told = await hearWorld(talk, meeting)
    // Under the address that led here: rank 0 may know itself by another.
    const [first, ...others] = told.members
    const world = first ? { ...told, members: [{ ...first, host, port }, ...others] } : told
    mesh = weaveMesh({ ...meeting, world })
    const going = hearGo(talk, meeting)
    // Thrown below, if the mesh has not failed before.
    going.catch(() => {})
    await Promise.race([mesh.complete, going])
    talk.say({ ready: true })
    await going
    talk.socket.destroy()
    return { world, mesh }
  } catch (error) {
    mesh?.abandon()
    talk.socket.destroy()
    throw error
  }
}

async function hearWorld(talk: Talk, meeting: Meeting): Promise<World> {
  let missing: readonly Rank[] = []
  for (;;) {
    const said = await hearHost(talk, meeting, () => missing)
    if (Array.isArray(said.missing)) missing = said.missing as Rank[]
    if (isObject(said.world)) return said.world as unknown as World
  }
}

async function hearGo(talk: Talk, meeting: Meeting): Promise<void> {
  for (;;) if ((await hearHost(talk, meeting, () => [0])).go === true) return
}

/** What rank 0 says next; a problem is thrown. `missing`: who is to be named when it says nothing until the deadline. */
async function hearHost(
  talk: Talk,
  { deadline, timeoutSeconds, rank }: Meeting,
  missing: () => readonly Rank[],
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const said = await talk.hear(deadline)
    if (!isObject(said)) throw new TalkEnded('protocol')
    if (isObject(said.problem)) throw new RunError(said.problem as unknown as RunProblem)
    return said
  } catch (error) {
    const named = missing()
    if (error instanceof TalkEnded && error.reason === 'silence' && named.length > 0)
      throw new RunError({ kind: 'rank-missing', ranks: named, seconds: timeoutSeconds })
    throw lostBefore(error, rank, 0, timeoutSeconds)
  }
}
