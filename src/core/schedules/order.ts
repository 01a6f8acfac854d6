/**
 * What the order of steps means: the only place where it becomes waits. Verification, simulation, programs and runs all read it here.
 *
 * 1. A transfer carries the value that its chunk had before its step.
 * 2. What is read from and written to one chunk at one rank takes effect in step order, within a step in list order. So sums
 *    are added up in the same order everywhere, and results are identical to the bit.
 * 3. A rank sends the transfers of one channel in step order.
 * 4. Transfers of one step with equal from, to and channel are one message. The messages of a connection arrive as they were sent.
 *
 * There is no other order: a step is no time and no barrier.
 */
import type { ChunkIndex, Rank, Schedule, Step, Transfer } from './schedule.ts'

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
      const messages =
        by === 'message'
          ? together(transfers, nodes)
          : transfers.map((transfer) => ({ transfers: [transfer] }))
      const ordered = messages.map(({ transfers: its }) => draft(its, index++, step, turnOf))
      // Rule 1: everything that a step sends is read before anything that it brings is written.
      for (const message of ordered) accesses.read(message)
      if (by === 'transfer')
        for (const message of ordered) accesses.write(message, message.transfers[0] as Transfer)
      else {
        const messageOf = new Map(
          ordered.flatMap((message) => message.transfers.map((its) => [its, message])),
        )
        for (const transfer of transfers) accesses.write(messageOf.get(transfer) as Draft, transfer)
      }
      yield* ordered
      step++
    }
}

interface Draft extends Message {
  sendAfter: number[]
  receiveAfterReceived: number[]
  receiveAfterSent: number[]
}

function draft(
  transfers: readonly Transfer[],
  index: number,
  step: number,
  turnOf: (from: Rank, channel: number, step: number) => number,
): Draft {
  const { from, to, channel } = transfers[0] as Transfer
  const turn = turnOf(from, channel, step)
  return {
    index,
    step,
    from,
    to,
    channel,
    transfers,
    turn,
    sendAfter: [],
    receiveAfterReceived: [],
    receiveAfterSent: [],
  }
}

/** Rule 4. */
function together(step: Step, nodes: number): readonly { readonly transfers: Transfer[] }[] {
  const byConnection = new Map<number, { readonly transfers: Transfer[] }>()
  for (const transfer of step) {
    const connection = (transfer.channel * nodes + transfer.from) * nodes + transfer.to
    const message = byConnection.get(connection)
    if (message) message.transfers.push(transfer)
    else byConnection.set(connection, { transfers: [transfer] })
  }
  return [...byConnection.values()]
}

/** Rule 3. */
function turnsOf(nodes: number): (from: Rank, channel: number, step: number) => number {
  const latest = new Map<number, { turn: number; step: number }>()
  return (from, channel, step) => {
    const line = channel * nodes + from
    const its = latest.get(line)
    if (!its) {
      latest.set(line, { turn: 0, step })
      return 0
    }
    if (its.step !== step) {
      its.step = step
      its.turn++
    }
    return its.turn
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
    read(message: Draft): void {
      for (const { from, chunk, count } of message.transfers)
        for (let its = chunk; its < chunk + count; its++) {
          const cell = cellOf(from, its)
          addOnce(message.sendAfter, lastWrite[cell] ?? NONE)
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
      for (let its = chunk; its < chunk + count; its++) {
        const cell = cellOf(to, its)
        const earlier = lastWrite[cell] ?? NONE
        if (earlier !== message.index) addOnce(message.receiveAfterReceived, earlier)
        addOnce(message.receiveAfterSent, lastRead[cell] ?? NONE)
        for (const older of olderReads.get(cell) ?? []) addOnce(message.receiveAfterSent, older)
        lastWrite[cell] = message.index
        lastRead[cell] = NONE
        olderReads.delete(cell)
      }
    },
  }
}

const NONE = -1

function addOnce(list: number[], message: number): void {
  if (message !== NONE && list[list.length - 1] !== message && !list.includes(message)) list.push(message)
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
