/**
 * What nccl-tests writes with -J, versions 1 to 3 (nccl-tests src/util.cu since 2.17.3): one object a run. It holds the
 * whole environment of the process, with whatever secrets stand there; of that only NCCL's own variables are kept,
 * and no place quotes the text of the file.
 */
import type {
  BenchmarkDevice,
  BenchmarkParameters,
  BenchmarkRow,
  Measure,
  PerfShare,
  PerIteration,
} from '../../evidence/benchmark.ts'
import type { Note } from '../../evidence/note.ts'
import type { Input, Place } from '../../evidence/place.ts'
import { bytesOf, MOST_BYTES } from '../../text/all-bytes.ts'
import { encodingOf, headText } from '../../text/first-bytes.ts'
import { itemsOf, type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'
import { quote } from '../../text/quote.ts'
import { type Json, parseJson } from '../../text/tolerant-json.ts'
import type { FileParser, Parsed } from '../parser.ts'
import { keptVariables } from './command.ts'
import { libraryVersionOf } from './header.ts'
import { perfSharesIn } from './perf-lines.ts'
import { benchmarkOf, newRun } from './run.ts'

export const ncclTestsJson: FileParser = {
  kind: 'file',
  id: 'nccl-tests-json',
  title: 'nccl-tests -J (JSON)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"start_time"\s*:/.test(text)
  },
  async parse(input) {
    const bytes = await bytesOf(input.open())
    if (!bytes)
      return {
        evidence: [],
        notes: [{ id: 'input-too-large', values: { name: input.name, most: MOST_BYTES } }],
      }
    const read = parseJson(new TextDecoder(encodingOf(bytes)).decode(bytes))
    const root = read.ok ? membersOf(read.value.value) : undefined
    if (!read.ok || !root) {
      const at = read.ok ? 0 : read.problem.at
      // What stands there could be of the environment: only its kind is told.
      return { evidence: [], notes: [{ id: 'json-unreadable', values: { at } }] }
    }
    return benchmarkIn(input, root, read.value.cut)
  },
}

function benchmarkIn(input: Input, root: Members, cut: boolean): Parsed {
  const at = (text: string): Place => ({ input: input.name, text: quote(text) })
  const config = membersOf(root.config) ?? {}
  const results = itemsOf(root.results)
  const notes: Note[] = []
  const rows: BenchmarkRow[] = []
  const shares: PerfShare[] = []
  let skipped = 0
  for (const [index, result] of results.entries()) {
    const its = membersOf(result)
    const row = its && rowOf(its, at)
    if (row) {
      rows.push(row)
      shares.push(...perfSharesIn(its, row))
    }
    // The last result of a program that crashed is not a fault of the file.
    else if (!(cut && index === results.length - 1)) {
      skipped++
      notes.push({ id: 'row-unreadable', values: { format: 'nccl-tests' }, place: at(`results[${index}]`) })
    }
  }
  if (cut) notes.push({ id: 'json-cut', values: { rows: rows.length } })

  const run = newRun(at(`"start_time": ${JSON.stringify(textOf(root.start_time) ?? '')}`))
  const devices = itemsOf(config.devices).flatMap((device) => deviceIn(device, at))
  run.devices.push(...devices)
  run.shares.push(...shares)
  run.parameters = parametersIn(config, results)
  run.environment = keptVariables(
    itemsOf(root.env).flatMap((line) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(textOf(line) ?? '') ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
  const library = numberOf(root.nccl_version)
  if (library !== undefined) run.version = { library: libraryVersionOf(library) }
  if (membersOf(root.ringscope)) run.tool = 'ringscope-perf'
  const test = /([\w-]+_perf)(?:_mpi)?$/.exec(textOf(itemsOf(root.args)[0]) ?? '')?.[1]
  if (test !== undefined) run.operation = { name: test, from: 'command' }
  const average = membersOf(root.average_bus_bandwidth)
  const busbw = numberOf(average?.bandwidth)
  if (busbw !== undefined) {
    const okay = textOf(average?.okay)
    const passed = okay === 'true' || okay === 'false' ? { passed: okay === 'true' } : {}
    run.average = { busbw, ...passed, place: at(`"average_bus_bandwidth": ${busbw}`) }
  }
  const bounds = membersOf(root.out_of_bounds)
  const count = numberOf(bounds?.count)
  if (count !== undefined)
    run.outOfBounds = {
      count,
      failed: count > 0 || textOf(bounds?.okay) === 'false',
      place: at(`"out_of_bounds": ${count}`),
    }
  run.errors.push(
    ...itemsOf(root.errors).flatMap((error) => (textOf(error) ? [at(textOf(error) ?? '')] : [])),
  )
  run.header = at('"results"')
  run.complete = !cut && root.average_bus_bandwidth !== undefined

  // Of each process only the first device is listed.
  const each = (run.parameters.threads ?? 1) * (run.parameters.gpusPerThread ?? 1)
  const ranks = devices.length * each
  run.devicesCut = each > 1
  const benchmark = benchmarkOf(rows, run, input.name)
  if (each > 1)
    notes.push({
      id: 'json-devices-partial',
      values: { listed: devices.length, ranks: benchmark.ranks ?? ranks },
    })
  const known = benchmark.ranks === undefined && ranks > 0 ? { ranks, ranksFrom: 'devices' as const } : {}
  return { evidence: [{ ...benchmark, ...known }], notes, skipped }
}

function rowOf(result: Members, at: (text: string) => Place): BenchmarkRow | undefined {
  const bytes = numberOf(result.size)
  const count = numberOf(result.count)
  const type = textOf(result.type)
  const redop = textOf(result.redop)
  const root = numberOf(result.root)
  if (bytes === undefined || bytes < 0) return undefined
  const outOfPlace = measureIn(bytes, result.out_of_place, result.out_of_place_per_iter)
  const inPlace = measureIn(bytes, result.in_place, result.in_place_per_iter)
  if (!outOfPlace && !inPlace) return undefined
  const said = [
    outOfPlace && `out_of_place bus_bw ${outOfPlace.busbw}`,
    inPlace && `in_place bus_bw ${inPlace.busbw}`,
  ]
  return {
    bytes,
    ...(count === undefined ? {} : { count }),
    ...(type === undefined ? {} : { type }),
    ...(redop === undefined || redop === '' ? {} : { redop }),
    ...(root === undefined ? {} : { root }),
    ...(outOfPlace ? { outOfPlace } : {}),
    ...(inPlace ? { inPlace } : {}),
    place: at(`size ${bytes}: ${said.filter(Boolean).join(', ')}`),
  }
}

/** Between these lies algbw x time / size: 1, or (n-1)/n where a test counts only what it sends. */
const [LEAST_SHARE, MOST_SHARE] = [0.49, 1.02]
/** busbw / algbw: 2(n-1)/n at most. */
const MOST_FACTOR = 2
/** GB/s that the printed digits leave open. */
const UNPRINTED = 0.01

/** Undefined also where the three numbers contradict each other: nccl-tests did not write them. */
function measureIn(
  bytes: number,
  value: Json | undefined,
  iterations: Json | undefined,
): Measure | undefined {
  const its = membersOf(value)
  const time = numberOf(its?.time ?? its?.cpu_time)
  const algbw = numberOf(its?.alg_bw)
  const busbw = numberOf(its?.bus_bw)
  if (time === undefined || algbw === undefined || busbw === undefined) return undefined
  if (time <= 0 || algbw < 0 || busbw < 0) return undefined
  const fromTime = bytes / time / 1e3
  if (algbw < LEAST_SHARE * fromTime - UNPRINTED || algbw > MOST_SHARE * fromTime + UNPRINTED)
    return undefined
  if (busbw > MOST_FACTOR * algbw + UNPRINTED) return undefined
  const wrong = numberOf(its?.nwrong)
  const perIteration = perIterationIn(iterations)
  return {
    seconds: time * 1e-6,
    algbw,
    busbw,
    ...(wrong === undefined || wrong < 0 ? {} : { wrong }),
    ...(perIteration ? { perIteration } : {}),
  }
}

function perIterationIn(value: Json | undefined): PerIteration | undefined {
  const its = membersOf(value)
  if (!its) return undefined
  const seconds = (name: string): number | undefined => {
    const microseconds = numberOf(its[name])
    return microseconds === undefined ? undefined : microseconds * 1e-6
  }
  const [min, max, p50, p95, p99] = ['min_us', 'max_us', 'p50_us', 'p95_us', 'p99_us'].map(seconds)
  const variation = numberOf(its.cv_pct)
  if (min === undefined || max === undefined || p99 === undefined || variation === undefined) return undefined
  const iterations = itemsOf(its.times_us).length - (numberOf(its.skipped_iterations) ?? 0)
  return {
    minSeconds: min,
    maxSeconds: max,
    ...(p50 === undefined ? {} : { p50Seconds: p50 }),
    ...(p95 === undefined ? {} : { p95Seconds: p95 }),
    p99Seconds: p99,
    variation: variation / 100,
    ...(iterations > 0 ? { iterations } : {}),
  }
}

function deviceIn(value: Json, at: (text: string) => Place): readonly BenchmarkDevice[] {
  const its = membersOf(value)
  const rank = numberOf(its?.rank)
  const device = numberOf(its?.device)
  if (!its || rank === undefined || device === undefined) return []
  const group = numberOf(its.group)
  const pid = numberOf(its.pid)
  const host = textOf(its.hostname) ?? ''
  const busId = textOf(its.device_hex)
  const name = textOf(its.device_info) ?? ''
  return [
    {
      rank,
      ...(group === undefined ? {} : { group }),
      ...(pid === undefined ? {} : { pid }),
      host,
      device,
      ...(busId === undefined ? {} : { busId }),
      name,
      place: at(`Rank ${rank} on ${host} device ${device} [${busId ?? ''}] ${name}`),
    },
  ]
}

function parametersIn(config: Members, results: readonly Json[]): BenchmarkParameters {
  const cpuTime = results.some((result) => membersOf(membersOf(result)?.out_of_place)?.cpu_time !== undefined)
  const numbers = {
    threads: numberOf(config.nthreads),
    gpusPerThread: numberOf(config.ngpus),
    minBytes: numberOf(config.minimum_bytes),
    maxBytes: numberOf(config.maximum_bytes),
    iterations: numberOf(config.iterations),
    warmupIterations: numberOf(config.warmup_iters),
    graph: numberOf(config.graph),
  }
  const validation = numberOf(config.validation)
  return {
    ...(Object.fromEntries(
      Object.entries(numbers).filter(([, value]) => value !== undefined),
    ) as BenchmarkParameters),
    ...(validation === undefined ? {} : { validation: validation > 0 }),
    ...(textOf(config.blocking_collectives) === 'true' ? { blocking: true } : {}),
    ...(cpuTime ? { cpuTime } : {}),
  }
}
