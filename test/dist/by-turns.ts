/** Numbers of ranks that are not tried each time: of all of them, over each way of starting ranks, one by turns. */
import { sampled } from '../sampled.ts'

const BY_TURNS = {
  direct: [1, 4, 6, 7],
  threads: [1, 4, 5, 6, 7],
  tcp: [1, 2, 4, 5, 6, 7],
}
type Way = keyof typeof BY_TURNS

const all = (Object.keys(BY_TURNS) as Way[]).flatMap((way) => BY_TURNS[way].map((ranks) => ({ way, ranks })))
const taken = sampled(all, { count: 1 }, 'numbers of ranks')

/** What this run tries of a way, beside what it always tries. */
export const byTurns = (way: Way): readonly number[] =>
  taken.flatMap((turn) => (turn.way === way ? [turn.ranks] : []))
