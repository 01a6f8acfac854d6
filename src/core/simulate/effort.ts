/**
 * How much of a simulation is worth its time, in work that is counted, so that what is left out is the same on every machine.
 * Beside others no algorithm may take long; one that is asked for alone may.
 */

export interface Effort {
  /** By rounds: links on the ways of messages that are looked up; of the turns of a round one counts. */
  readonly crossings: number
  /** Message by message, before it begins: links on the ways of all messages. */
  readonly eventCrossings: number
  /** Message by message: flows looked at on links that they share, and what its messages cost beside that: some 10 ns each. */
  readonly looks: number
}

export const UNLIMITED: Effort = {
  crossings: Number.POSITIVE_INFINITY,
  eventCrossings: Number.POSITIVE_INFINITY,
  looks: Number.POSITIVE_INFINITY,
}

/** What the columns and the queue take for a message, and the order of reads and writes for a chunk in it: 1 us and 50 ns. */
const LOOKS_OF_A_MESSAGE = 100
const LOOKS_OF_A_CHUNK = 5

/** What so many messages cost with nothing in them. */
export const looksOfMessages = (messages: number, chunks: number): number =>
  messages * LOOKS_OF_A_MESSAGE + chunks * LOOKS_OF_A_CHUNK

/** What a link of a message costs when it is simulated message by message, in those of a round: about 5 us to 100 ns. */
const EVENT_COSTS = 50
const LOOKS_A_CROSSING = 100

/** So many links of messages by rounds, and what takes as long message by message. */
export const effortOf = (crossings: number): Effort => ({
  crossings,
  eventCrossings: crossings / EVENT_COSTS,
  looks: crossings * LOOKS_A_CROSSING,
})

/** Up to so many ranks so many looks: how badly links are shared grows with the ranks faster than what it is worth to know. */
const LOOKS_BESIDE_OTHERS: readonly (readonly [ranks: number, looks: number])[] = [
  [64, 400e6],
  [128, 200e6],
  [Number.POSITIVE_INFINITY, 25e6],
]

/** Of each algorithm beside others: a second by rounds; message by message four seconds on a graph of few ranks, on a large one a quarter. */
export const effortBesideOthers = (ranks: number): Effort => ({
  crossings: 16e6,
  eventCrossings: Number.POSITIVE_INFINITY,
  looks: LOOKS_BESIDE_OTHERS.find(([most]) => ranks <= most)?.[1] ?? 0,
})
