/**
 * What the order of steps means: the only place where it becomes waits. Verification, simulation, programs and runs all read it here.
 *
 * 1. A transfer carries the value that its chunk had before its step.
 * 2. What is read from and written to one chunk at one rank takes effect in step order, within a step in list order. So sums
 *    are added up in the same order everywhere, and results are identical to the bit. (Programs add in the order of the ranks
 *    where several ranks add up the same values in one step: same-sums.ts.)
 * 3. A rank sends the transfers of one channel in step order.
 * 4. Transfers of one step with equal from, to and channel are one message. The messages of a connection arrive as they were sent.
 *
 * There is no other order: a step is no time and no barrier.
 */
import type { ChunkIndex, Rank, Schedule, Transfer } from './schedule.ts'

/** Messages are numbered from 0 in step order; all waits name messages by these numbers. */
export interface Message {
  readonly index: number
  readonly step: number
  readonly from: Rank
  readonly to: Rank
  readonly channel: number
  readonly transfers: readonly Transfer[]
  /** Counts the steps in which `from` sends on `channel`: a message may go when all of earlier turns have gone. */
  readonly turn: number
  /** `from` has received these before it sends this one. */
  readonly sendAfter: readonly number[]
  /** `to` has received these before it takes this one in: it writes after them. */
  readonly receiveAfterReceived: readonly number[]
  /** `to` has sent these before it takes this one in: they carry what it overwrites. */
  readonly receiveAfterSent: readonly number[]
}

/**
 * All messages in step order. A reader that handles transfers singly (a program's ops) takes `by: 'transfer'`: every transfer
 * is a message of its own. By message, a wait may name a later message of the same step; a circle of such waits is a deadlock.
 */
export function* inOrder(schedule: Schedule, by: 'message' | 'transfer' = 'message'): Iterable<Message> {
  const nodes = schedule.ranks + schedule.switches
  const accesses = accessesTo(nodes, schedule.chunks)
  const turnOf = turnsOf(nodes)
  let index = 0
  let step = 0
  for (const round of schedule.rounds())
    for (let turn = 0; turn < round.repeat; turn++) {
      const transfers = round.step(turn)
      const messages: Draft[] = []
      /** The message of each transfer. Rule 4. */
      const messageOf: Draft[] = []
      const byConnection = new Map<number, Draft>()
      for (const transfer of transfers) {
        const { from, to, channel } = transfer
        const connection = (channel * nodes + from) * nodes + to
        let message = by === 'message' ? byConnection.get(connection) : undefined
        if (message) message.transfers.push(transfer)
        else {
          message = {
            index: index++,
            step,
            from,
            to,
            channel,
            transfers: [transfer],
            turn: turnOf(from, channel, step),
            sendAfter: NOTHING,
            receiveAfterReceived: NOTHING,
            receiveAfterSent: NOTHING,
          }
          messages.push(message)
          if (by === 'message') byConnection.set(connection, message)
        }
        messageOf.push(message)
      }
      // Rule 1: everything that a step sends is read before anything that it brings is written.
      for (let at = 0; at < transfers.length; at++)
        accesses.read(messageOf[at] as Draft, transfers[at] as Transfer)
      for (let at = 0; at < transfers.length; at++)
        accesses.write(messageOf[at] as Draft, transfers[at] as Transfer)
      yield* messages
      step++
    }
}

interface Draft extends Message {
  readonly transfers: Transfer[]
  sendAfter: readonly number[]
  receiveAfterReceived: readonly number[]
  receiveAfterSent: readonly number[]
}

const NOTHING: readonly number[] = []

/** Rule 3. */
function turnsOf(nodes: number): (from: Rank, channel: number, step: number) => number {
  const latest = new Map<number, { turn: number; step: number }>()
  return (from, channel, step) => {
    const line = channel * nodes + from
    const last = latest.get(line)
    if (!last) {
      latest.set(line, { turn: 0, step })
      return 0
    }
    if (last.step !== step) {
      last.step = step
      last.turn++
    }
    return last.turn
  }
}

/** Rule 2: who wrote each chunk at each node last, and who read it since. */
function accessesTo(nodes: number, chunks: number) {
  const cellOf = cells(nodes, chunks)
  const lastWrite = column(nodes * chunks)
  const lastRead = column(nodes * chunks)
  /** Further reads since the last write, where there is more than one. */
  const olderReads = new Map<number, number[]>()

  return {
    read(message: Draft, { from, chunk, count }: Transfer): void {
      for (let at = chunk; at < chunk + count; at++) {
        const cell = cellOf(from, at)
        message.sendAfter = withOnce(message.sendAfter, lastWrite[cell] ?? NONE)
        const earlier = lastRead[cell] ?? NONE
        if (earlier !== NONE && earlier !== message.index) {
          const older = olderReads.get(cell)
          if (older) older.push(earlier)
          else olderReads.set(cell, [earlier])
        }
        lastRead[cell] = message.index
      }
    },
    write(message: Draft, { to, chunk, count }: Transfer): void {
      for (let at = chunk; at < chunk + count; at++) {
        const cell = cellOf(to, at)
        const earlier = lastWrite[cell] ?? NONE
        if (earlier !== message.index)
          message.receiveAfterReceived = withOnce(message.receiveAfterReceived, earlier)
        message.receiveAfterSent = withOnce(message.receiveAfterSent, lastRead[cell] ?? NONE)
        if (olderReads.size > 0) {
          for (const older of olderReads.get(cell) ?? [])
            message.receiveAfterSent = withOnce(message.receiveAfterSent, older)
          olderReads.delete(cell)
        }
        lastWrite[cell] = message.index
        lastRead[cell] = NONE
      }
    },
  }
}

const NONE = -1

/** Waits of a message are few; a list that is still shared is never written to. */
function withOnce(list: readonly number[], message: number): readonly number[] {
  if (message === NONE || list[list.length - 1] === message || list.includes(message)) return list
  if (list.length === 0) return [message]
  ;(list as number[]).push(message)
  return list
}

/** Above this many cells only those that are used get a place: an all_to_all touches few of its N³. */
const DENSE_CELLS = 2 ** 24

function cells(nodes: number, chunks: number): (node: Rank, chunk: ChunkIndex) => number {
  if (nodes * chunks <= DENSE_CELLS) return (node, chunk) => node * chunks + chunk
  const places = new Map<number, number>()
  return (node, chunk) => {
    const key = node * chunks + chunk
    const place = places.get(key) ?? places.size
    places.set(key, place)
    return place
  }
}

const column = (cellCount: number): Int32Array | number[] =>
  cellCount <= DENSE_CELLS ? new Int32Array(cellCount).fill(NONE) : []
