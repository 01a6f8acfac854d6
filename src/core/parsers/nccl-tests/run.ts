/** One run of nccl-tests: what its lines said, put together into Benchmarks. */
import { groupBy } from '../../base/group-by.ts'
import { type CollectiveName, collectiveNamed } from '../../collectives/names.ts'
import type {
  Benchmark,
  BenchmarkDevice,
  BenchmarkParameters,
  BenchmarkRow,
  Measure,
  PerfShare,
} from '../../evidence/benchmark.ts'
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import type { Parsed } from '../parser.ts'
import { candidatesOf, collectiveInName, ranksByCount, ranksByRatio } from './collective.ts'
import { type Agreement, agreementOf, judgeRow } from './repair.ts'
import { type Layout, type RowGatherer, rowGatherer } from './row.ts'

/** What has been read of a run so far. */
export interface Run {
  readonly place: Place
  readonly gatherer: RowGatherer
  readonly devices: BenchmarkDevice[]
  readonly errors: Place[]
  /** Of ringscope perf. */
  readonly shares: PerfShare[]
  environment: Readonly<Record<string, string>>
  parameters: BenchmarkParameters
  version: { tests?: string; library?: string }
  tool: 'nccl-tests' | 'rccl-tests' | 'ringscope-perf'
  /** Where the name of the test was read. */
  operation?: { readonly name: string; readonly from: 'named' | 'command' }
  layout?: Layout
  header?: Place
  average?: NonNullable<Benchmark['average']>
  outOfBounds?: NonNullable<Benchmark['outOfBounds']>
  /** The list of devices was cut: by nccl-tests at 2048 characters, or by who pasted it. */
  devicesCut: boolean
  startedTogether: number
  complete: boolean
}

export function newRun(place: Place): Run {
  return {
    place,
    gatherer: rowGatherer(place.input),
    devices: [],
    errors: [],
    shares: [],
    environment: {},
    parameters: {},
    version: {},
    tool: 'nccl-tests',
    devicesCut: false,
    startedTogether: 1,
    complete: false,
  }
}

/** The run as evidence. A table whose rows belong to different numbers of ranks gives one Benchmark each. */
export function finishRun(run: Run, input: string): Required<Parsed> {
  run.gatherer.flush()
  const { rows, notes, skipped } = readRows(run)
  const benchmarks = runsOf(rows, run, input)
  if (benchmarks.length > 1)
    notes.push({
      id: 'rows-of-several-runs',
      values: { ranks: benchmarks.map(({ ranks }) => ranks ?? 0) },
      place: run.place,
    })
  return { evidence: benchmarks, notes, skipped }
}

/** Of one run, so many rows are named in notes; the others are counted. */
const MOST_NOTES = 8

function readRows(run: Run) {
  const { layout, gatherer } = run
  const agreement = agreementOf(gatherer.rows, layout)
  const rows: BenchmarkRow[] = []
  const notes: Note[] = []
  const counted = { repaired: 0, unreadable: 0 }
  const note = (kind: 'repaired' | 'unreadable', its: Note): void => {
    if (notes.length < MOST_NOTES) notes.push(its)
    else counted[kind]++
  }
  let skipped = 0
  for (const raw of gatherer.rows) {
    const { row, repaired, lost } = judgeRow(raw, layout, agreement)
    if (lost) {
      skipped++
      note('unreadable', { id: 'row-unreadable', values: { format: run.tool }, place: raw.place })
    } else if (repaired)
      note('repaired', { id: 'row-repaired', values: { bytes: (row ?? raw).bytes }, place: raw.place })
    if (row) rows.push(row)
  }
  for (const place of gatherer.orphans) {
    skipped++
    note('unreadable', { id: 'row-unreadable', values: { format: run.tool }, place })
  }
  if (counted.repaired + counted.unreadable > 0)
    notes.push({ id: 'rows-not-listed', values: counted, place: run.place })
  const old = sharedAlgbw(run, rows, agreement)
  if (old !== undefined) notes.push({ id: 'algbw-of-version-2.0', values: { ranks: old }, place: run.place })
  return { rows: old === undefined ? rows : rows.map((row) => withPlainAlgbw(row, old)), notes, skipped }
}

/** The number of ranks where algbw holds (n-1)/n and busbw repeats it: all_gather and reduce_scatter of 2.0. */
function sharedAlgbw(
  run: Run,
  rows: readonly BenchmarkRow[],
  { base, factor, share }: Agreement,
): number | undefined {
  const [row] = rows
  if (!row || base === undefined || factor === undefined || share === undefined || !(share > 1))
    return undefined
  if (run.operation && collectiveNamed(run.operation.name) === undefined) return undefined
  if (row.root !== undefined || run.layout?.root) return undefined
  const expected = (share - 1) / share
  const inAlgbw =
    Math.abs(base - expected) < Math.abs(base - 1) && Math.abs(factor - 1) < Math.abs(factor - expected)
  return inAlgbw ? Math.round(share) : undefined
}

function withPlainAlgbw(row: BenchmarkRow, ranks: number): BenchmarkRow {
  const plain = (measure: Measure): Measure => ({ ...measure, algbw: (measure.algbw * ranks) / (ranks - 1) })
  return {
    ...row,
    ...(row.outOfPlace ? { outOfPlace: plain(row.outOfPlace) } : {}),
    ...(row.inPlace ? { inPlace: plain(row.inPlace) } : {}),
  }
}

function runsOf(rows: readonly BenchmarkRow[], run: Run, input: string): readonly Benchmark[] {
  const whole = benchmarkOf(rows, run, input)
  if (whole.ranks !== undefined || run.devices.length > 0 || rows.length < 2) return [whole]
  const name =
    whole.collective ?? (whole.candidates.length === 1 ? whole.candidates[0] : candidatesByRow(rows))
  if (name === undefined) return [whole]
  const each = rows.map((row) => ranksByRatio([row], name))
  if (!each.every((ranks) => typeof ranks === 'number') || new Set(each).size < 2) return [whole]
  return [...groupBy(rows, (row) => ranksByRatio([row], name)).values()].map((its) =>
    benchmarkOf(its, run, input),
  )
}

/** The one collective that every row alone admits. */
function candidatesByRow(rows: readonly BenchmarkRow[]): CollectiveName | undefined {
  const [first, ...others] = rows.map((row) => candidatesOf([row]))
  const common = first?.filter((name) => others.every((its) => its.includes(name))) ?? []
  return common.length === 1 ? common[0] : undefined
}

/** Rows and what surrounded them as one Benchmark: which collective, how many ranks. */
export function benchmarkOf(rows: readonly BenchmarkRow[], run: Run, input: string): Benchmark {
  const which = collectiveOf(rows, run, input)
  const { startedTogether, devices, header, average, outOfBounds, version } = run
  return {
    kind: 'benchmark',
    tool: run.tool,
    ...(run.shares.length > 0 ? { shares: run.shares } : {}),
    ...(run.operation ? { operation: run.operation.name } : {}),
    ...which,
    ...ranksOf(rows, run, which.collective),
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

function ranksOf(rows: readonly BenchmarkRow[], run: Run, collective: CollectiveName | undefined): Ranks {
  if (run.startedTogether > 1) return { ranks: 1, ranksFrom: 'devices' }
  const ratio = collective && ranksByRatio(rows, collective)
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
  return listed !== undefined && !cut ? { ranks: listed, ranksFrom: 'devices' } : { ranksFrom: 'unknown' }
}

const groupsOf = (devices: readonly BenchmarkDevice[]): number =>
  new Set(devices.map(({ group }) => group)).size

/** The number of ranks that take part together: of one group, where NCCL_TESTS_SPLIT made several. */
function listedRanks(devices: readonly BenchmarkDevice[]): number | undefined {
  if (devices.length === 0) return undefined
  if (groupsOf(devices) > 1)
    return Math.max(...[...groupBy(devices, ({ group }) => group).values()].map((its) => its.length))
  return Math.max(...devices.map(({ rank }) => rank)) + 1
}
