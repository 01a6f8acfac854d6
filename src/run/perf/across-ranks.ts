/** What ranks exchange between timed calls: a number each, or the times of all at rank 0. */
import type { Communicator } from '../communicator/communicator.ts'

/** The number of each rank, at all of them. */
export async function each(comm: Communicator, value: number): Promise<readonly number[]> {
  const mine = comm.alloc(Float64Array, 1)
  const all = comm.alloc(Float64Array, comm.size)
  mine[0] = value
  await comm.allGather(mine, all)
  const values = [...all]
  comm.free(mine)
  comm.free(all)
  return values
}

export const most = async (comm: Communicator, value: number): Promise<number> =>
  Math.max(...(await each(comm, value)))

export const sum = async (comm: Communicator, value: number): Promise<number> =>
  (await each(comm, value)).reduce((total, part) => total + part, 0)

export const fromRankZero = async (comm: Communicator, value: number): Promise<number> =>
  (await each(comm, value))[0] ?? value

export const ranksOf = (comm: Communicator): readonly number[] =>
  Array.from({ length: comm.size }, (_, rank) => rank)

/** The times of every rank at rank 0; at the others their own. */
export async function gathered(comm: Communicator, times: Float64Array): Promise<readonly Float64Array[]> {
  if (comm.rank !== 0) {
    await comm.gather(times, undefined)
    return [times.slice()]
  }
  const all = comm.alloc(Float64Array, times.length * comm.size)
  await comm.gather(times, all)
  const byRank = ranksOf(comm).map((rank) => all.slice(rank * times.length, (rank + 1) * times.length))
  comm.free(all)
  return byRank
}
