/**
 * The plateau lies below what the machine should reach. Bands (docs/diagnosis.md, Reading a number): below 0.9 of the
 * expected band's middle info, below 0.8 warning, below 0.6 error. Which single fault would give it is only possible.
 */

import { type Grade, judged } from '../../analysis/judged.ts'
import { GBps } from '../../base/units.ts'
import type { BasisKind, Fault, FaultId } from '../../expectation/expectation.ts'
import type { Assumption } from '../../machine/machine.ts'
import { atMostInfo, type Reached, rate, reachedBy } from '../reached.ts'
import { type Found, rule, type Severity } from '../rule.ts'

const SEVERITY: Partial<Record<Grade, Severity>> = { acceptable: 'info', low: 'warning', bad: 'error' }

/** One fault applied to the expectation: what would then be reached, bytes/s. */
export interface FaultGuess {
  readonly fault: FaultId
  readonly values: Readonly<Record<string, number>>
  readonly reaches: number
}

export interface BandwidthBelowExpectedValues extends Reached {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
  readonly assumed: readonly Assumption[]
  /** Single faults that would give the measured value within 8 %: possible, never a diagnosis. */
  readonly fits: readonly FaultGuess[]
  readonly ruledOut: readonly FaultGuess[]
  /** What the machine can reach as `topo -m` shows it. */
  readonly asFound?: number
}

export const bandwidthBelowExpected = rule({
  id: 'bandwidth-below-expected',
  needs: ['benchmark'],
  sources: ['nccl-tests #112 #29', 'nccl #412'],
  meaning: {
    downstream: true,
    // From 80 % of the expectation on it is healthy, though worth a line; on a supposed machine it is no verdict.
    healthy: ({ severity, confidence }) => severity === 'info' && confidence === 'certain',
    next: ({ assumed }: BandwidthBelowExpectedValues) => assumed,
  },
  check: (facts): readonly Found<BandwidthBelowExpectedValues>[] =>
    judged(facts).flatMap((judgedSeries) => {
      const { series, point, expected, expectation, judgement, faults, asFound, grade } = judgedSeries
      const severity = SEVERITY[grade]
      if (!severity) return []
      const reached = reachedBy(judgedSeries)
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
