/**
 * Is a schedule right? It is carried out on symbols: the value of a chunk is the set of ranks whose input it contains. At the
 * end every rank must hold exactly what the collective promises (collectives/conditions.ts). On the way nothing is added
 * twice, nothing is read that is not there, and no step writes one chunk in two ways.
 */
import {
  type Contributors,
  equal,
  holds,
  inBoth,
  nobody,
  only,
  ranksIn,
  setOf,
  union,
} from './contributors.ts'
import { inOrder, type Message } from './order.ts'
import {
  type ChunkIndex,
  conditionsOf,
  type Rank,
  type Schedule,
  type Step,
  type Transfer,
} from './schedule.ts'

export type ScheduleProblem =
  /** It names ranks, chunks or counts that do not exist, or sends to itself. */
  | { readonly kind: 'no-such-transfer'; readonly step: number; readonly transfer: Transfer }
  /** The steps of a round differ in more than their chunks. */
  | { readonly kind: 'uneven-round'; readonly step: number }
  /** The rank sends a chunk, or adds to one, that it does not hold. */
  | {
      readonly kind: 'undefined-chunk'
      readonly step: number
      readonly rank: Rank
      readonly chunk: ChunkIndex
    }
  /** The contribution is already in the sum. */
  | {
      readonly kind: 'added-twice'
      readonly step: number
      readonly rank: Rank
      readonly chunk: ChunkIndex
      readonly contributor: Rank
    }
  /** One step replaces a chunk twice, or adds to it and replaces it. */
  | {
      readonly kind: 'conflicting-writes'
      readonly step: number
      readonly rank: Rank
      readonly chunk: ChunkIndex
    }
  /** Messages of the step wait for each other in a circle. */
  | { readonly kind: 'deadlock'; readonly step: number; readonly ranks: readonly Rank[] }
  | {
      readonly kind: 'wrong-result'
      readonly rank: Rank
      readonly chunk: ChunkIndex
      readonly missing: readonly Rank[]
      readonly surplus: readonly Rank[]
    }

export type Verified = { readonly ok: true } | { readonly ok: false; readonly problem: ScheduleProblem }

/** The first problem, if there is one. */
export function verify(schedule: Schedule): Verified {
  const problem = wrongStep(schedule) ?? deadlock(schedule)
  return problem ? { ok: false, problem } : { ok: true }
}

/** What every node holds: the contributors of each chunk. */
export interface Held {
  get(node: Rank, chunk: ChunkIndex): Contributors | undefined
  set(node: Rank, chunk: ChunkIndex, value: Contributors): void
}

/** What the ranks hold before the first step. */
export function heldBefore(schedule: Schedule): Held {
  const nodes = Array.from(
    { length: schedule.ranks + schedule.switches },
    () => new Map<ChunkIndex, Contributors>(),
  )
  const promised = conditionsOf(schedule)
  for (let rank = 0; rank < schedule.ranks; rank++) {
    const own = only(rank, schedule.ranks)
    for (const { chunk } of promised.before(rank)) nodes[rank]?.set(chunk, own)
  }
  return {
    get: (node, chunk) => nodes[node]?.get(chunk),
    set: (node, chunk, value) => void nodes[node]?.set(chunk, value),
  }
}

/** Carries a step out on what the nodes hold. */
export function carryOut(
  step: Step,
  held: Held,
  schedule: Schedule,
  number: number,
): ScheduleProblem | undefined {
  const carried = step.map(({ from, chunk, count }) => {
    const values: (Contributors | undefined)[] = []
    for (let at = chunk; at < chunk + count; at++) values.push(held.get(from, at))
    return values
  })
  const written = new Map<number, boolean>()
  for (const [index, { from, to, chunk: first, count, reduce }] of step.entries())
    for (let chunk = first; chunk < first + count; chunk++) {
      const value = carried[index]?.[chunk - first]
      if (!value) return { kind: 'undefined-chunk', step: number, rank: from, chunk }
      const cell = to * schedule.chunks + chunk
      const earlier = written.get(cell)
      if (earlier !== undefined && !(earlier && reduce))
        return { kind: 'conflicting-writes', step: number, rank: to, chunk }
      written.set(cell, reduce)
      // A switch starts empty: the first that comes is the sum so far.
      const present = held.get(to, chunk) ?? (to >= schedule.ranks ? nobody(schedule.ranks) : undefined)
      if (!reduce) held.set(to, chunk, value)
      else if (!present) return { kind: 'undefined-chunk', step: number, rank: to, chunk }
      else {
        const contributor = inBoth(present, value)
        if (contributor !== undefined)
          return { kind: 'added-twice', step: number, rank: to, chunk, contributor }
        held.set(to, chunk, union(present, value))
      }
    }
  return undefined
}

function wrongStep(schedule: Schedule): ScheduleProblem | undefined {
  const held = heldBefore(schedule)
  let number = 0
  for (const { repeat, step: stepOf } of schedule.rounds()) {
    let shape: ReadonlyMap<number, number> | undefined
    for (let turn = 0; turn < repeat; turn++) {
      const step = stepOf(turn)
      for (const transfer of step)
        if (!exists(transfer, schedule)) return { kind: 'no-such-transfer', step: number, transfer }
      if (repeat > 1) {
        const ofTurn = shapeOf(step, schedule.ranks + schedule.switches)
        if (shape && !same(shape, ofTurn)) return { kind: 'uneven-round', step: number }
        shape = ofTurn
      }
      const problem = carryOut(step, held, schedule, number)
      if (problem) return problem
      number++
    }
  }
  return wrongResult(schedule, held)
}

function exists({ from, to, chunk, count, channel }: Transfer, schedule: Schedule): boolean {
  const nodes = schedule.ranks + schedule.switches
  const natural = (value: number) => Number.isInteger(value) && value >= 0
  return (
    [from, to, chunk, count, channel].every(natural) &&
    from < nodes &&
    to < nodes &&
    from !== to &&
    count > 0 &&
    chunk + count <= schedule.chunks
  )
}

/** What the steps of a round have in common: how much goes on each connection. */
function shapeOf(step: Step, nodes: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { from, to, channel, count } of step) {
    const connection = (channel * nodes + from) * nodes + to
    counts.set(connection, (counts.get(connection) ?? 0) + count)
  }
  return counts
}

const same = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([connection, count]) => other.get(connection) === count)

function wrongResult(schedule: Schedule, held: Held): ScheduleProblem | undefined {
  const promised = conditionsOf(schedule)
  // Many chunks are owed by the same ranks.
  const sets = new Map<readonly Rank[], Contributors>()
  for (let rank = 0; rank < schedule.ranks; rank++)
    for (const { chunk, contributors } of promised.after(rank)) {
      const value = held.get(rank, chunk) ?? nobody(schedule.ranks)
      const wanted = sets.get(contributors) ?? setOf(contributors, schedule.ranks)
      sets.set(contributors, wanted)
      if (!equal(value, wanted))
        return {
          kind: 'wrong-result',
          rank,
          chunk,
          missing: contributors.filter((contributor) => !holds(value, contributor)),
          surplus: ranksIn(value).filter((contributor) => !holds(wanted, contributor)),
        }
    }
  return undefined
}

/** Messages wait for earlier steps only, but those of one step can wait for each other. */
function deadlock(schedule: Schedule): ScheduleProblem | undefined {
  let step: Message[] = []
  for (const message of inOrder(schedule)) {
    if (message.step !== step[0]?.step) {
      const circle = circleIn(step)
      if (circle) return circle
      step = []
    }
    step.push(message)
  }
  return circleIn(step)
}

function circleIn(step: readonly Message[]): ScheduleProblem | undefined {
  const first = step[0]?.index ?? 0
  const ahead = step.some(({ index, receiveAfterReceived }) =>
    receiveAfterReceived.some((earlier) => earlier > index),
  )
  if (!ahead) return undefined
  const waits = new Map(
    step.map(({ index, receiveAfterReceived }) => [
      index,
      receiveAfterReceived.filter((earlier) => earlier >= first),
    ]),
  )
  // Take away what waits for nothing, again and again: what is left stands in a circle or waits for one.
  for (let before = -1; before !== waits.size; ) {
    before = waits.size
    for (const [message, awaited] of waits)
      if (!awaited.some((other) => waits.has(other))) waits.delete(message)
  }
  if (waits.size === 0) return undefined
  const ranks = step.filter(({ index }) => waits.has(index)).map(({ to }) => to)
  return { kind: 'deadlock', step: step[0]?.step ?? 0, ranks: [...new Set(ranks)] }
}
