/**
 * A report of ringscope (`diagnose --json`, schema ringscope.report/2, and /1 of earlier versions: docs/report.schema.json) read back: what was
 * measured, so that yesterday's report is today's baseline. Its findings are not taken over: they are judged anew.
 */
import { collectiveNamed } from '../../collectives/names.ts'
import type { Benchmark, BenchmarkRow } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { headText } from '../../text/first-bytes.ts'
import { itemsOf, type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'
import { quote } from '../../text/quote.ts'
import type { Json } from '../../text/tolerant-json.ts'
import type { FileParser, Parsed } from '../parser.ts'
import { wholeJson } from '../whole-file.ts'

export const ringscopeReport: FileParser = {
  kind: 'file',
  id: 'ringscope-report',
  title: 'ringscope diagnose --json',
  sniff: (head) => /^\s*\{\s*"schema"\s*:\s*"ringscope\.report\//.test(headText(head)),
  async parse(input): Promise<Parsed> {
    const file = await wholeJson(input)
    if (!file.ok) return { evidence: [], notes: [file.problem] }
    const { root, cut } = file.value
    const benchmarks = itemsOf(root.measurements).flatMap((item) => benchmarkIn(membersOf(item), input.name))
    const rows = benchmarks.reduce((sum, benchmark) => sum + benchmark.rows.length, 0)
    return { evidence: benchmarks, notes: cut ? [{ id: 'json-cut', values: { rows } }] : [] }
  },
}

function benchmarkIn(measurement: Members | undefined, input: string): readonly Benchmark[] {
  if (!measurement) return []
  const type = textOf(measurement.type)
  const redop = textOf(measurement.redop)
  const rows = itemsOf(measurement.rows).flatMap((item): readonly BenchmarkRow[] => {
    const row = rowIn(membersOf(item), input)
    return row ? [{ ...row, ...(type ? { type } : {}), ...(redop ? { redop } : {}) }] : []
  })
  const operation = textOf(measurement.collective)
  const collective = collectiveNamed(operation ?? '')
  const ranks = numberOf(measurement.ranks)
  return [
    {
      kind: 'benchmark',
      tool: 'report',
      ...(operation ? { operation } : {}),
      ...(collective ? { collective } : {}),
      candidates: collective ? [collective] : [],
      collectiveFrom: collective ? 'named' : 'unknown',
      ...(ranks === undefined ? {} : { ranks }),
      ranksFrom: ranks === undefined ? 'unknown' : 'named',
      hosts: itemsOf(measurement.hosts).flatMap((host) => textOf(host) ?? []),
      devices: [],
      rows,
      parameters: {},
      environment: {},
      errors: [],
      startedTogether: 1,
      place: { input, text: quote(`"label": ${JSON.stringify(textOf(measurement.label) ?? '')}`) },
      complete: true,
    },
  ]
}

function rowIn(row: Members | undefined, input: string): BenchmarkRow | undefined {
  const [bytes, seconds, algbw, busbw] = [row?.bytes, row?.seconds, row?.algbw, row?.busbw].map(numberOf)
  if (bytes === undefined || seconds === undefined || algbw === undefined || busbw === undefined)
    return undefined
  if (!(bytes >= 0 && seconds > 0 && algbw >= 0 && busbw >= 0)) return undefined
  return { bytes, outOfPlace: { seconds, algbw, busbw }, place: placeIn(row?.place, input, bytes, busbw) }
}

/** The line of the file that the report was made from, where it names one. */
function placeIn(value: Json | undefined, input: string, bytes: number, busbw: number): Place {
  const place = membersOf(value)
  const [from, text, line] = [textOf(place?.input), textOf(place?.text), numberOf(place?.line)]
  if (from === undefined || text === undefined) return { input, text: `bytes ${bytes}, busbw ${busbw}` }
  return { input: from, text: quote(text), ...(line === undefined ? {} : { line }) }
}
