/** What a short view shows of a long report: the measurement that decides, and a handful of its sizes. */
import type { Place } from '../../evidence/place.ts'
import type { Finding, MeasuredRow, Measurement, Report } from './report.ts'

const MOST_ROWS = 5

/** The measurement that the verdict speaks of: that of the worst subject. */
export function measurementShown(report: Report): Measurement | undefined {
  const worst = report.subjects[0]?.label
  return report.measurements.find(({ label }) => label === worst) ?? report.measurements[0]
}

/**
 * The first size of at least 1 MiB (below it no verdict is possible), the largest, and between them evenly by
 * the logarithm of the size, and the sizes at which a loud finding points; all where there are few.
 */
export function rowsShown({ rows }: Measurement, findings: readonly Finding[] = []): readonly MeasuredRow[] {
  if (rows.length <= MOST_ROWS) return rows
  const pointed = new Set(
    findings
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .flatMap(({ evidence }) => evidence.map(placed)),
  )
  const firm = rows.filter(({ bytes }) => bytes >= 2 ** 20)
  const all = firm.length >= 2 ? firm : rows
  const smallest = Math.log2(all[0]?.bytes ?? 1)
  const step = (Math.log2(all.at(-1)?.bytes ?? 1) - smallest) / (MOST_ROWS - 1)
  const picked = Array.from({ length: MOST_ROWS }, (_, at) => nearest(all, 2 ** (smallest + at * step)))
  const shown = new Set([...picked, ...rows.filter(({ place }) => pointed.has(placed(place)))])
  return rows.filter((row) => shown.has(row))
}

const placed = ({ input, line }: Place): string => `${input}:${line}`

const nearest = (rows: readonly MeasuredRow[], bytes: number): MeasuredRow =>
  rows.reduce((best, row) =>
    Math.abs(Math.log2(row.bytes / bytes)) < Math.abs(Math.log2(best.bytes / bytes)) ? row : best,
  )

/**
 * Without what the headline and the rows say already: which measurements are healthy, and, where nothing is decided,
 * that it is not.
 */
export const findingsShown = ({ findings }: Report): readonly Finding[] =>
  findings.filter(({ toldByHeadline }) => toldByHeadline === undefined)
