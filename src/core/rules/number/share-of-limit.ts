/**
 * What `ringscope perf` measured on CPUs, beside the limit that it measured in the same run: memory, a socket or the fabric.
 * Condition: the largest size has a limit. Between HEALTHY and DISTURBED it is healthy, else worth a line; never
 * a fault, since a busy machine, or more ranks than cores, is slower without anything being wrong.
 */

import { evidenceOf } from '../../analysis/facts.ts'
import { threshold } from '../../base/threshold.ts'
import type { Benchmark, PerfShare } from '../../evidence/benchmark.ts'
import { type Found, rule } from '../rule.ts'

const HEALTHY = threshold(
  'share-of-limit.healthy',
  0.6,
  'share',
  'our choice: a schedule that copies each byte twice through slots reaches half to two thirds of what one pass does',
)
const DISTURBED = threshold(
  'share-of-limit.disturbed',
  1.5,
  'factor',
  'our choice: beyond, caches served the collective and not its limit, or something held the limit back',
)
const MUCH_WAITING = threshold(
  'share-of-limit.waiting',
  0.3,
  'share',
  'our choice: from there on the late rank is worth a sentence',
)

export interface ShareOfLimitValues {
  readonly collective: string
  readonly ranks: number
  readonly bytes: number
  readonly algorithm: string
  readonly seconds: number
  /** What the machine's limit, measured in the same run, allows. */
  readonly limitSeconds: number
  readonly share: number
  /** `disturbed`: what was measured as the limit is none. */
  readonly is: 'healthy' | 'low' | 'disturbed'
  /** Share of the time that ranks waited for the late one, and whether that is much. */
  readonly waiting: number
  readonly muchWaiting: boolean
}

export const shareOfLimit = rule({
  id: 'share-of-limit',
  needs: ['benchmark'],
  sources: ['ringscope docs/accuracy.md', 'ringscope src/run/perf/memory-limit.ts'],
  meaning: { healthy: ({ severity }) => severity === 'ok', headline: () => true },
  check: (facts): readonly Found<ShareOfLimitValues>[] =>
    evidenceOf(facts, 'benchmark').flatMap((benchmark) => {
      const { best, limitSeconds } = bestAtLargest(benchmark) ?? {}
      if (!best || limitSeconds === undefined) return []
      const share = limitSeconds / best.p50Seconds
      const is = share > DISTURBED.value ? 'disturbed' : share >= HEALTHY.value ? 'healthy' : 'low'
      const waiting = best.waitingSeconds / best.p50Seconds
      return [
        {
          severity: is === 'healthy' ? 'ok' : 'info',
          confidence: 'certain',
          values: {
            collective: benchmark.collective ?? benchmark.operation ?? '',
            ranks: benchmark.ranks ?? 0,
            bytes: best.bytes,
            algorithm: best.algorithm,
            seconds: best.p50Seconds,
            limitSeconds,
            share,
            is,
            waiting,
            muchWaiting: waiting >= MUCH_WAITING.value,
          },
          evidence: [best.place],
          measured: { value: best.p50Seconds, unit: 's' },
          peak: { value: limitSeconds, unit: 's' },
        },
      ]
    }),
})

/** Of the algorithms and places of the largest size the one that comes nearest to its limit. */
function bestAtLargest({ tool, shares = [] }: Benchmark) {
  if (tool !== 'ringscope-perf') return undefined
  const limited = shares.flatMap((share) =>
    share.limitSeconds === undefined ? [] : [{ best: share, limitSeconds: share.limitSeconds }],
  )
  const largest = Math.max(...limited.map(({ best }) => best.bytes))
  const atIt = limited.filter(({ best }) => best.bytes === largest)
  // The limit is that of a pass from two arrays into a third: what lands on its input can be faster than it.
  const apart = atIt.filter(({ best }) => !best.inPlace)
  const ofIt = apart.length > 0 ? apart : atIt
  return ofIt.toSorted((one, other) => shareOf(other) - shareOf(one))[0]
}

const shareOf = ({ best, limitSeconds }: { best: PerfShare; limitSeconds: number }): number =>
  limitSeconds / best.p50Seconds
