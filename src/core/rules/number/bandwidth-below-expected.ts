/**
 * The plateau lies below what the machine should reach. Bands (docs/diagnosis.md, Reading a number): below 0.9 of the
 * expected band's middle info, below 0.8 warning, below 0.6 error. Which single fault would give it is only possible.
 */

import { type Grade, judged } from '../../analysis/judged.ts'
import { GBps } from '../../base/units.ts'
import type { BasisKind, Fault, FaultId } from '../../expectation/expectation.ts'
import { atMostWarning, isOpen, type Reached, rate, reachedBy } from '../reached.ts'
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
  /** It is below on each of the machines that it may be; `low` where it is low on each. */
  readonly open?: 'low' | 'below'
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
    // From 80 % of the expectation on it is healthy, though worth a line.
    healthy: ({ severity }) => severity === 'info',
  },
  check: (facts): readonly Found<BandwidthBelowExpectedValues>[] =>
    judged(facts).flatMap((it) => {
      const { series, point, expectation, interval, faults, asFound, grade } = it
      const severity = SEVERITY[grade]
      if (!severity) return []
      const reached = reachedBy(it)
      return [
        {
          severity: atMostWarning(severity, interval),
          confidence: isOpen(interval) ? 'likely' : 'certain',
          subject: series.label,
          values: {
            ...reached,
            low: interval.low * GBps,
            high: interval.high * GBps,
            source: expectation.bases[0]?.source ?? '',
            ...(expectation.bases[0] ? { basis: expectation.bases[0].kind } : {}),
            ...(isOpen(interval)
              ? { open: grade === 'acceptable' ? ('below' as const) : ('low' as const) }
              : {}),
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
