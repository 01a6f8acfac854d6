/** Rows and what surrounded them as one Benchmark: which collective, how many ranks. */
import { groupBy } from '../../base/group-by.ts'
import { type CollectiveName, collectiveNamed } from '../../collectives/names.ts'
import type { Benchmark, BenchmarkDevice, BenchmarkRow } from '../../evidence/benchmark.ts'
import { candidatesOf, collectiveInName } from './collective.ts'
import { ranksByCount, ranksByRatio, ratioAllows } from './ranks.ts'
import type { Run } from './run.ts'

/** The rows may be a part of the run's. */
export function benchmarkOf(rows: readonly BenchmarkRow[], run: Run, input: string): Benchmark {
  const which = collectiveOf(rows, run, input)
  const { startedTogether, devices, header, average, outOfBounds, version } = run
  return {
    kind: 'benchmark',
    tool: run.tool,
    ...(run.shares.length > 0 ? { shares: run.shares } : {}),
    ...(run.operation ? { operation: run.operation.name } : {}),
    ...which,
    ...ranksOf(rows, run, which),
    devices,
    rows,
    parameters: run.parameters,
    environment: run.environment,
    ...(version.tests === undefined && version.library === undefined ? {} : { version }),
    ...(average ? { average } : {}),
    ...(outOfBounds ? { outOfBounds } : {}),
    errors: run.errors,
    startedTogether,
    place: run.place,
    ...(header ? { header } : {}),
    ...(run.unread && rows.length === 0 ? { unread: run.unread } : {}),
    complete: run.complete,
  }
}

type Which = Pick<Benchmark, 'candidates' | 'collectiveFrom'> & { readonly collective?: CollectiveName }

function collectiveOf(rows: readonly BenchmarkRow[], { operation }: Run, input: string): Which {
  const candidates = candidatesOf(rows)
  const named = operation && collectiveNamed(operation.name)
  if (operation?.from === 'named')
    return named
      ? { collective: named, candidates: [named], collectiveFrom: 'named' }
      : { candidates: [], collectiveFrom: 'named' }
  // A command stands before its output, but a text may mention one and show another.
  if (
    operation &&
    (rows.length === 0 || (named && candidates.includes(named)) || (!named && candidates.length === 0))
  )
    return named
      ? { collective: named, candidates: [named], collectiveFrom: 'command' }
      : { candidates: [], collectiveFrom: 'command' }
  const [only, second] = candidates
  if (only && !second) return { collective: only, candidates, collectiveFrom: 'columns' }
  const mentioned = collectiveInName(input, candidates)
  return mentioned
    ? { collective: mentioned, candidates, collectiveFrom: 'input-name' }
    : { candidates, collectiveFrom: 'unknown' }
}

type Ranks = Pick<Benchmark, 'ranksFrom'> & { readonly ranks?: number }

function ranksOf(rows: readonly BenchmarkRow[], run: Run, { collective, candidates }: Which): Ranks {
  if (run.startedTogether > 1) return { ranks: 1, ranksFrom: 'devices' }
  const ratio = ratioOf(rows, collective ? [collective] : candidates)
  const listed = listedRanks(run.devices)
  // A cut list names fewer devices than took part; the highest rank is the least there can be.
  const { threads = 1, gpusPerThread = 1 } = run.parameters
  const cut = run.devicesCut || run.devices.length < threads * gpusPerThread
  const complete = !cut && new Set(run.devices.map(({ rank }) => rank)).size === listed
  if (
    listed !== undefined &&
    complete &&
    (typeof ratio !== 'number' || ratio === listed || ratio === 1 || groupsOf(run.devices) > 1)
  )
    return { ranks: listed, ranksFrom: 'devices' }
  if (typeof ratio === 'number' && ratio >= (listed ?? 1)) return { ranks: ratio, ranksFrom: 'ratio' }
  const counted = collective && ranksByCount(rows, collective)
  if (counted !== undefined && counted >= (listed ?? 1)) return { ranks: counted, ranksFrom: 'count' }
  // The highest rank of a list is the number of ranks only where the rows do not say otherwise.
  const fits = listed !== undefined && !cut && (!collective || ratioAllows(rows, collective, listed))
  return fits ? { ranks: listed, ranksFrom: 'devices' } : { ranksFrom: 'unknown' }
}

const groupsOf = (devices: readonly BenchmarkDevice[]): number =>
  new Set(devices.map(({ group }) => group)).size

/** The number of ranks that take part together: of one group, where NCCL_TESTS_SPLIT made several. */
function listedRanks(devices: readonly BenchmarkDevice[]): number | undefined {
  if (devices.length === 0) return undefined
  if (groupsOf(devices) > 1)
    return Math.max(...[...groupBy(devices, ({ group }) => group).values()].map((group) => group.length))
  return Math.max(...devices.map(({ rank }) => rank)) + 1
}

/** What all collectives that it may be agree on. */
function ratioOf(
  rows: readonly BenchmarkRow[],
  candidates: readonly CollectiveName[],
): ReturnType<typeof ranksByRatio> | undefined {
  const [first, ...others] = new Set(candidates.map((name) => ranksByRatio(rows, name)))
  return others.length === 0 ? first : undefined
}
