/** Everyone with everyone in one step, nearest neighbour first, so that not all begin with the same receiver. */
import type { Rank, Step, Transfer } from '../schedule.ts'

export function exchangeAll(ranks: number, transfer: (from: Rank, to: Rank) => Transfer): Step {
  const step: Transfer[] = []
  for (let ahead = 1; ahead < ranks; ahead++)
    for (let from = 0; from < ranks; from++) step.push(transfer(from, (from + ahead) % ranks))
  return step
}
