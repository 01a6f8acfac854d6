/**
 * Which ops of a program are one message of its schedule. The compiler cuts a message where its chunks do not stand together at
 * both ends; a short one is better sent whole, its parts one after the other in one slot, since each message costs some
 * microseconds. What is joined follows from the schedule and the programs of all ranks, in place and not: both ends join alike.
 */

import { type Op, type Program, type Programs, receives, sends } from '../../core/programs/program.ts'
import { inOrder } from '../../core/schedules/order.ts'
import type { Rank, Schedule } from '../../core/schedules/schedule.ts'

/** Chunks of each message of a connection, in the order in which they are sent; by connectionOf. */
export type MessageChunks = ReadonlyMap<string, readonly number[]>

export function messageChunks(schedule: Schedule): MessageChunks {
  const chunks = new Map<string, number[]>()
  for (const { from, to, channel, transfers } of inOrder(schedule)) {
    const key = connectionOf(channel, from, to)
    const counts = chunks.get(key) ?? []
    counts.push(transfers.reduce((sum, { count }) => sum + count, 0))
    chunks.set(key, counts)
  }
  return chunks
}

const connectionOf = (channel: number, from: Rank, to: Rank): string => `${channel}/${from}/${to}`

/**
 * Of each block of the rank's program, in the first of `layouts`, how many ops in turn go together: [1, 1, 4, …]. `mostCount`: chunks
 * that a slot holds of any type.
 */
export function joinedOps(
  messages: MessageChunks,
  layouts: readonly Programs[],
  rank: Rank,
  mostCount: number,
): readonly (readonly number[])[] {
  const ends = layouts.map(({ programs }) => endsOf(programs))
  const own = layouts[0]?.programs[rank]
  const lengths = (own?.blocks ?? []).map(({ ops }) => ops.map(() => 1))
  for (const [connection, chunks] of messages) {
    const cut = ends.map((all) => all.get(connection)).map((end) => end && cutAs(end, chunks))
    for (const [at, count] of chunks.entries()) {
      const whole = cut.every((end) => isWhole(end?.sent[at]) && isWhole(end?.received[at]))
      if (!whole || count > mostCount) continue
      for (const places of [cut[0]?.sent[at] ?? [], cut[0]?.received[at] ?? []])
        for (const [part, { rank: of, block, place }] of places.entries())
          if (of === rank) (lengths[block] as number[])[place] = part === 0 ? places.length : 0
    }
  }
  return lengths.map((parts) => parts.filter((length) => length > 0))
}

interface Place {
  readonly rank: Rank
  readonly block: number
  readonly place: number
  readonly kind: Op['kind']
  readonly count: number
}

interface Ends<Value> {
  readonly sent: Value
  readonly received: Value
}

/** The ops at both ends of each connection, in order. */
function endsOf(programs: readonly Program[]): ReadonlyMap<string, Ends<readonly Place[]>> {
  const ends = new Map<string, Ends<Place[]>>()
  const at = (key: string): Ends<Place[]> => {
    const end = ends.get(key) ?? { sent: [], received: [] }
    ends.set(key, end)
    return end
  }
  for (const { rank, blocks } of programs)
    for (const [block, { channel, sendTo, receiveFrom, ops }] of blocks.entries())
      for (const [place, { kind, count }] of ops.entries()) {
        const op: Place = { rank, block, place, kind, count }
        if (sends(kind)) at(connectionOf(channel, rank, sendTo ?? -1)).sent.push(op)
        if (receives(kind)) at(connectionOf(channel, receiveFrom ?? -1, rank)).received.push(op)
      }
  return ends
}

const cutAs = (
  ends: Ends<readonly Place[]>,
  chunks: readonly number[],
): Ends<readonly (readonly Place[])[]> => ({
  sent: byMessage(ends.sent, chunks),
  received: byMessage(ends.received, chunks),
})

/** No op has chunks of two messages. */
function byMessage(places: readonly Place[], chunks: readonly number[]): readonly (readonly Place[])[] {
  let next = 0
  return chunks.map((count) => {
    const first = next
    for (let seen = 0; seen < count; next++) seen += places[next]?.count ?? count
    return places.slice(first, next)
  })
}

/** Several ops that follow each other and do the same. One that passes on what comes belongs to two messages. */
const isWhole = (places: readonly Place[] | undefined): boolean =>
  places !== undefined &&
  places.length > 1 &&
  places.every(
    ({ kind, place }, at) =>
      kind === places[0]?.kind && place === places[0].place + at && !(sends(kind) && receives(kind)),
  )
