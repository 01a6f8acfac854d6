/**
 * How far the clock of a rank (performance.now()) is from rank 0's: of many round trips the shortest, whose middle is known best
 * (Cristian, "Probabilistic clock synchronization", 1989). Off by half of that trip at the most.
 */
import type { Communicator } from '../communicator/communicator.ts'

const TRIPS = 64

/** In milliseconds, at every rank: its own clock minus that of rank 0. */
export async function clockOffset(comm: Communicator): Promise<number> {
  const word = comm.alloc(Float64Array, 1)
  let offset = 0
  for (let rank = 1; rank < comm.size; rank++) {
    await comm.barrier()
    if (comm.rank === 0) {
      const measured = await offsetOf(comm, rank, word)
      word[0] = measured
      await comm.send(word, rank)
    } else if (comm.rank === rank) {
      await answer(comm, word)
      await comm.receive(word, 0)
      offset = word[0] ?? 0
    }
  }
  comm.free(word)
  return offset
}

async function offsetOf(comm: Communicator, peer: number, word: Float64Array): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  let offset = 0
  for (let trip = 0; trip < TRIPS; trip++) {
    const start = performance.now()
    if (comm.sync) {
      comm.sendSync(word, peer)
      comm.receiveSync(word, peer)
    } else {
      await comm.send(word, peer)
      await comm.receive(word, peer)
    }
    const end = performance.now()
    if (end - start >= shortest) continue
    shortest = end - start
    offset = (word[0] ?? 0) - (start + end) / 2
  }
  return offset
}

async function answer(comm: Communicator, word: Float64Array): Promise<void> {
  for (let trip = 0; trip < TRIPS; trip++) {
    if (comm.sync) comm.receiveSync(word, 0)
    else await comm.receive(word, 0)
    word[0] = performance.now()
    if (comm.sync) comm.sendSync(word, 0)
    else await comm.send(word, 0)
  }
}
