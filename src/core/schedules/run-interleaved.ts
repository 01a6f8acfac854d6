/**
 * A schedule carried out on real numbers, in an order drawn by lot among all that order.ts and full buffers allow: sends and
 * receipts of all ranks mixed. Whatever the lot, the result must be right, and the same to the bit as in step order.
 */
import { type Random, seededRandom } from '../base/random.ts'
import { inOrder, type Message } from './order.ts'
import { type ChunkIndex, conditionsOf, type Rank, type Schedule } from './schedule.ts'
import { drawOrder, type Wait } from './topological-order.ts'

export interface Interleaving {
  /** Messages that a connection holds between send and receipt. */
  readonly slots: number
  readonly seed: number
}

export type Run =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly problem:
        | { readonly kind: 'deadlock'; readonly done: number; readonly events: number }
        | {
            readonly kind: 'wrong-number'
            readonly rank: Rank
            readonly chunk: ChunkIndex
            readonly seen: number | undefined
            readonly wanted: number
          }
        | { readonly kind: 'other-bits'; readonly rank: Rank; readonly chunk: ChunkIndex }
    }

export function runInterleaved(schedule: Schedule, { slots, seed }: Interleaving): Run {
  const random = seededRandom(seed)
  const messages = [...inOrder(schedule)]
  const inputs = inputsOf(schedule, random)
  const drawn = drawOrder(2 * messages.length, waitsOf(messages, slots), random)
  if (drawn.length < 2 * messages.length)
    return { ok: false, problem: { kind: 'deadlock', done: drawn.length, events: 2 * messages.length } }
  return compare(schedule, inputs, {
    asDrawn: carryOut(schedule, messages, inputs, drawn),
    inSteps: carryOut(schedule, messages, inputs, stepOrder(messages)),
  })
}

/** Event 2m is the sending of message m, event 2m+1 its receipt. */
type Event = number
type Values = readonly Map<ChunkIndex, number>[]

function inputsOf(schedule: Schedule, random: Random): Values {
  const promised = conditionsOf(schedule)
  return Array.from(
    { length: schedule.ranks },
    (_, rank) => new Map(promised.before(rank).map(({ chunk }) => [chunk, random() - 0.5])),
  )
}

/** What the events wait for; a connection holds no more than `slots` messages. */
const waitsOf =
  (messages: readonly Message[], slots: number) =>
  (wait: Wait): void => {
    const turns = new Map<string, Event[][]>()
    const connections = new Map<string, number[]>()
    for (const { index, from, to, channel, turn, ...rest } of messages) {
      const [send, receipt] = [2 * index, 2 * index + 1]
      wait(receipt, send)
      for (const earlier of rest.sendAfter) wait(send, 2 * earlier + 1)
      for (const earlier of rest.receiveAfterReceived) wait(receipt, 2 * earlier + 1)
      for (const earlier of rest.receiveAfterSent) wait(receipt, 2 * earlier)

      const line = inList(turns, `${from}/${channel}`)
      for (const earlier of line[turn - 1] ?? []) wait(send, earlier)
      line[turn] = [...(line[turn] ?? []), send]

      const connection = inList(connections, `${from}>${to}/${channel}`)
      const previous = connection.at(-1)
      if (previous !== undefined) {
        wait(send, 2 * previous)
        wait(receipt, 2 * previous + 1)
      }
      const freesSlot = connection.at(-slots)
      if (freesSlot !== undefined) wait(send, 2 * freesSlot + 1)
      connection.push(index)
    }
  }

function inList<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Step by step: all sends, then all receipts. */
function stepOrder(messages: readonly Message[]): readonly Event[] {
  const rank = (event: Event) => (messages[event >> 1]?.step ?? 0) * 2 + (event & 1)
  return messages
    .flatMap(({ index }) => [2 * index, 2 * index + 1])
    .sort((one, other) => rank(one) - rank(other) || one - other)
}

function carryOut(
  schedule: Schedule,
  messages: readonly Message[],
  inputs: Values,
  order: readonly Event[],
): Values {
  const held = [
    ...inputs.map((input) => new Map(input)),
    ...Array.from({ length: schedule.switches }, () => new Map<ChunkIndex, number>()),
  ]
  const carried = new Map<number, readonly (number | undefined)[]>()
  for (const event of order) {
    const { index, from, to, transfers } = messages[event >> 1] as Message
    const chunks = transfers.flatMap(({ chunk, count, reduce }) =>
      Array.from({ length: count }, (_, at) => ({ chunk: chunk + at, reduce })),
    )
    if (event % 2 === 0) {
      carried.set(
        index,
        chunks.map(({ chunk }) => held[from]?.get(chunk)),
      )
      continue
    }
    const values = carried.get(index) ?? []
    carried.delete(index)
    for (const [at, { chunk, reduce }] of chunks.entries()) {
      const present = held[to]?.get(chunk)
      const value = values[at] ?? Number.NaN
      const sum = present === undefined && to >= schedule.ranks ? value : (present ?? Number.NaN) + value
      held[to]?.set(chunk, reduce ? sum : value)
    }
  }
  return held
}

function compare(schedule: Schedule, inputs: Values, runs: { asDrawn: Values; inSteps: Values }): Run {
  const promised = conditionsOf(schedule)
  for (let rank = 0; rank < schedule.ranks; rank++)
    for (const { chunk, contributors } of promised.after(rank)) {
      const wanted = contributors.reduce((sum, from) => sum + (inputs[from]?.get(chunk) ?? Number.NaN), 0)
      const seen = runs.asDrawn[rank]?.get(chunk)
      // Additions in another order differ in the last bits, not more.
      if (seen === undefined || !(Math.abs(seen - wanted) <= 1e-12 * schedule.ranks))
        return { ok: false, problem: { kind: 'wrong-number', rank, chunk, seen, wanted } }
      if (!Object.is(seen, runs.inSteps[rank]?.get(chunk)))
        return { ok: false, problem: { kind: 'other-bits', rank, chunk } }
    }
  return { ok: true }
}
