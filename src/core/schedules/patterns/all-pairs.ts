/** Everyone with everyone in one step, nearest neighbour first, so that not all begin with the same receiver. */
import { once, type Pairs, type Rank, type Round, type Step, type Transfer } from '../schedule.ts'

/** Nothing where there is nobody else. Each transfer has `count` chunks and goes on channel 0. */
export function exchangeAll(
  ranks: number,
  count: number,
  transfer: (from: Rank, to: Rank) => Transfer,
): readonly Round[] {
  if (ranks < 2) return []
  let step: Step | undefined
  const made = (): Step => {
    step ??= Array.from({ length: ranks - 1 }, (_, other) =>
      Array.from({ length: ranks }, (_its, from) => transfer(from, (from + other + 1) % ranks)),
    ).flat()
    return step
  }
  return [{ ...once(made), pairs: () => [pairsOf(ranks, count)] }]
}

function pairsOf(ranks: number, count: number): Pairs {
  const all = ranks * (ranks - 1)
  const pairs = { channel: 0, from: new Int32Array(all), to: new Int32Array(all), count }
  let at = 0
  for (let ahead = 1; ahead < ranks; ahead++)
    for (let from = 0; from < ranks; from++, at++) {
      pairs.from[at] = from
      pairs.to[at] = (from + ahead) % ranks
    }
  return pairs
}
