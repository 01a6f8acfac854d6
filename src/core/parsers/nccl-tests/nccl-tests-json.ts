/**
 * What nccl-tests writes with -J, versions 1 to 3 (nccl-tests src/util.cu since 2.17.3): one object a run. It holds the
 * whole environment of the process, with whatever secrets stand there; of that only NCCL's own variables are kept,
 * and no place quotes the text of the file.
 */
import type { BenchmarkRow, PerfShare } from '../../evidence/benchmark.ts'
import type { Note } from '../../evidence/note.ts'
import type { Input, Place } from '../../evidence/place.ts'
import { headText } from '../../text/first-bytes.ts'
import { itemsOf, type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'
import { quote } from '../../text/quote.ts'
import type { Json } from '../../text/tolerant-json.ts'
import type { FileParser, Parsed } from '../parser.ts'
import { wholeJson } from '../whole-file.ts'
import { benchmarkOf } from './benchmark.ts'
import { libraryVersionOf } from './header.ts'
import { deviceIn, parametersIn } from './json-config.ts'
import { rowIn } from './json-rows.ts'
import { perfSharesIn } from './perf-lines.ts'
import { newRun, type Run } from './run.ts'
import { keptVariables } from './variables.ts'

export const ncclTestsJson: FileParser = {
  kind: 'file',
  id: 'nccl-tests-json',
  title: 'nccl-tests -J (JSON)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"start_time"\s*:/.test(text)
  },
  async parse(input) {
    const file = await wholeJson(input)
    return file.ok
      ? benchmarkIn(input, file.value.root, file.value.cut)
      : { evidence: [], notes: [file.problem] }
  },
}

type PlaceAt = (text: string) => Place

function benchmarkIn(input: Input, root: Members, cut: boolean): Parsed {
  const at: PlaceAt = (text) => ({ input: input.name, text: quote(text) })
  const config = membersOf(root.config) ?? {}
  const results = itemsOf(root.results)
  const { rows, shares, notes, skipped } = rowsIn(results, cut, at)
  const run = newRun(at(`"start_time": ${JSON.stringify(textOf(root.start_time) ?? '')}`))
  const devices = itemsOf(config.devices).flatMap((device) => deviceIn(device, at))
  run.devices.push(...devices)
  run.shares.push(...shares)
  run.parameters = parametersIn(config, results)
  addHead(run, root)
  addSummary(run, root, at)
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
  const counted = benchmark.ranks === undefined && ranks > 0 ? { ranks, ranksFrom: 'devices' as const } : {}
  return { evidence: [{ ...benchmark, ...counted }], notes, skipped }
}

function rowsIn(results: readonly Json[], cut: boolean, at: PlaceAt) {
  const notes: Note[] = []
  const rows: BenchmarkRow[] = []
  const shares: PerfShare[] = []
  let skipped = 0
  for (const [index, item] of results.entries()) {
    const result = membersOf(item)
    const row = result && rowIn(result, at)
    if (row) {
      rows.push(row)
      shares.push(...perfSharesIn(result, row))
    }
    // The last result of a program that crashed is not a fault of the file.
    else if (!(cut && index === results.length - 1)) {
      skipped++
      notes.push({ id: 'row-unreadable', values: { format: 'nccl-tests' }, place: at(`results[${index}]`) })
    }
  }
  if (cut) notes.push({ id: 'json-cut', values: { rows: rows.length } })
  return { rows, shares, notes, skipped }
}

/** Environment, versions, and which test it is. */
function addHead(run: Run, root: Members): void {
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
}

/** Average, values out of bounds, errors. */
function addSummary(run: Run, root: Members, at: PlaceAt): void {
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
}
