/** What each rank does for `perf`: a program for launch (launch/launch.ts). Rank 0 reports rows as they are measured. */
import { hostname } from 'node:os'
import type { PerfPairs, PerfRow, PerfRun } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator.ts'
import type { RankContext } from '../launch/launch.ts'
import { measure } from './measure.ts'
import type { PerfOptions } from './options.ts'
import { measurePairs, type PairsOptions } from './pairs.ts'

/** What rank 0 reports on the way. */
export type PerfReport =
  | { readonly kind: 'begin'; readonly run: PerfRun }
  | { readonly kind: 'row'; readonly row: PerfRow; readonly run: PerfRun }
  | {
      readonly kind: 'progress'
      readonly bytes: number
      readonly algorithm: string
      readonly at: number
      readonly of: number
    }

/** What was measured; undefined at all ranks but 0. */
export async function perfProgram(
  comm: Communicator,
  { data, report }: Pick<RankContext<PerfOptions>, 'data' | 'report'>,
): Promise<PerfRun | undefined> {
  const tell = (its: PerfReport): void => {
    if (comm.rank === 0) report(its)
  }
  return measure(comm, data, await settingOf(comm), {
    begin: (run) => tell({ kind: 'begin', run }),
    row: (row, run) => tell({ kind: 'row', row, run }),
    progress: (its) => tell({ kind: 'progress', ...its }),
  })
}

/** Every pair, one after the other; undefined at all ranks but 0. */
export async function pairsProgram(
  comm: Communicator,
  { data }: Pick<RankContext<PairsOptions>, 'data'>,
): Promise<PerfPairs | undefined> {
  const { hosts } = await settingOf(comm)
  const pairs = await measurePairs(comm, data)
  if (comm.rank !== 0) return undefined
  const transport = comm.transport === 'local' ? 'threads' : comm.transport
  return { transport, ranks: comm.size, hosts, bytes: data.bytes, pairs }
}

const NAME_BYTES = 64

/** Where each rank runs. */
async function settingOf(comm: Communicator): Promise<{ hosts: readonly string[]; pids: readonly number[] }> {
  const name = comm.alloc(Uint8Array, NAME_BYTES)
  const names = comm.alloc(Uint8Array, NAME_BYTES * comm.size)
  const pid = comm.alloc(Float64Array, 1)
  const pids = comm.alloc(Float64Array, comm.size)
  name.fill(0)
  name.set(new TextEncoder().encode(hostname()).subarray(0, NAME_BYTES))
  pid[0] = process.pid
  await comm.allGather(name, names)
  await comm.allGather(pid, pids)
  const hosts = Array.from({ length: comm.size }, (_, rank) => {
    // TextDecoder takes no shared memory.
    const bytes = names.slice(rank * NAME_BYTES, (rank + 1) * NAME_BYTES)
    return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\0.*$/s, '')
  })
  const its = { hosts, pids: [...pids] }
  for (const array of [name, names, pid, pids]) comm.free(array)
  return its
}
