/** `perf --pairs`: who sends at the left, who receives above; the slow pair is marked where it stands out. */
import { print } from '../../base/print.ts'
import type { PerfPair, PerfPairs } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../../messages/perf.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
import { padStart, wrap } from '../text/width.ts'

const PROSE_COLUMNS = 96

export interface SlowPair {
  readonly pair: PerfPair
  /** Of all pairs, bytes/s. */
  readonly median: number
}

export function pairsTextOf(pairs: PerfPairs, slow: SlowPair | undefined, words: PerfTexts): string {
  const { pairs: texts } = words
  const hostOf = (rank: number): string =>
    new Set(pairs.hosts).size > 1 ? `  ${pairs.hosts[rank] ?? ''}` : ''
  const matrix = (cell: (pair: PerfPair) => string): readonly string[] => {
    const ranks = Array.from({ length: pairs.ranks }, (_, rank) => rank)
    return [
      `     ${ranks.map((rank) => padStart(String(rank), 8)).join('')}`,
      ...ranks.map((from) => {
        const cells = ranks.map((to) => {
          const pair = pairs.pairs.find((one) => one.from === from && one.to === to)
          const mark = slow && slow.pair.from === from && slow.pair.to === to ? texts.mark : ''
          return padStart(pair ? cell(pair) + mark : '-', 8)
        })
        return padStart(String(from), 5) + cells.join('') + hostOf(from)
      }),
    ]
  }
  const lines = [
    ...wrap(headOf(pairs, words), PROSE_COLUMNS),
    ...pairs.remarks.flatMap((remark) => wrap(words.remark(remark, print), PROSE_COLUMNS)),
    '',
    texts.rate,
    ...matrix(({ bytesPerSecond }) => (bytesPerSecond / 1e9).toFixed(2)),
    '',
    texts.latency,
    ...matrix(({ latencySeconds }) => (1e6 * latencySeconds).toFixed(2)),
    '',
    slow ? texts.slow({ ...slow.pair, median: slow.median }, print) : texts.even(spreadOf(pairs), print),
  ]
  return `${lines.join('\n')}\n`
}

/** The same as Markdown: a table of rates and one of latencies. */
export function pairsMarkdownOf(pairs: PerfPairs, slow: SlowPair | undefined, words: PerfTexts): string {
  const { pairs: texts } = words
  const ranks = Array.from({ length: pairs.ranks }, (_, rank) => rank)
  const table = (cell: (pair: PerfPair) => string) =>
    markdownTable(
      [{ title: '' }, ...ranks.map((rank) => ({ title: String(rank), align: 'right' as const }))],
      ranks.map((from) => [
        String(from),
        ...ranks.map((to) => {
          const pair = pairs.pairs.find((one) => one.from === from && one.to === to)
          const isSlow = pair !== undefined && slow?.pair.from === from && slow.pair.to === to
          return pair ? `${cell(pair)}${isSlow ? ` ${texts.mark}` : ''}` : '-'
        }),
      ]),
    )
  const lines = [
    `# ringscope perf --pairs`,
    '',
    escaped(headOf(pairs, words)),
    '',
    ...pairs.remarks.flatMap((remark) => [escaped(words.remark(remark, print)), '']),
    escaped(texts.rate),
    '',
    ...table(({ bytesPerSecond }) => (bytesPerSecond / 1e9).toFixed(2)),
    '',
    escaped(texts.latency),
    '',
    ...table(({ latencySeconds }) => (1e6 * latencySeconds).toFixed(2)),
    '',
    escaped(
      slow ? texts.slow({ ...slow.pair, median: slow.median }, print) : texts.even(spreadOf(pairs), print),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const headOf = (run: PerfPairs, { pairs }: PerfTexts): string =>
  pairs.head({ ...run, hostCount: new Set(run.hosts).size }, print)

/** Two ranks have two ways: either could be the odd one. */
const spreadOf = ({ pairs, ranks }: PerfPairs) => {
  const rates = pairs.map(({ bytesPerSecond }) => bytesPerSecond)
  return { lowest: Math.min(...rates), highest: Math.max(...rates), few: ranks < 3 }
}
