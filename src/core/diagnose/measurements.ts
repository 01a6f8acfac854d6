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
import type { Candidate, IntervalJudgement } from '../expectation/over-machines.ts'
import type { ReportTexts } from '../messages/report.ts'
import { reasonOf } from '../report/diagnose/reason.ts'
import type { ExpectationText, Interval, MeasuredRow, Measurement } from '../report/diagnose/report.ts'

export function measurementsOf(facts: Facts, words: ReportTexts): readonly Measurement[] {
  return series(facts).map((one) => {
    // On several machines a size has no one expected value.
    const known = one.interval && isSettled(one.interval) ? one.expectation : undefined
    const rows = one.points.map((point, at) => rowOf(point, known?.rows[at]))
    const plateau = rows.at(-1)
    return {
      label: one.label,
      ...(one.collective === undefined ? {} : { collective: one.collective }),
      ...(one.type === undefined ? {} : { type: one.type }),
      ...(one.redop === undefined ? {} : { redop: one.redop }),
      ...(one.ranks === undefined ? {} : { ranks: one.ranks }),
      hosts: one.hosts,
      rows,
      ...(plateau === undefined ? {} : { plateau, summary: summaryOf(one, plateau, words) }),
      expectations: known ? expectationsOf(facts, one, words) : [],
      ...(one.interval ? { interval: intervalOf(one.interval, words) } : {}),
    }
  })
}

/** One machine, or several that come to the same. */
const isSettled = ({ grade, able }: IntervalJudgement): boolean => grade !== 'beyond' && able.length === 1

const MOST_READINGS = 4

function intervalOf(interval: IntervalJudgement, words: ReportTexts): Interval {
  const { grade, low, high, deciding, ruledOut, able } = interval
  const left = able.length === 1 ? able.flatMap(({ candidate }) => namesOf(candidate)) : []
  return {
    grade,
    low,
    high,
    ...(deciding ? { deciding } : {}),
    ruledOut: [...new Set(ruledOut.flatMap(({ candidate }) => namesOf(candidate)))],
    readings: deciding
      ? deciding.means.slice(0, MOST_READINGS).map((one) => ({
          text: words.reading.value({ values: one.values, expected: one.expected * GBps }, print),
          meaning: words.reading.grade[one.grade] ?? '',
        }))
      : left.length > 0 && ruledOut.length > 0
        ? [{ text: left.join(words.join.items), meaning: words.reading.follows }]
        : able.length > 1 || grade === 'beyond'
          ? [{ text: words.reading.band({ low: low * GBps, high: high * GBps }, print), meaning: '' }]
          : [],
  }
}

const namesOf = ({ values }: Candidate): readonly string[] =>
  values.length === 0 ? [] : [values.map(({ id }) => id).join(', ')]

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

function expectationsOf(facts: Facts, one: Series, words: ReportTexts): readonly ExpectationText[] {
  const built = one.expectation && textOf(one.expectation, 'built', words)
  if (!built || !one.plateau) return []
  const found = asFound(facts, one)
  if (!found) return [built]
  const explains = found.accountsFor
    ? { explains: words.explainsMeasured({ measured: one.plateau.busbw }, print) }
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
