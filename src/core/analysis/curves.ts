/**
 * A curve: what was measured of one collective on one set of GPUs in one file, by size.
 * Runs of the same kind in one file (nccl-tests -N, a loop over sizes, repeats) are joined; a size that was measured
 * several times becomes one point with a spread. Rows of several types or operations (-d all, -o all) are several curves.
 */
import { groupBy } from '../base/group-by.ts'
import { threshold } from '../base/threshold.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { Benchmark, BenchmarkRow, Measure, PerIteration } from '../evidence/benchmark.ts'
import type { Place } from '../evidence/place.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { hostInName } from './host-names.ts'
import { withRanksOf } from './stated-rate.ts'

/** algbw and busbw in GB/s; the better of the two placements, since both cross the same links. */
export interface Point {
  readonly bytes: number
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
  readonly place: Place
  /** How often this size was measured, and the lowest and highest busbw then. */
  readonly repeats: number
  readonly lowest: number
  readonly highest: number
  readonly perIteration?: PerIteration
}

export interface Curve {
  /** Short and unique in a report: "all_reduce, 8 ranks, gpu-07". */
  readonly label: string
  readonly input: string
  readonly collective?: CollectiveName
  readonly candidates: readonly CollectiveName[]
  readonly operation?: string
  readonly type?: string
  readonly redop?: string
  readonly ranks?: number
  readonly ranksPerNode?: number
  /** From the device lines or the input's name; empty when nothing says. */
  readonly hosts: readonly string[]
  readonly benchmarks: readonly Benchmark[]
  /** By size, ascending; rows of zero bytes or without a time are left out. */
  readonly points: readonly Point[]
  /** The point at the largest size. */
  readonly plateau?: Point
}

const SHAPE_FROM = threshold('curve.sizes', 5, 'count', 'our choice: fewer sizes show no shape')

/** Whether its sizes are enough to say that a curve has no dip and no collapse. */
export const showsShape = ({ points }: Pick<Curve, 'points'>): boolean => points.length >= SHAPE_FROM.value

export const curves = computed((facts): readonly Curve[] => {
  const parts = evidenceOf(facts, 'benchmark')
    // What CPUs did in a cache and beyond it is no curve of a machine of GPUs: rules/share-of-limit.ts reads it.
    .filter(({ tool }) => tool !== 'ringscope-perf')
    .flatMap((benchmark) => partsOf(withRanks(benchmark, facts)))
  const joined = [...groupBy(parts, keyOf).values()].map(join)
  const labels = distinct(joined.map(namesOf))
  return joined.map((curve, index) => ({ ...curve, label: labels[index] ?? '' }))
})

/** --ranks counts where the file says nothing. */
const withRanks = (benchmark: Benchmark, { options: { ranks } }: Facts): Benchmark =>
  benchmark.ranks === undefined && ranks !== undefined ? withRanksOf(benchmark, ranks) : benchmark

/** The rows of one type and operation in one run. */
interface Part {
  readonly benchmark: Benchmark
  readonly rows: readonly BenchmarkRow[]
  readonly type?: string
  readonly redop?: string
}

function partsOf(benchmark: Benchmark): Part[] {
  if (benchmark.rows.length === 0) return [{ benchmark, rows: [] }]
  return [...groupBy(benchmark.rows, ({ type, redop }) => `${type} ${redop}`).values()].map((rows) => ({
    benchmark,
    rows,
    ...(rows[0]?.type === undefined ? {} : { type: rows[0].type }),
    ...(rows[0]?.redop === undefined ? {} : { redop: rows[0].redop }),
  }))
}

function keyOf({ benchmark, type, redop }: Part): string {
  const { place, tool, collective, candidates, operation, ranks, parameters, version } = benchmark
  return JSON.stringify([
    place.input,
    tool,
    collective ?? [operation, candidates],
    type,
    redop,
    ranks,
    hostsOf(benchmark),
    [parameters.cpuTime, parameters.blocking, parameters.graph],
    version?.library,
    settingsOf(benchmark),
  ])
}

/** What the run was told through its environment, sorted by name. */
export const settingsOf = ({ environment }: Benchmark): readonly (readonly [name: string, value: string])[] =>
  Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))

/** From the list of devices, else as the file names them, else from its own name. */
function hostsOf({ devices, hosts, place }: Benchmark): readonly string[] {
  if (devices.length > 0) return [...new Set(devices.map(({ host }) => host))]
  return hosts ?? [hostInName(place.input)].filter((host) => host !== undefined)
}

function join(parts: readonly Part[]): Omit<Curve, 'label'> {
  const first = parts[0] as Part
  const { collective, candidates, operation, ranks, place, devices } = first.benchmark
  const points = pointsOf(parts.flatMap(({ rows }) => rows))
  const plateau = points.at(-1)
  const onHosts = [...groupBy(devices, ({ host }) => host)]
  // A process lists only its first GPUs where the line is cut: no number a host follows from unequal lists.
  const even =
    devices.length === ranks &&
    onHosts.every(([, hostDevices]) => hostDevices.length * onHosts.length === ranks)
  return {
    input: place.input,
    candidates,
    hosts: hostsOf(first.benchmark),
    benchmarks: parts.map(({ benchmark }) => benchmark),
    points,
    ...(collective === undefined ? {} : { collective }),
    ...(operation === undefined ? {} : { operation }),
    ...(first.type === undefined ? {} : { type: first.type }),
    ...(first.redop === undefined ? {} : { redop: first.redop }),
    ...(ranks === undefined ? {} : { ranks }),
    ...(even && ranks !== undefined ? { ranksPerNode: ranks / onHosts.length } : {}),
    ...(plateau === undefined ? {} : { plateau }),
  }
}

function pointsOf(rows: readonly BenchmarkRow[]): Point[] {
  const measured = rows.flatMap((row) => {
    const measure = better(row)
    return measure && row.bytes > 0 && Number.isFinite(row.bytes)
      ? [{ ...measure, bytes: row.bytes, place: row.place }]
      : []
  })
  return [...groupBy(measured, ({ bytes }) => bytes).values()]
    .map((same) => {
      const sorted = same.toSorted((a, b) => a.busbw - b.busbw)
      // A run that took place, not the mean of two: its line can be shown.
      const median = sorted[Math.floor(sorted.length / 2)] ?? same[0]
      if (!median) throw new Error('a size without a measurement')
      const { bytes, seconds, algbw, busbw, place, perIteration } = median
      return {
        ...{ bytes, seconds, algbw, busbw, place },
        repeats: sorted.length,
        lowest: sorted[0]?.busbw ?? busbw,
        highest: sorted.at(-1)?.busbw ?? busbw,
        ...(perIteration === undefined ? {} : { perIteration }),
      }
    })
    .sort((a, b) => a.bytes - b.bytes)
}

function better({ outOfPlace, inPlace }: BenchmarkRow): Measure | undefined {
  const usable = [outOfPlace, inPlace].filter(
    (measure): measure is Measure =>
      measure !== undefined &&
      measure.seconds > 0 &&
      Number.isFinite(measure.seconds) &&
      Number.isFinite(measure.algbw) &&
      Number.isFinite(measure.busbw),
  )
  return usable.sort((a, b) => a.seconds - b.seconds)[0]
}

/** From short to long: what a label may need to be unique. */
function namesOf(curve: Omit<Curve, 'label'>): string[] {
  const { collective, operation, candidates, ranks, hosts, type, redop, input, benchmarks } = curve
  const what = collective ?? operation ?? (candidates.length > 0 ? candidates.join('/') : input)
  const on = hosts.length > 1 ? `${hosts[0]}+${hosts.length - 1}` : hosts[0]
  const short = [what, ranks === undefined ? undefined : `${ranks} ranks`, on]
  const line = benchmarks[0]?.place.line
  const settings = benchmarks[0] ? settingsOf(benchmarks[0]).map(([name, value]) => `${name}=${value}`) : []
  return [
    short,
    [...short, type, redop],
    [...short, type, redop, ...settings],
    [...short, type, redop, input],
    [...short, type, redop, line === undefined ? input : `${input}:${line}`],
  ].map((parts) => parts.filter((part) => part !== undefined).join(', '))
}

/** Of each curve's names the shortest that no other curve bears. */
function distinct(names: readonly (readonly string[])[]): string[] {
  const bearers = new Map<string, number>()
  for (const own of names) for (const name of new Set(own)) bearers.set(name, (bearers.get(name) ?? 0) + 1)
  const given = new Map<string, number>()
  return names.map((own) => {
    const label = own.find((name) => bearers.get(name) === 1) ?? own.at(-1) ?? ''
    const count = (given.get(label) ?? 0) + 1
    given.set(label, count)
    return count === 1 ? label : `${label} #${count}`
  })
}
