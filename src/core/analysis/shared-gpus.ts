/** Runs of which several ranks sit on one GPU: they take turns on it, and their rate says nothing of how GPUs are joined. */
import { groupBy } from '../base/group-by.ts'
import type { Benchmark, BenchmarkDevice } from '../evidence/benchmark.ts'
import { computed, evidenceOf } from './facts.ts'

export interface SharedGpus {
  readonly benchmark: Benchmark
  /** Devices of each GPU that more than one rank uses. */
  readonly shared: readonly (readonly BenchmarkDevice[])[]
  /** GPUs that ran, in all. */
  readonly gpus: number
}

/** Old lists print one byte, which is a bus: two GPUs of a board may share it, and only the index tells them apart. */
const seatOf = ({ host, device, busId }: BenchmarkDevice): string =>
  busId?.includes(':') ? `${host} ${busId}` : `${host} ${busId} ${device}`

/** A whole list of GPUs that comes again: containers and clouds give several hosts one name. */
function mayBeHostsOfOneName(devices: readonly BenchmarkDevice[]): boolean {
  const seats = devices.toSorted((a, b) => a.rank - b.rank).map(seatOf)
  const each = new Set(seats).size
  return seats.every((seat, at) => seat === seats[at % each])
}

/** By the bus id, which is a GPU's own on a host; processes tell two ranks from a line that was printed twice. */
export const sharedGpus = computed((facts): readonly SharedGpus[] =>
  evidenceOf(facts, 'benchmark').flatMap((benchmark): readonly SharedGpus[] => {
    const seated = benchmark.devices.filter(({ busId }) => busId !== undefined)
    const byGpu = [...groupBy(seated, seatOf).values()]
    const shared = byGpu.filter(
      (ranks) =>
        new Set(ranks.map(({ rank }) => rank)).size > 1 && new Set(ranks.map(({ pid }) => pid)).size > 1,
    )
    return shared.length > 0 && !mayBeHostsOfOneName(seated)
      ? [{ benchmark, shared, gpus: byGpu.length }]
      : []
  }),
)
