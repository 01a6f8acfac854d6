/**
 * The plateau lies below what the machine should reach. Bands (diagnosis-in-practice.md section 8): below 0.9 of the
 * expected band's middle info, below 0.8 warning, below 0.6 error. Which single fault would give it is only possible.
 */
import { type Grade, judged } from '../analysis/judged.ts'
import { GBps } from '../base/units.ts'
import type { Fault } from '../expectation/expectation.ts'
import type { FaultGuess } from '../messages/findings.ts'
import { atMostInfo, rate, reachedBy } from './reached.ts'
import { rule, type Severity } from './rule.ts'

const SEVERITY: Partial<Record<Grade, Severity>> = { acceptable: 'info', low: 'warning', bad: 'error' }

export const bandwidthBelowExpected = rule({
  id: 'bandwidth-below-expected',
  needs: ['benchmark'],
  check: (facts) =>
    judged(facts).flatMap((it) => {
      const { series, point, expected, expectation, judgement, faults, asFound, grade } = it
      const severity = SEVERITY[grade]
      if (!severity) return []
      const reached = reachedBy(it)
      return [
        {
          severity: atMostInfo(severity, judgement.restsOn),
          confidence: judgement.restsOn.length > 0 ? 'possible' : 'certain',
          subject: series.label,
          values: {
            ...reached,
            low: expected.low * GBps,
            high: expected.high * GBps,
            source: expectation.bases[0]?.source ?? '',
            ...(expectation.bases[0] ? { basis: expectation.bases[0].kind } : {}),
            assumed: judgement.restsOn,
            fits: faults.filter(({ fits }) => fits).map(guess),
            ruledOut: faults.filter(({ fits }) => !fits).map(guess),
            ...(asFound ? { asFound: asFound.expected.busbw * GBps } : {}),
          },
          evidence: [point.place],
          measured: rate(point.busbw),
          expected: { value: reached.expected, unit: 'B/s' },
          lost: Math.max(0, 1 - reached.share),
        },
      ]
    }),
})

const guess = ({ id, values, busbw }: Fault): FaultGuess => ({ fault: id, values, reaches: busbw * GBps })
