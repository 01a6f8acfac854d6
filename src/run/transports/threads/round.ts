/**
 * A barrier of ranks that share a memory: each writes the number of the round into a word of its
 * own and looks at the words of the others.
 */
import type { Control } from './control.ts'
import type { Doorbell } from './doorbell.ts'
import { livenessOf } from './liveness.ts'

export interface Round {
  readonly control: Control
  readonly doorbell: Doorbell
  readonly rank: number
  readonly ranks: number
  /** Wraps around after 2^32. */
  number: number
  /** By rank, the words that it is written into. */
  flags: readonly number[]
  /** The first rank that is not known to have arrived. */
  next: number
  /** All have arrived, or one never will. */
  readonly settled: () => boolean
}

export function createRound(control: Control, doorbell: Doorbell, rank: number, ranks: number): Round {
  const round: Round = {
    control,
    doorbell,
    rank,
    ranks,
    number: 0,
    flags: [],
    next: ranks,
    settled: () => allArrived(round) || departedRank(round) !== undefined,
  }
  return round
}

/** Marks this rank as arrived. */
export function arrive(round: Round, flags: readonly number[]): void {
  round.flags = flags
  round.next = 0
  Atomics.store(round.control.words, flags[round.rank] ?? 0, round.number)
  round.doorbell.ringSleepers()
}

export function allArrived(round: Round): boolean {
  while (round.next < round.ranks) {
    if (hasArrived(round, round.next)) round.next++
    else return false
  }
  return true
}

const hasArrived = ({ control, flags, number }: Round, rank: number): boolean =>
  ((Atomics.load(control.words, flags[rank] ?? 0) - number) | 0) >= 0

export const missingRanks = (round: Round): number[] =>
  Array.from({ length: round.ranks }, (_, rank) => rank).filter((rank) => !hasArrived(round, rank))

/** One that has departed without having arrived. */
export function departedRank(round: Round): number | undefined {
  const { control } = round
  if (Atomics.load(control.words, control.departures) === 0) return undefined
  // Checked again, since it may have arrived and departed after the first look.
  return missingRanks(round).find((rank) => livenessOf(control, rank) !== 'here' && !hasArrived(round, rank))
}
