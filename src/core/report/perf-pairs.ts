/** `perf --pairs`: who sends at the left, who receives above; the slow pair is marked where it stands out. */
import { print } from '../base/print.ts'
import type { PerfPair, PerfPairs } from '../evidence/perf-run.ts'
import type { PerfTexts } from '../messages/perf.ts'
import { padStart } from './width.ts'

export interface SlowPair {
  readonly pair: PerfPair
  /** Of all pairs, bytes/s. */
  readonly median: number
}

export function pairsTextOf(its: PerfPairs, slow: SlowPair | undefined, words: PerfTexts): string {
  const { pairs: texts } = words
  const rates = its.pairs.map(({ bytesPerSecond }) => bytesPerSecond)
  const hostOf = (rank: number): string => (new Set(its.hosts).size > 1 ? `  ${its.hosts[rank] ?? ''}` : '')
  const matrix = (cell: (pair: PerfPair) => string): readonly string[] => {
    const ranks = Array.from({ length: its.ranks }, (_, rank) => rank)
    return [
      `     ${ranks.map((rank) => padStart(String(rank), 8)).join('')}`,
      ...ranks.map((from) => {
        const cells = ranks.map((to) => {
          const pair = its.pairs.find((one) => one.from === from && one.to === to)
          const mark = slow && slow.pair.from === from && slow.pair.to === to ? texts.mark : ''
          return padStart(pair ? cell(pair) + mark : '-', 8)
        })
        return padStart(String(from), 5) + cells.join('') + hostOf(from)
      }),
    ]
  }
  const lines = [
    texts.head({ ranks: its.ranks, transport: its.transport, bytes: its.bytes }, print),
    '',
    texts.rate,
    ...matrix(({ bytesPerSecond }) => (bytesPerSecond / 1e9).toFixed(2)),
    '',
    texts.latency,
    ...matrix(({ latencySeconds }) => (1e6 * latencySeconds).toFixed(2)),
    '',
    slow
      ? texts.slow({ ...slow.pair, median: slow.median }, print)
      : texts.even({ lowest: Math.min(...rates), highest: Math.max(...rates) }, print),
  ]
  return `${lines.join('\n')}\n`
}
