/** Measured curves beside what is expected of them, with the reason and the basis in words. */
import { asFound } from '../analysis/as-found.ts'
import type { Facts } from '../analysis/facts.ts'
import { flatFrom } from '../analysis/saturation.ts'
import { type Point, type Series, series } from '../analysis/series.ts'
import { onlyStated } from '../analysis/stated-rate.ts'
import { print } from '../base/print.ts'
import { GBps } from '../base/units.ts'
import { LARGEST } from '../expectation/expect.ts'
import type { Basis, Expectation, ExpectedRow } from '../expectation/expectation.ts'
import type { ReportTexts } from '../messages/report.ts'
import { reasonOf } from '../report/diagnose/reason.ts'
import type { ExpectationText, MeasuredRow, Measurement } from '../report/diagnose/report.ts'

export function measurementsOf(facts: Facts, words: ReportTexts): readonly Measurement[] {
  return series(facts).map((series) => {
    const rows = series.points.map((point, at) => rowOf(point, series.expectation?.rows[at]))
    const plateau = rows.at(-1)
    return {
      label: series.label,
      ...(series.collective === undefined ? {} : { collective: series.collective }),
      ...(series.type === undefined ? {} : { type: series.type }),
      ...(series.redop === undefined ? {} : { redop: series.redop }),
      ...(series.ranks === undefined ? {} : { ranks: series.ranks }),
      hosts: series.hosts,
      rows,
      ...(plateau === undefined ? {} : { plateau, summary: summaryOf(series, plateau, words) }),
      expectations: expectationsOf(facts, series, words),
    }
  })
}

const rowOf = (
  { bytes, seconds, algbw, busbw, repeats, place }: Point,
  expected?: ExpectedRow,
): MeasuredRow => ({
  bytes,
  seconds,
  algbw,
  busbw,
  repeats,
  ...(expected === undefined ? {} : { expected }),
  place,
})

function summaryOf(
  { points, benchmarks, expectation }: Series,
  { busbw, bytes, repeats }: MeasuredRow,
  words: ReportTexts,
): string {
  const flat = flatFrom(points)
  const text = words.measuredAt(
    {
      // What a bare curve calls algbw stays that until its ranks are known or supposed.
      quantity:
        expectation === undefined && benchmarks.some((benchmark) => onlyStated(benchmark) === 'algbw')
          ? 'algbw'
          : 'busbw',
      rate: busbw * GBps,
      bytes,
      ...(flat === undefined || flat >= bytes ? {} : { flatFrom: flat }),
    },
    print,
  )
  return repeats > 1 ? `${text} (${words.repeated({ repeats }, print)})` : text
}

function expectationsOf(facts: Facts, series: Series, words: ReportTexts): readonly ExpectationText[] {
  const built = series.expectation && textOf(series.expectation, 'built', words)
  if (!built || !series.plateau) return []
  const found = asFound(facts, series)
  if (!found) return [built]
  const explains = found.accountsFor
    ? { explains: words.explainsMeasured({ measured: series.plateau.busbw }, print) }
    : {}
  return [built, { ...textOf(found.expectation, 'found', words), ...explains }]
}

function textOf(expectation: Expectation, as: 'built' | 'found', words: ReportTexts): ExpectationText {
  const row = expectation.rows.at(-1) ?? expectation.plateau
  const [basis] = expectation.bases
  return {
    as,
    expected: { value: row.busbw * GBps, unit: 'B/s' },
    reason: words.reason(reasonOf(expectation, row), print),
    basis: basis ? words.basis[basis.kind](atSize(basis, row), print) : '',
  }
}

/** A published band holds at the largest size; where the curve is still below it, the size belongs to it. */
const atSize = (basis: Basis, { busbw, bytes }: ExpectedRow) =>
  busbw < basis.low && bytes < LARGEST ? { ...basis, bytes: LARGEST } : basis
