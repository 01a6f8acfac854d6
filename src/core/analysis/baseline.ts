/**
 * What changed since the runs given with --baseline: the curve, and the settings that may have changed it.
 * A change counts only outside the spread of the baseline's runs and above 2 % (docs/diagnosis.md, Comparing hosts and runs).
 */
import { median } from 'simple-statistics'
import { threshold } from '../base/threshold.ts'
import type { Benchmark } from '../evidence/benchmark.ts'
import { FIRM_FROM } from '../expectation/row.ts'
import { gpuFromDeviceName } from '../machine/gpus.ts'
import { changedOnHosts } from './changed-hosts.ts'
import { settingsOf } from './curves.ts'
import { computed } from './facts.ts'
import { judgeableSeries } from './judgeable.ts'
import { type Point, type Series, series } from './series.ts'

const COUNTS_ABOVE = threshold(
  'changed-since-baseline.counts-above',
  0.02,
  'share',
  'docs/diagnosis.md, Comparing hosts and runs',
)

export interface SizeChange {
  readonly point: Point
  /** Median of the baseline's runs at that size, its lowest and highest, GB/s. */
  readonly was: number
  readonly lowest: number
  readonly highest: number
  readonly runs: number
  /** now / was - 1 */
  readonly change: number
  readonly counts: boolean
}

export interface Setting {
  readonly name: string
  readonly was?: string
  readonly now?: string
}

export interface SinceBaseline {
  readonly series: Series
  /** Sizes that both have, ascending. */
  readonly sizes: readonly SizeChange[]
  readonly settings: readonly Setting[]
}

/** One for each series that the baseline has too; empty without a baseline. */
export const sinceBaseline = computed((facts): readonly SinceBaseline[] => {
  const before = (facts.baseline ?? []).flatMap((it) => series(it))
  return judgeableSeries(facts).flatMap((now) => {
    const alike = before.filter((earlier) => testOf(earlier) === testOf(now) && sameGpus(earlier, now))
    // Where hosts are named and the baseline knows this one, it is compared with itself alone.
    const same = alike.filter((earlier) => now.hosts.length > 0 && earlier.hosts.join() === now.hosts.join())
    const then = same.length > 0 ? same : alike
    const sizes = now.points.flatMap((point) => changeAt(point, then))
    const [last, was] = [now.benchmarks.at(-1), then.at(-1)?.benchmarks.at(-1)]
    if (sizes.length === 0 || !last || !was) return []
    const settings = changed(was, last)
    const more = changedOnHosts(facts).filter(
      ({ name }) => !settings.some((setting) => setting.name === name),
    )
    return [{ series: now, sizes, settings: [...settings, ...more.map(({ place: _, ...change }) => change)] }]
  })
})

const testOf = ({ collective, operation, type, redop, ranks }: Series): string =>
  JSON.stringify([collective ?? operation, type, redop, ranks])

/** Another model is no change of this machine. What does not name its GPUs is taken at its word. */
function sameGpus(then: Series, now: Series): boolean {
  const [a, b] = [modelsOf(then), modelsOf(now)]
  return a.length === 0 || b.length === 0 || a.join() === b.join()
}

const modelsOf = ({ benchmarks }: Series): readonly string[] => [
  ...new Set(
    benchmarks.flatMap(({ devices }) => devices.map(({ name }) => gpuFromDeviceName(name)?.id ?? name)),
  ),
]

function changeAt(point: Point, then: readonly Series[]): SizeChange[] {
  const at = then.flatMap(({ points }) => points.filter(({ bytes }) => bytes === point.bytes))
  // Below, a run measures launch and fabric, and scatters.
  if (point.bytes < FIRM_FROM.value || at.length === 0) return []
  const was = median(at.map(({ busbw }) => busbw))
  const lowest = Math.min(...at.map((it) => it.lowest))
  const highest = Math.max(...at.map((it) => it.highest))
  if (!(was > 0)) return []
  const change = point.busbw / was - 1
  const outside = point.busbw < lowest || point.busbw > highest
  const runs = at.reduce((sum, { repeats }) => sum + repeats, 0)
  return [
    { point, was, lowest, highest, runs, change, counts: outside && Math.abs(change) > COUNTS_ABOVE.value },
  ]
}

/** A curve or a report holds numbers alone: that a setting is missing there does not say that it was not set. */
const tellsSettings = ({ tool }: Benchmark): boolean => tool === 'nccl-tests' || tool === 'rccl-tests'

/** Settings that differ, environment first. */
function changed(was: Benchmark, now: Benchmark): Setting[] {
  if (!tellsSettings(was) || !tellsSettings(now)) return []
  const [then, today] = [namedSettings(was), namedSettings(now)]
  return [...new Set([...then.keys(), ...today.keys()])].flatMap((name) => {
    const [a, b] = [then.get(name), today.get(name)]
    if (a === b) return []
    return [{ name, ...(a === undefined ? {} : { was: a }), ...(b === undefined ? {} : { now: b }) }]
  })
}

/** Names as NCCL and nccl-tests write them. */
function namedSettings(benchmark: Benchmark): Map<string, string> {
  const { parameters, version, devices } = benchmark
  const { threads, gpusPerThread, iterations, warmupIterations, graph, blocking } = parameters
  const rest: readonly (readonly [string, unknown])[] = [
    ['NCCL', version?.library],
    ['nccl-tests', version?.tests],
    ['GPU', [...new Set(devices.map(({ name }) => name))].join(', ') || undefined],
    ['-t', threads],
    ['-g', gpusPerThread],
    ['-n', iterations],
    ['-w', warmupIterations],
    ['-G', graph],
    ['-z', blocking],
  ]
  return new Map([
    ...settingsOf(benchmark),
    ...rest.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  ])
}
