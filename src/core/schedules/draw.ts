/** The step table of a schedule, as data to draw: what each node sends in each step, and what each of its chunks then holds. */
import { type Contributors, equal, ranksIn, setOf } from './contributors.ts'
import { type ChunkIndex, conditionsOf, type Rank, type Schedule, type Transfer } from './schedule.ts'
import { carryOut, heldBefore } from './verify.ts'

export interface Cell {
  /** Ranks whose data is in it; none: the node does not hold the chunk. */
  readonly contributors: readonly Rank[]
  /** It is just what the collective owes this rank. */
  readonly done: boolean
  /** It came, or was added to, in this step. */
  readonly changed: boolean
}

export interface DrawnStep {
  /** By node, the ranks first, then the switches that add. */
  readonly sends: readonly (readonly Transfer[])[]
  /** After the step: by node, then by chunk. */
  readonly held: readonly (readonly Cell[])[]
}

export interface Drawing {
  readonly ranks: number
  readonly switches: number
  readonly chunks: number
  readonly before: readonly (readonly Cell[])[]
  readonly steps: readonly DrawnStep[]
}

/** Of a schedule that verifies; every step is carried out, so it is for few ranks. */
export function draw(schedule: Schedule): Drawing {
  const { ranks, switches, chunks } = schedule
  const held = heldBefore(schedule)
  const owed = owedSets(schedule)
  const nodes = Array.from({ length: ranks + switches }, (_, node) => node)
  const cells = (changed: ReadonlySet<number>) =>
    nodes.map((node) =>
      Array.from({ length: chunks }, (_, chunk): Cell => {
        const value = held.get(node, chunk)
        const wanted = owed[node]?.get(chunk)
        return {
          contributors: value ? ranksIn(value) : [],
          done: value !== undefined && wanted !== undefined && equal(value, wanted),
          changed: changed.has(node * chunks + chunk),
        }
      }),
    )
  const before = cells(new Set())
  const steps: DrawnStep[] = []
  for (const { repeat, step: stepOf } of schedule.rounds())
    for (let turn = 0; turn < repeat; turn++) {
      const step = stepOf(turn)
      carryOut(step, held, schedule, steps.length)
      const changed = new Set(
        step.flatMap(({ to, chunk, count }) =>
          Array.from({ length: count }, (_, at) => to * chunks + chunk + at),
        ),
      )
      steps.push({
        sends: nodes.map((node) => step.filter(({ from }) => from === node)),
        held: cells(changed),
      })
    }
  return { ranks, switches, chunks, before, steps }
}

function owedSets(schedule: Schedule): readonly ReadonlyMap<ChunkIndex, Contributors>[] {
  const promised = conditionsOf(schedule)
  return Array.from(
    { length: schedule.ranks },
    (_, rank) =>
      new Map(
        promised.after(rank).map(({ chunk, contributors }) => [chunk, setOf(contributors, schedule.ranks)]),
      ),
  )
}
