/**
 * Measures a collective size by size, as nccl-tests does. Every rank runs it; rank 0 gets what all measured. The ranks talk through
 * the communicator that they measure, only between what is timed.
 */
import type { Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { MachineLimit, PerfMeasure, PerfRow, PerfRun } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { dataTypes } from '../memory/data-types.ts'
import { most, ranksOf } from './across-ranks.ts'
import { type Buffers, createBuffers } from './buffers.ts'
import { type Limits, openLimits, type SizeLimit } from './limits-of.ts'
import { measureCall } from './measure-call.ts'
import { hasRoot, type PerfOptions, reduces, sizesOf } from './options.ts'
import type { Shape } from './pattern.ts'
import { type Recorded, record } from './record.ts'

export interface MeasureHooks {
  /** At rank 0, before the first row: all but the rows. */
  begin?(run: PerfRun): void
  /** At rank 0, as soon as a row is measured. */
  row?(row: PerfRow, run: PerfRun): void
  /** Before each size. */
  progress?(step: {
    readonly bytes: number
    readonly algorithm: string
    readonly at: number
    readonly of: number
  }): void
  /** Called at every rank between sizes; true at any of them ends the run after the row before. */
  stopped?(): boolean
}

export interface Measured {
  readonly run: PerfRun
  readonly recorded?: Recorded
}

/** Known before anything is measured. */
export type PerfSetting = Pick<PerfRun, 'hosts' | 'pids' | 'startTime' | 'remarks'>

/** What is measured with, and what has been measured so far. */
interface Sweep {
  readonly comm: Communicator
  readonly options: PerfOptions
  readonly setting: PerfSetting
  readonly hooks: MeasureHooks
  readonly buffers: Buffers
  readonly meter: Limits
  readonly limits: MachineLimit[]
  readonly rows: PerfRow[]
  /** Algorithms that have run: V8 has compiled them. */
  readonly compiled: Set<string>
}

/** undefined at all ranks but 0. */
export async function measure(
  comm: Communicator,
  options: PerfOptions,
  setting: PerfSetting,
  hooks: MeasureHooks = {},
): Promise<Measured | undefined> {
  const buffers = createBuffers(comm, options)
  const meter = await openLimits(comm, buffers, options.collective, new Set(setting.hosts).size)
  const sweep: Sweep = {
    ...{ comm, options, setting, hooks, buffers, meter },
    limits: [],
    rows: [],
    compiled: new Set(),
  }
  if (comm.rank === 0) hooks.begin?.(runOf(sweep, false))
  const complete = await measureRows(sweep)
  meter.close()
  const last = sizesOf(options, comm.size).at(-1)
  const recorded =
    options.timeline && complete ? await record(comm, options, buffers, sweep.rows, last) : undefined
  buffers.free()
  if (comm.rank !== 0) return undefined
  const run = { ...runOf(sweep, complete), limits: largestOf(sweep.limits) }
  return { run, ...(recorded ? { recorded } : {}) }
}

/** One row of the table. */
interface RowRequest {
  readonly size: TestSize
  readonly root: number
  readonly algorithm: string
}

function requestedRows({ comm, options }: Sweep): readonly RowRequest[] {
  const { collective } = options
  const algorithms = options.algorithms.flatMap((id) => (id === 'all' ? comm.algorithms(collective) : [id]))
  const roots = requestedRoots(comm, options)
  return sizesOf(options, comm.size).flatMap((size) =>
    roots.flatMap((root) => algorithms.map((algorithm) => ({ size, root, algorithm }))),
  )
}

function requestedRoots(comm: Communicator, { collective, root }: PerfOptions): readonly number[] {
  if (!hasRoot(collective)) return [0]
  return root === 'all' ? ranksOf(comm) : [root]
}

/** Whether all rows were measured. */
async function measureRows(sweep: Sweep): Promise<boolean> {
  const { comm, hooks, meter, limits, rows } = sweep
  const requested = requestedRows(sweep)
  let limit: SizeLimit | undefined
  let limited: TestSize | undefined
  for (const [at, row] of requested.entries()) {
    if (await anyStopped(comm, hooks)) return false
    const { size, algorithm } = row
    hooks.progress?.({ bytes: size.bytes, algorithm, at: at + 1, of: requested.length })
    if (limited !== size) {
      limit = await meter.at(size)
      limited = size
      if (limit.limit) limits.push(limit.limit)
    }
    const measured = await measureRow(sweep, row, limit)
    rows.push(measured)
    if (comm.rank === 0) hooks.row?.(measured, runOf(sweep, false))
  }
  return true
}

async function measureRow(
  { comm, options, buffers, compiled }: Sweep,
  { size, root, algorithm }: RowRequest,
  limit: SizeLimit | undefined,
): Promise<PerfRow> {
  const { collective } = options
  const shape: Shape = { collective, ranks: comm.size, root, count: size.count }
  const outOfPlace = await measureCall(comm, options, shape, buffers.outOfPlace(shape), algorithm, compiled)
  const placed = buffers.inPlace(shape)
  const inPlace = placed && (await measureCall(comm, options, shape, placed, algorithm, compiled))
  return {
    bytes: size.bytes,
    count: size.count,
    ...(requestedRoots(comm, options).length > 1 ? { root } : {}),
    algorithm: outOfPlace.algorithm,
    ...(outOfPlace.tiles === undefined ? {} : { tiles: outOfPlace.tiles }),
    outOfPlace: held(outOfPlace.measure, collective, limit?.seconds('out')),
    ...(inPlace ? { inPlace: held(inPlace.measure, collective, limit?.seconds('in')) } : {}),
  }
}

/** As it stands after the rows so far. */
function runOf({ comm, options, setting, limits, rows }: Sweep, complete: boolean): PerfRun {
  const { collective, op, type, root } = options
  return {
    collective,
    transport: comm.transport === 'local' ? 'threads' : comm.transport,
    carrier: comm.carrier,
    ranks: comm.size,
    ...setting,
    type: dataTypes[type].ncclName,
    op: reduces(collective) ? op : 'none',
    root: hasRoot(collective) && root !== 'all' ? root : -1,
    sweep: {
      minBytes: options.minBytes,
      maxBytes: options.maxBytes,
      step: options.step.value,
      by: options.step.by,
    },
    warmupIterations: options.warmupIterations,
    iterations: options.iterations,
    aggregated: options.aggregated,
    validated: options.checks > 0,
    blocking: options.blocking,
    disturbed: options.disturbed,
    limits,
    rows,
    complete,
  }
}

/** Of each kind that of the largest size: what a saturated sweep is held against. */
function largestOf(limits: readonly MachineLimit[]): readonly MachineLimit[] {
  const kinds = [...new Set(limits.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => limits.filter((limit) => limit.kind === kind).slice(-1))
}

/**
 * A root does not wait for the others: it runs ahead and they catch up, so that single iterations may be shorter than any link
 * allows. There the mean is held against the limit, else the median, which a disturbance now and then does not move.
 */
function held(
  measured: PerfMeasure,
  collective: CollectiveName,
  limitSeconds: Seconds | undefined,
): PerfMeasure {
  if (limitSeconds === undefined) return measured
  const seconds = hasRoot(collective) ? Math.max(measured.seconds, measured.p50Seconds) : measured.p50Seconds
  return { ...measured, limitSeconds, ...(seconds > 0 ? { utilisation: limitSeconds / seconds } : {}) }
}

const anyStopped = async (comm: Communicator, { stopped }: MeasureHooks): Promise<boolean> =>
  (await most(comm, stopped?.() === true ? 1 : 0)) > 0
