/** The collectives that ringscope knows, by the names that NCCL's documentation and nccl-tests use. */

export type CollectiveName =
  | 'all_reduce'
  | 'all_gather'
  | 'reduce_scatter'
  | 'broadcast'
  | 'reduce'
  | 'gather'
  | 'scatter'
  | 'all_to_all'
  | 'send_recv'

export const COLLECTIVES: readonly CollectiveName[] = [
  'all_reduce',
  'all_gather',
  'reduce_scatter',
  'broadcast',
  'reduce',
  'gather',
  'scatter',
  'all_to_all',
  'send_recv',
]

const SPELLINGS: Readonly<Record<string, CollectiveName>> = {
  ...Object.fromEntries(COLLECTIVES.map((name) => [name.replaceAll('_', ''), name])),
  alltoallv: 'all_to_all',
  a2a: 'all_to_all',
  bcast: 'broadcast',
  p2p: 'send_recv',
}

/** "all_reduce", "AllReduce", "all-reduce", "alltoall_perf", "sendrecv" -> the name; undefined when it is none. */
export function collectiveNamed(text: string): CollectiveName | undefined {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/_perf(_mpi)?$/, '')
    .replace(/[^a-z0-9]/g, '')
  return Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined
}

/** nccl-tests' bus-bandwidth factor: busbw = algbw x factor (nccl-tests doc/PERFORMANCE.md). 0 for one rank of most. */
export function busFactor(collective: CollectiveName, ranks: number): number {
  switch (collective) {
    case 'all_reduce':
      return (2 * (ranks - 1)) / ranks
    case 'all_gather':
    case 'reduce_scatter':
    case 'gather':
    case 'scatter':
    case 'all_to_all':
      return (ranks - 1) / ranks
    case 'broadcast':
    case 'reduce':
    case 'send_recv':
      return 1
  }
}
