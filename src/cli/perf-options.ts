/** The options of `perf`, as nccl-tests names them (src/common.cu), read into what is measured. */
import { allOf, failed, ok, type Result } from '../core/base/result.ts'
import { parseDuration } from '../core/base/units.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { Disturbance } from '../core/evidence/perf-run.ts'
import type { Problem } from '../core/messages/cli.ts'
import { algorithmsOf } from '../core/schedules/algorithms/index.ts'
import { DATA_TYPES, type DataType, dataTypes, REDUCE_OPS } from '../run/data-types.ts'
import { PERF_DEFAULTS, type PerfOptions } from '../run/perf/options.ts'
import { bytes, choice, duration, number, optional, unreadable, whole } from './options.ts'

export interface PerfArguments {
  readonly b?: string
  readonly e?: string
  readonly f?: string
  readonly i?: string
  readonly g?: string
  readonly n?: string
  readonly w?: string
  readonly m?: string
  readonly c?: string
  readonly d?: string
  readonly o?: string
  readonly r?: string
  readonly a?: string
  readonly z?: string
  readonly transport?: string
  readonly algo?: string
  readonly delay?: readonly string[]
  readonly throttle?: readonly string[]
  readonly timeout?: string
}

export const TRANSPORTS = ['threads', 'tcp', 'mpi'] as const

export interface PerfAsked {
  readonly options: PerfOptions
  readonly transport: (typeof TRANSPORTS)[number]
  /** -g; undefined: as many as there are cores, or as a launcher says. */
  readonly ranks?: number
  readonly timeoutSeconds?: number
}

const AVERAGES = ['rank-0', 'mean', 'fastest', 'slowest'] as const

export function perfAsked(collective: CollectiveName, asked: PerfArguments): Result<PerfAsked, Problem> {
  const transport = choice(TRANSPORTS)('--transport', asked.transport ?? 'threads')
  if (!transport.ok) return transport
  const read = allOf({
    minBytes: optional(bytes, '-b', asked.b),
    maxBytes: optional(bytes, '-e', asked.e),
    factor: optional(factor, '-f', asked.f),
    increment: optional(bytes, '-i', asked.i),
    ranks: optional(whole, '-g', asked.g),
    iterations: optional(whole, '-n', asked.n),
    warmupIterations: optional(number, '-w', asked.w),
    aggregated: optional(whole, '-m', asked.m),
    checks: optional(number, '-c', asked.c),
    type: optional(typeNamed, '-d', asked.d),
    op: optional(choice(REDUCE_OPS), '-o', asked.o),
    root: optional(rootNamed, '-r', asked.r),
    average: optional(choice(['0', '1', '2', '3']), '-a', asked.a),
    blocking: optional(choice(['0', '1']), '-z', asked.z),
    algorithms: algorithmsNamed(collective, transport.value, asked.algo),
    disturbed: disturbancesOf(asked),
    timeoutSeconds: optional(duration, '--timeout', asked.timeout),
  })
  if (!read.ok) return read
  const { ranks, timeoutSeconds, factor: times, increment, average, blocking, ...its } = read.value
  if (times !== undefined && increment !== undefined)
    return failed({ id: 'options-exclude', values: { option: '-f', other: '-i' } })
  const minBytes = its.minBytes ?? Math.min(PERF_DEFAULTS.minBytes, its.maxBytes ?? Number.POSITIVE_INFINITY)
  const maxBytes = its.maxBytes ?? Math.max(minBytes, PERF_DEFAULTS.maxBytes)
  if (minBytes > maxBytes) return unreadable('-e', asked.e ?? '', 'bytes')
  return ok({
    options: {
      ...PERF_DEFAULTS,
      collective,
      ...Object.fromEntries(Object.entries(its).filter(([, value]) => value !== undefined)),
      minBytes,
      maxBytes,
      step:
        times !== undefined
          ? { by: 'factor', value: times }
          : increment === undefined
            ? PERF_DEFAULTS.step
            : { by: 'bytes', value: increment },
      ...(average === undefined ? {} : { average: AVERAGES[Number(average)] ?? 'mean' }),
      blocking: blocking === '1',
    },
    transport: transport.value,
    ...(ranks === undefined ? {} : { ranks }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  })
}

type Read<Value> = (option: string, seen: string) => Result<Value, Problem>

/** 2, 1.5: larger than one. */
const factor: Read<number> = (option, seen) => {
  const value = Number(seen)
  return value > 1 && value <= 1e6 ? ok(value) : unreadable(option, seen, 'whole')
}

/** "float" of nccl-tests, or "f32". */
const typeNamed: Read<DataType> = (option, seen) => {
  const named = DATA_TYPES.find((type) => dataTypes[type].ncclName === seen.toLowerCase())
  return named
    ? ok(named)
    : choice([...DATA_TYPES, ...DATA_TYPES.map((type) => dataTypes[type].ncclName)] as DataType[])(
        option,
        seen,
      )
}

const rootNamed: Read<number | 'all'> = (option, seen) => (seen === '-1' ? ok('all') : number(option, seen))

/** What the transport carries out by itself; every schedule runs on all of them. */
const NATIVE = { threads: ['direct'], tcp: [], mpi: ['mpi'] } as const

function algorithmsNamed(
  collective: CollectiveName,
  transport: keyof typeof NATIVE,
  seen: string | undefined,
): Result<readonly string[] | undefined, Problem> {
  if (seen === undefined) return ok(undefined)
  const ids = [...NATIVE[transport], ...algorithmsOf(collective).map(({ id }) => id)]
  if (seen === 'all') return ok(['all'])
  const chosen: string[] = []
  for (const word of seen.split(',')) {
    const id = choice([...ids, 'auto', 'all'])('--algo', word)
    if (!id.ok) return id
    chosen.push(id.value)
  }
  return ok(chosen)
}

function disturbancesOf({
  delay = [],
  throttle = [],
}: PerfArguments): Result<readonly Disturbance[], Problem> {
  const disturbed: Disturbance[] = []
  for (const seen of delay) {
    const [, rank, time = ''] = /^(?:rank:)?(\d{1,6}):(.+)$/.exec(seen) ?? []
    const seconds = parseDuration(time)
    if (rank === undefined || !seconds.ok) return unreadable('--delay', seen, 'delay')
    disturbed.push({ kind: 'delay', rank: Number(rank), seconds: seconds.value })
  }
  for (const seen of throttle) {
    const [, rank, part = ''] = /^(?:rank:)?(\d{1,6}):(\d*\.?\d+)$/.exec(seen) ?? []
    const share = Number(part)
    if (rank === undefined || !(share > 0 && share <= 1)) return unreadable('--throttle', seen, 'throttle')
    disturbed.push({ kind: 'throttle', rank: Number(rank), share })
  }
  return ok(disturbed)
}
