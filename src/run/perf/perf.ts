/** What each rank does for `perf`: a program for launch (launch/launch.ts). Rank 0 reports rows as they are measured. */
import { hostname } from 'node:os'
import type { PerfPairs, PerfRow, PerfRun, TransportRemark } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import type { RankContext } from '../launch/launch-options.ts'
import { type Measured, type MeasureHooks, measure, type PerfSetting } from './measure.ts'
import type { PerfOptions } from './options.ts'
import { measurePairs, type PairsOptions } from './pairs.ts'

/** Sizes of a collective, or every pair of ranks. */
export type PerfTask =
  | { readonly kind: 'sizes'; readonly options: PerfOptions }
  | { readonly kind: 'pairs'; readonly options: PairsOptions }

export type PerfResult =
  | ({ readonly kind: 'sizes' } & Measured)
  | { readonly kind: 'pairs'; readonly pairs: PerfPairs }

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

/** What was measured; undefined at all ranks but 0. `stopped`: see MeasureHooks. */
export async function perfProgram(
  comm: Communicator,
  { data, report }: Pick<RankContext<unknown>, 'data' | 'report'>,
  stopped?: MeasureHooks['stopped'],
): Promise<PerfResult | undefined> {
  const task = data as PerfTask
  const setting = await settingOf(comm)
  if (task.kind === 'pairs') {
    const pairs = await measurePairs(comm, task.options)
    const { hosts, remarks } = setting
    const { bytes } = task.options
    const { carrier, size: ranks } = comm
    const measuredPairs = { transport: transportOf(comm), carrier, ranks, hosts, remarks, bytes, pairs }
    return comm.rank === 0 ? { kind: 'pairs', pairs: measuredPairs } : undefined
  }
  const reportUpdate = (update: PerfReport): void => {
    if (comm.rank === 0) report(update)
  }
  const measured = await measure(comm, task.options, setting, {
    begin: (run) => reportUpdate({ kind: 'begin', run }),
    row: (row, run) => reportUpdate({ kind: 'row', row, run }),
    progress: (done) => reportUpdate({ kind: 'progress', ...done }),
    ...(stopped ? { stopped } : {}),
  })
  return measured && { kind: 'sizes', ...measured }
}

const transportOf = ({ transport }: Communicator): PerfPairs['transport'] =>
  transport === 'local' ? 'threads' : transport

const NAME_BYTES = 64

const ALL_REMARKS: Readonly<Record<TransportRemark, true>> = { 'ucx-without-cache': true }
const REMARKS = Object.keys(ALL_REMARKS) as TransportRemark[]

/** Where each rank runs and what is to be known of it, and when it began. */
async function settingOf(comm: Communicator): Promise<PerfSetting> {
  const name = comm.alloc(Uint8Array, NAME_BYTES)
  const names = comm.alloc(Uint8Array, NAME_BYTES * comm.size)
  const pid = comm.alloc(Float64Array, 1)
  const pids = comm.alloc(Float64Array, comm.size)
  const mine = comm.alloc(Uint8Array, REMARKS.length)
  const remarksByRank = comm.alloc(Uint8Array, REMARKS.length * comm.size)
  name.fill(0)
  name.set(new TextEncoder().encode(hostname()).subarray(0, NAME_BYTES))
  pid[0] = process.pid
  mine.set(REMARKS.map((id) => Number(comm.remarks.includes(id))))
  await comm.allGather(name, names)
  await comm.allGather(pid, pids)
  await comm.allGather(mine, remarksByRank)
  const hosts = Array.from({ length: comm.size }, (_, rank) => {
    // TextDecoder takes no shared memory.
    const bytes = names.slice(rank * NAME_BYTES, (rank + 1) * NAME_BYTES)
    return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\0.*$/s, '')
  })
  const remarks = REMARKS.map((id, at) => ({
    id,
    ranks: hosts.flatMap((_, rank) => (remarksByRank[rank * REMARKS.length + at] === 1 ? [rank] : [])),
  })).filter(({ ranks }) => ranks.length > 0)
  const begun = { hosts, pids: [...pids], remarks, startTime: timeText(new Date()) }
  for (const array of [name, names, pid, pids, mine, remarksByRank]) comm.free(array)
  return begun
}

/** "2026-07-10 09:30:01", local, as nccl-tests has it. */
function timeText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}
