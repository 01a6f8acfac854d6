/** `perf --timeline`: what was measured beside what the simulation of the same schedule says, and how far that is off. */
import { type Print, print } from '../../base/print.ts'
import type { PerfSimulatedRow, PerfSimulation } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../../messages/perf.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
import { wrap } from '../text/width.ts'
import { aligned, comments } from './text.ts'

/** Simulated over measured time minus one. */
export const offBy = ({ measuredSeconds, simulatedSeconds }: PerfSimulatedRow): number =>
  simulatedSeconds / measuredSeconds - 1

/** Mean of the absolute errors; undefined without rows. */
export const meanOff = ({ rows }: PerfSimulation): number | undefined =>
  rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + Math.abs(offBy(row)), 0) / rows.length

/** Columns that comment lines have beside the sign. */
const PROSE_COLUMNS = 94

export function simulatedTextOf(simulation: PerfSimulation, words: PerfTexts): string {
  return comments([
    '',
    ...proseOf(simulation, words).flatMap((text) => wrap(text, PROSE_COLUMNS)),
    ...aligned([columnsOf(words), ...simulation.rows.map((row) => cellsOf(row, print))], [1]),
    ...meanTextOf(simulation, words).flatMap((text) => wrap(text, PROSE_COLUMNS)),
  ])
}

export function simulatedMarkdownOf(simulation: PerfSimulation, words: PerfTexts): string {
  const right = (title: string) => ({ title, align: 'right' as const })
  return `${[
    '',
    ...proseOf(simulation, words).map((text) => `${escaped(text)}\n`),
    ...markdownTable(
      columnsOf(words).map((title, at) => (at === 1 ? { title } : right(title))),
      simulation.rows.map((row) => cellsOf(row, print)),
    ),
    '',
    ...meanTextOf(simulation, words).map(escaped),
  ].join('\n')}\n`
}

const proseOf = ({ fit, withoutMessages }: PerfSimulation, { simulated }: PerfTexts): readonly string[] => [
  simulated.head(
    {
      ...fit,
      latencySeconds: middle(fit.pairs.map((pair) => pair.latencySeconds)),
      bytesPerSecond: middle(fit.pairs.map((pair) => pair.bytesPerSecond)),
    },
    print,
  ),
  ...(withoutMessages.length > 0 ? [simulated.withoutMessages({ ids: withoutMessages }, print)] : []),
]

const columnsOf = ({ simulated: { columns } }: PerfTexts): readonly string[] => [
  columns.size,
  columns.algorithm,
  columns.measured,
  columns.simulated,
  columns.off,
]

const cellsOf = (row: PerfSimulatedRow, { bytes, duration, percent }: Print): readonly string[] => [
  bytes(row.bytes),
  row.root === undefined ? row.algorithm : `${row.algorithm} (${row.root})`,
  duration(row.measuredSeconds),
  duration(row.simulatedSeconds),
  `${offBy(row) < 0 ? '-' : '+'}${percent(Math.abs(offBy(row)))}`,
]

function meanTextOf(simulation: PerfSimulation, { simulated }: PerfTexts): readonly string[] {
  const share = meanOff(simulation)
  return share === undefined ? [] : [simulated.mean({ share, sizes: simulation.rows.length }, print)]
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
