/** How an algorithm is written down: its chunks and rounds, its formulas. Options are filled in and checked here, once for all. */
import {
  type Algorithm,
  once,
  type Rank,
  type Round,
  type Schedule,
  type ScheduleOptions,
  type Step,
} from './schedule.ts'

/** The options with what was not given filled in. */
export interface Chosen {
  readonly ranks: number
  readonly root: Rank
  readonly pieces: number
  readonly rings: readonly (readonly Rank[])[]
  readonly ringCount: number
  readonly shape?: readonly number[]
}

export interface Definition {
  readonly id: string
  readonly collective: Algorithm['collective']
  readonly title: string
  readonly source: string
  readonly pipelined?: boolean
  /** Which options beyond any number of ranks it asks for. */
  supports?(options: Chosen): boolean
  chunks(options: Chosen): number
  switches?(options: Chosen): number
  rounds(options: Chosen): Iterable<Round>
  stepCount(options: Chosen): number
  sent(options: Chosen): { readonly max: number; readonly total: number }
}

export function algorithm(definition: Definition): Algorithm {
  const { id, collective, title, source, pipelined = false } = definition
  const supports = (options: ScheduleOptions): boolean =>
    wellFormed(options) && (definition.supports?.(chosen(options)) ?? true)
  /** A formula for options that the algorithm does not support would be a lie. */
  const checked = (options: ScheduleOptions): Chosen => {
    if (!supports(options)) throw new RangeError(`${collective} ${id}: not on ${JSON.stringify(options)}`)
    return chosen(options)
  }
  return {
    id,
    collective,
    title,
    source,
    pipelined,
    supports,
    schedule: (options): Schedule => {
      const chosen = checked(options)
      return {
        collective,
        ranks: chosen.ranks,
        root: chosen.root,
        chunks: definition.chunks(chosen),
        switches: definition.switches?.(chosen) ?? 0,
        rounds: () => definition.rounds(chosen),
      }
    },
    stepCount: (options) => definition.stepCount(checked(options)),
    sent: (options) => definition.sent(checked(options)),
  }
}

function chosen({ ranks, root = 0, pieces = 1, rings, shape }: ScheduleOptions): Chosen {
  let order: readonly (readonly Rank[])[] | undefined = rings
  return {
    ranks,
    root,
    pieces,
    ringCount: rings?.length ?? 1,
    // Most readers never ask, and 65,536 ranks are many to count.
    get rings() {
      order ??= [Array.from({ length: ranks }, (_, rank) => rank)]
      return order
    },
    ...(shape === undefined ? {} : { shape }),
  }
}

function wellFormed({ ranks, root = 0, pieces = 1, rings, shape }: ScheduleOptions): boolean {
  const counts = (number: number) => Number.isInteger(number) && number >= 1
  return (
    counts(ranks) &&
    counts(pieces) &&
    Number.isInteger(root) &&
    root >= 0 &&
    root < ranks &&
    (rings === undefined || (rings.length > 0 && rings.every((ring) => isOrderOf(ring, ranks)))) &&
    (shape === undefined || (shape.every(counts) && shape.reduce((all, size) => all * size, 1) === ranks))
  )
}

function isOrderOf(ring: readonly Rank[], ranks: number): boolean {
  if (ring.length !== ranks) return false
  const visited = new Uint8Array(ranks)
  for (const rank of ring) {
    // Neither a rank twice nor what is none has such a place.
    if (visited[rank] !== 0) return false
    visited[rank] = 1
  }
  return true
}

/** One step from a list that holds something: a single rank has nothing to do, and that takes no step. */
export const onceUnlessEmpty = (step: Step): readonly Round[] => (step.length === 0 ? [] : [once(() => step)])
