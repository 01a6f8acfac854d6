/**
 * Measures a collective size by size, as nccl-tests does: warm up, time, check every element. Every rank runs it; rank 0 gets
 * what all measured. The ranks talk through the communicator that they measure, only between what is timed.
 */
import type { Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { MachineLimit, PerfFit, PerfMeasure, PerfRow, PerfRun } from '../../core/evidence/perf-run.ts'
import type { Timeline } from '../../core/timeline/timeline.ts'
import type { Communicator, PreparedCall } from '../communicator/communicator.ts'
import { dataTypes } from '../memory/data-types.ts'
import { type Buffers, createBuffers, type Placed } from './buffers.ts'
import { fitMessages } from './fit.ts'
import { openLimits, type SizeLimit } from './limits-of.ts'
import { disturbanceOf, type Loop, timed, timedTogether } from './loop.ts'
import { hasRoot, type PerfOptions, reduces, sizesOf } from './options.ts'
import { fill, type Shape, spoil, wrongIn } from './pattern.ts'
import { recordTimeline } from './timeline.ts'
import { averageOf, iterationTimes } from './times.ts'

export interface Watch {
  /** At rank 0, before the first row: all but the rows. */
  begin?(run: PerfRun): void
  /** At rank 0, as soon as a row is measured. */
  row?(row: PerfRow, run: PerfRun): void
  /** Before each size. */
  progress?(its: {
    readonly bytes: number
    readonly algorithm: string
    readonly at: number
    readonly of: number
  }): void
  /** Asked at every rank between sizes; one yes ends the run after the row before. */
  stopped?(): boolean
}

/** Iterations shorter than this are timed together as well: reading the clock would count. */
const SHORT_SECONDS = 20e-6
const FEWEST_ITERATIONS = 3
/** V8 compiles what has run some hundred times. Each algorithm runs so often, or so long, before its first size is measured. */
const COMPILED_CALLS = 1000
const COMPILING_SECONDS = 0.1

export interface Measured {
  readonly run: PerfRun
  readonly recorded?: Recorded
}

/** What --timeline asks for. */
export interface Recorded {
  readonly timeline: Timeline
  /** Of which run it is. */
  readonly algorithm: string
  readonly bytes: number
  readonly fit: PerfFit
}

/** Known before anything is measured. */
export type PerfSetting = Pick<PerfRun, 'hosts' | 'pids' | 'startTime' | 'remarks'>

/** undefined at all ranks but 0. */
export async function measure(
  comm: Communicator,
  options: PerfOptions,
  setting: PerfSetting,
  watch: Watch = {},
): Promise<Measured | undefined> {
  const { collective, type, op } = options
  const algorithms = options.algorithms.flatMap((its) =>
    its === 'all' ? comm.algorithms(collective) : [its],
  )
  const sizes = sizesOf(options, comm.size)
  const roots = !hasRoot(collective) ? [0] : options.root === 'all' ? ranksOf(comm) : [options.root]
  const shapes = sizes.flatMap((size) =>
    roots.flatMap((root) => algorithms.map((algorithm) => ({ size, root, algorithm }))),
  )
  const buffers = createBuffers(comm, options)
  const meter = await openLimits(comm, buffers, collective, new Set(setting.hosts).size)
  const limits: MachineLimit[] = []
  const compiled = new Set<string>()
  const rows: PerfRow[] = []
  const run = (complete: boolean): PerfRun => ({
    collective,
    transport: comm.transport === 'local' ? 'threads' : comm.transport,
    carrier: comm.carrier,
    ranks: comm.size,
    ...setting,
    type: dataTypes[type].ncclName,
    op: reduces(collective) ? op : 'none',
    root: hasRoot(collective) && options.root !== 'all' ? options.root : -1,
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
  })
  if (comm.rank === 0) watch.begin?.(run(false))
  let complete = true
  let limit: SizeLimit | undefined
  let limited: TestSize | undefined
  for (const [at, { size, root, algorithm }] of shapes.entries()) {
    if (await anyStopped(comm, watch)) {
      complete = false
      break
    }
    watch.progress?.({ bytes: size.bytes, algorithm, at: at + 1, of: shapes.length })
    if (limited !== size) {
      limit = await meter.at(size)
      limited = size
      if (limit.limit) limits.push(limit.limit)
    }
    const shape: Shape = { collective, ranks: comm.size, root, count: size.count }
    const outOfPlace = await measured(comm, options, shape, buffers.outOfPlace(shape), algorithm, compiled)
    const inPlaced = buffers.inPlace(shape)
    const inPlace = inPlaced && (await measured(comm, options, shape, inPlaced, algorithm, compiled))
    const row: PerfRow = {
      bytes: size.bytes,
      count: size.count,
      ...(roots.length > 1 ? { root } : {}),
      algorithm: outOfPlace.algorithm,
      ...(outOfPlace.tiles === undefined ? {} : { tiles: outOfPlace.tiles }),
      outOfPlace: held(outOfPlace.its, collective, limit?.seconds('out')),
      ...(inPlace ? { inPlace: held(inPlace.its, collective, limit?.seconds('in')) } : {}),
    }
    rows.push(row)
    if (comm.rank === 0) watch.row?.(row, run(false))
  }
  meter.close()
  const recorded =
    options.timeline && complete ? await record(comm, options, buffers, rows, sizes.at(-1)) : undefined
  buffers.free()
  if (comm.rank !== 0) return undefined
  return { run: { ...run(complete), limits: largestOf(limits) }, ...(recorded ? { recorded } : {}) }
}

/** One run of the largest size, by the fastest of the algorithms that send messages. */
async function record(
  comm: Communicator,
  { collective, type, op, root: asked }: PerfOptions,
  buffers: Buffers,
  rows: readonly PerfRow[],
  size: TestSize | undefined,
): Promise<Recorded | undefined> {
  const root = hasRoot(collective) && asked !== 'all' ? asked : 0
  // Every rank has all rows, but of the times only rank 0 has those of all: it chooses.
  const fit = await fitMessages(comm)
  const candidates = rows.filter(
    (row) => row.bytes === size?.bytes && row.tiles !== undefined && (row.root ?? root) === root,
  )
  const times = candidates.map(({ outOfPlace }) => outOfPlace?.p50Seconds ?? Number.POSITIVE_INFINITY)
  const chosen = candidates[await fromRankZero(comm, times.indexOf(Math.min(...times)))]
  if (!size || !chosen) return undefined
  const shape: Shape = { collective, ranks: comm.size, root, count: size.count }
  const placed = buffers.inPlace(shape) ?? buffers.outOfPlace(shape)
  fill(placed.input, type, op, comm.rank)
  const timeline = await recordTimeline(comm, placed.call, chosen.algorithm)
  return timeline && { timeline, algorithm: chosen.algorithm, bytes: size.bytes, fit }
}

const fromRankZero = async (comm: Communicator, value: number): Promise<number> =>
  (await each(comm, value))[0] ?? value

const ranksOf = (comm: Communicator): readonly number[] =>
  Array.from({ length: comm.size }, (_, rank) => rank)

/** Of each kind that of the largest size: what a saturated sweep is held against. */
function largestOf(limits: readonly MachineLimit[]): readonly MachineLimit[] {
  const kinds = [...new Set(limits.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => limits.filter((its) => its.kind === kind).slice(-1))
}

/**
 * A root does not wait for the others: it runs ahead and they catch up, so that single iterations may be shorter than any link
 * allows. There the mean is held against the limit, else the median, which a disturbance now and then does not move.
 */
function held(its: PerfMeasure, collective: CollectiveName, limitSeconds: Seconds | undefined): PerfMeasure {
  if (limitSeconds === undefined) return its
  const seconds = hasRoot(collective) ? Math.max(its.seconds, its.p50Seconds) : its.p50Seconds
  return { ...its, limitSeconds, ...(seconds > 0 ? { utilisation: limitSeconds / seconds } : {}) }
}

async function measured(
  comm: Communicator,
  options: PerfOptions,
  shape: Shape,
  placed: Placed,
  algorithm: string,
  compiled: Set<string>,
): Promise<{ readonly its: PerfMeasure; readonly algorithm: string; readonly tiles?: number }> {
  const { type, op, warmupIterations, aggregated, blocking, average, checks } = options
  const call = comm.prepare(placed.call, { algorithm, native: !options.timeline })
  fill(placed.input, type, op, comm.rank)
  await comm.barrier()
  const before = comm.sent().bytes
  await call.run()
  const sent = await most(comm, comm.sent().bytes - before)
  let warm = await most(comm, await timedTogether(comm, call, Math.max(1, warmupIterations)))
  const compiling = compiled.has(algorithm) ? 0 : Math.min(COMPILED_CALLS, COMPILING_SECONDS / warm)
  compiled.add(algorithm)
  if (compiling >= 1) warm = await most(comm, await timedTogether(comm, call, Math.floor(compiling)))
  const iterations = Math.max(
    Math.min(FEWEST_ITERATIONS, options.iterations),
    Math.min(
      options.iterations,
      Math.floor(options.mostSecondsASize / 2 / Math.max(warm * aggregated, 1e-9)),
    ),
  )
  const idleSeconds = disturbanceOf(options.disturbed, comm.rank)
  const loop: Loop = { iterations, aggregated, blocking, idleSeconds }
  const times = comm.alloc(Float64Array, iterations)
  await comm.barrier()
  await timed(comm, call, loop, times)
  const byRank = await gathered(comm, times)
  comm.free(times)
  // Not where something comes between the calls: a disturbance, or a barrier of -z.
  const together =
    warm < SHORT_SECONDS && disturbanceFree(options) && !blocking
      ? await each(comm, await timedTogether(comm, call, iterations * aggregated))
      : undefined
  const wrong = checks > 0 ? await checked(comm, options, shape, placed, call) : undefined
  return {
    algorithm: call.algorithm,
    ...(call.tiles === undefined ? {} : { tiles: call.tiles }),
    its: {
      ...iterationTimes(byRank),
      seconds: averageOf(together ?? byRank.map(mean), average),
      ...(wrong === undefined ? {} : { wrong }),
      ...(sent > 0 ? { sentBytes: sent } : {}),
    },
  }
}

/** The times of every rank at rank 0; at the others their own. */
async function gathered(comm: Communicator, times: Float64Array): Promise<readonly Float64Array[]> {
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

const disturbanceFree = ({ disturbed }: PerfOptions): boolean => disturbed.length === 0

const mean = (times: Float64Array): Seconds =>
  times.reduce((sum, its) => sum + its, 0) / Math.max(1, times.length)

/** Fresh data, a result spoilt before, every element of every rank compared; wrong ones of all ranks and checks together. */
async function checked(
  comm: Communicator,
  { type, op, checks }: PerfOptions,
  shape: Shape,
  { input, output }: Placed,
  call: PreparedCall,
): Promise<number> {
  let wrong = 0
  for (let at = 0; at < checks; at++) {
    spoil(output)
    fill(input, type, op, comm.rank)
    await comm.barrier()
    await call.run()
    wrong += wrongIn(output, type, op, shape, comm.rank)
  }
  return sum(comm, wrong)
}

/** The number of each rank, at all of them. */
async function each(comm: Communicator, value: number): Promise<readonly number[]> {
  const mine = comm.alloc(Float64Array, 1)
  const all = comm.alloc(Float64Array, comm.size)
  mine[0] = value
  await comm.allGather(mine, all)
  const values = [...all]
  comm.free(mine)
  comm.free(all)
  return values
}

const most = async (comm: Communicator, value: number): Promise<number> =>
  Math.max(...(await each(comm, value)))
const sum = async (comm: Communicator, value: number): Promise<number> =>
  (await each(comm, value)).reduce((total, its) => total + its, 0)
const anyStopped = async (comm: Communicator, { stopped }: Watch): Promise<boolean> =>
  (await most(comm, stopped?.() === true ? 1 : 0)) > 0
