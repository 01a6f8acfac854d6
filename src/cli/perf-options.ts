/** The options of `perf`, as nccl-tests names them (src/common.cu), read into what is measured. */

import { availableParallelism } from 'node:os'
import { bytes, choice, duration, number, optional, unreadable, whole } from '../core/answers/values.ts'
import { print } from '../core/base/print.ts'
import { allOf, failed, ok, type Result } from '../core/base/result.ts'
import { parseDuration } from '../core/base/units.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { Disturbance } from '../core/evidence/perf-run.ts'
import type { Lang } from '../core/messages/catalogue.ts'
import type { Problem } from '../core/messages/cli.ts'
import { catalogueOf } from '../core/messages/index.ts'
import { algorithmsOf } from '../core/schedules/algorithms/index.ts'
import { launchedRank } from '../run/launch/environment.ts'
import { DATA_TYPES, type DataType, dataTypes, REDUCE_OPS } from '../run/memory/data-types.ts'
import { PERF_DEFAULTS } from '../run/perf/options.ts'
import { RunError } from '../run/run-error.ts'
import { mpiLauncher } from '../run/transports/mpi/library.ts'
import { exclusionIn, NATIVE, nativeOf, perfProblem } from './perf-checks.ts'
import { type PerfArguments, type PerfRequest, TRANSPORTS } from './perf-request.ts'

const AVERAGES = ['rank-0', 'mean', 'fastest', 'slowest'] as const

export function readPerfRequest(
  collective: CollectiveName,
  args: PerfArguments,
  lang: Lang,
): Result<PerfRequest, Problem> {
  const transport = choice(TRANSPORTS)('--transport', args.transport ?? 'threads')
  if (!transport.ok) return transport
  const read = allOf({
    minBytes: optional(bytes, '-b', args.b),
    maxBytes: optional(bytes, '-e', args.e),
    factor: optional(factor, '-f', args.f),
    increment: optional(bytes, '-i', args.i),
    ranks: optional(whole, '-g', args.g),
    iterations: optional(whole, '-n', args.n),
    warmupIterations: optional(number, '-w', args.w),
    aggregated: optional(whole, '-m', args.m),
    checks: optional(number, '-c', args.c),
    type: optional(typeNamed, '-d', args.d),
    op: optional(choice(REDUCE_OPS), '-o', args.o),
    root: optional(rootNamed, '-r', args.r),
    average: optional(choice(['0', '1', '2', '3']), '-a', args.a),
    blocking: optional(choice(['0', '1']), '-z', args.z),
    each: optional(choice(['0', '1']), '-I', args.I),
    algorithms: algorithmsNamed(collective, transport.value, args.algo),
    disturbed: disturbancesOf(args),
    bind: optional(choice(['core', 'none'] as const), '--bind', args.bind),
    timeoutSeconds: optional(duration, '--timeout', args.timeout),
  })
  if (!read.ok) return read
  const {
    ranks: g,
    bind = 'core',
    timeoutSeconds,
    factor: times,
    increment,
    average,
    blocking,
    each,
    ...rest
  } = read.value
  const excluded = exclusionIn(collective, args)
  if (excluded) return failed(excluded)
  const ranks = ranksOf(transport.value, g, lang)
  if (!ranks.ok) return ranks
  if (times !== undefined && increment !== undefined)
    return failed({ id: 'options-exclude', values: { option: '-f', other: '-i' } })
  const minBytes =
    rest.minBytes ?? Math.min(PERF_DEFAULTS.minBytes, rest.maxBytes ?? Number.POSITIVE_INFINITY)
  const maxBytes = rest.maxBytes ?? Math.max(minBytes, PERF_DEFAULTS.maxBytes)
  if (minBytes > maxBytes) return failed({ id: 'sizes-reversed', values: { from: minBytes, to: maxBytes } })
  const request: PerfRequest = {
    options: {
      ...PERF_DEFAULTS,
      collective,
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
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
      timeline: args.timeline !== undefined,
    },
    transport: transport.value,
    ranks: ranks.value,
    bind,
    each: each === '1',
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  }
  const problem = perfProblem(request, args)
  return problem ? failed(problem) : ok(request)
}

type Read<Value> = (option: string, seen: string) => Result<Value, Problem>

/** 2, 1.5: larger than one. */
const factor: Read<number> = (option, seen) => {
  const value = Number(seen)
  return value > 1 && value <= 1e6 ? ok(value) : unreadable(option, seen, 'factor')
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

const rootNamed: Read<number | 'all'> = (option, seen) => {
  const root = number(option, seen)
  if (seen === '-1') return ok('all')
  return root.ok ? root : unreadable(option, seen, 'root')
}

function algorithmsNamed(
  collective: CollectiveName,
  transport: keyof typeof NATIVE,
  seen: string | undefined,
): Result<readonly string[] | undefined, Problem> {
  if (seen === undefined) return ok(undefined)
  const ids = [...nativeOf(transport), ...algorithmsOf(collective).map(({ id }) => id)]
  if (seen === 'all') return ok(['all'])
  const chosen: string[] = []
  for (const word of seen.split(',')) {
    const other = ids.includes(word)
      ? undefined
      : TRANSPORTS.find((candidate) => NATIVE[candidate].includes(word))
    if (other)
      return failed({
        id: 'option-needs',
        values: { option: `--algo ${word}`, needs: `--transport ${other}` },
      })
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

/** How many ranks there will be: a launcher has started them already, or they are started here. */
function ranksOf(
  transport: PerfRequest['transport'],
  given: number | undefined,
  lang: Lang,
): Result<number, Problem> {
  try {
    const launched =
      transport === 'mpi'
        ? (mpiLauncher(process.env)?.ranks ?? given ?? 1)
        : transport === 'tcp'
          ? launchedRank(process.env)?.ranks
          : undefined
    if (launched !== undefined && given !== undefined && given !== launched)
      return failed({ id: 'ranks-launched', values: { asked: given, launched } })
    return ok(launched ?? given ?? availableParallelism())
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    return failed({
      id: 'run-failed',
      values: { reason: catalogueOf(lang).runProblem(error.problem, print) },
    })
  }
}
