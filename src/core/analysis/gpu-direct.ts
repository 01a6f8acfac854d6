/**
 * GPUDirect RDMA by host: how many of its network connections use it. Sockets have none and are left out, and so are
 * GPUs that a driver does not let do it.
 */
import { groupBy } from '../base/group-by.ts'
import { computed } from './facts.ts'
import { type EdgeEnd, networkEdges } from './network-edges.ts'

export interface GpuDirectOfHost {
  readonly host: string | undefined
  readonly withIt: readonly EdgeEnd[]
  readonly without: readonly EdgeEnd[]
  /** Lines, one a channel and peer. */
  readonly linesWith: number
  readonly linesWithout: number
}

export const gpuDirectByHost = computed((facts): readonly GpuDirectOfHost[] => {
  const rdma = networkEdges(facts).filter(({ transport }) => transport.network !== 'Socket')
  return [...groupBy(rdma, ({ host }) => host)].map(([host, ends]) => {
    const withIt = ends.filter(({ transport }) => transport.gpuDirect)
    const without = ends.filter(({ transport }) => !transport.gpuDirect)
    return { host, withIt, without, linesWith: lines(withIt), linesWithout: lines(without) }
  })
})

const lines = (ends: readonly EdgeEnd[]): number => ends.reduce((sum, end) => sum + end.lines, 0)
