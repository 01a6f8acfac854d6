/** A `simulate` answer as text: the winner first, the bound that it is held against, then all rows by time with their reasons. */
import { print } from '../../base/print.ts'
import { bar } from '../text/bar.ts'
import { headed, labelled, sourced } from '../text/lines.ts'
import { table } from '../text/table.ts'
import { paint, type TextView } from '../text/view.ts'
import { widthOf } from '../text/width.ts'
import {
  certificateText,
  faultText,
  fileTexts,
  headline,
  headWord,
  leftOutText,
  missingText,
  rangesText,
  type SimulateAnswer,
  type SimulateWords,
  topologyText,
  variantName,
  whyText,
} from './answer.ts'
import { drawnLines } from './draw.ts'

const BAR_COLUMNS = 10
/** More would not fit a screen; --verbose shows all. */
const MOST_ROWS = 14
const MOST_LINKS = 8
const MOST_FILE_LINES = 6

export function simulateTextOf(answer: SimulateAnswer, words: SimulateWords, view: TextView): string {
  const word = headWord(answer, words)
  const tone = answer.comparison.rows.length === 0 ? 'warning' : 'good'
  const blocks = [
    headed(word, paint(word, tone, view), headline(answer, words), view),
    summary(answer, words, view),
    answer.sweep ? sweepLines(answer.sweep, words, view) : rowLines(answer, words, view),
    answer.loads ? loadLines(answer, words, view) : [],
    answer.drawing ? drawnLines(answer.drawing, words, view) : [],
    footer(answer, words, view),
  ].filter((lines) => lines.length > 0)
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function summary(answer: SimulateAnswer, words: SimulateWords, view: TextView): readonly string[] {
  const { labels } = words.simulate
  const { comparison, faults, repeated, file } = answer
  const { collective, options } = comparison.question
  const lines: readonly (readonly [label: string, text: string, source: string])[] = [
    [
      labels.machine,
      topologyText(comparison.question.topology, words),
      answer.preset ? `${labels.preset} ${answer.on}` : '',
    ],
    [labels.size, collective + words.report.join.items + print.bytes(options.bytes), ''],
    [labels.bound, certificateText(comparison, words), ''],
    ...(file ? fileTexts(file, words).slice(0, view.verbose ? undefined : MOST_FILE_LINES) : []).map(
      (text, at) => [at === 0 ? labels.file : '', text, ''] as const,
    ),
    ...faults.map((fault, at) => [at === 0 ? labels.faults : '', faultText(fault, words), ''] as const),
    ...(repeated ? [[labels.jitter, words.simulate.repeated(repeated, print), ''] as const] : []),
  ]
  const column = Math.max(...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text, source]) => sourced(label, text, source, column, view))
}

function rowLines({ comparison }: SimulateAnswer, words: SimulateWords, view: TextView): readonly string[] {
  const { labels } = words.simulate
  const { rows } = comparison
  if (rows.length === 0) return []
  const full = Math.max(...rows.map(({ busbw }) => busbw))
  return table(
    [
      { title: labels.algorithm },
      { title: labels.steps, align: 'right' },
      { title: labels.sent, align: 'right', optional: true },
      { title: labels.time, align: 'right' },
      { title: 'busbw', align: 'right' },
      { title: '' },
      { title: labels.why, grow: true },
    ],
    rows
      .slice(0, view.verbose ? rows.length : MOST_ROWS)
      .map((row) => [
        variantName(row.variant, words),
        row.pieces !== undefined && row.pieces > 1 ? labels.piped : String(row.steps),
        `${row.sent.toFixed(2)} S`,
        print.duration(row.seconds),
        print.number(row.busbw / 1e9),
        bar(row.busbw, { full, columns: BAR_COLUMNS, ascii: view.ascii }),
        whyText(row, words),
      ]),
    { width: view.width },
  )
}

function sweepLines(
  sweep: NonNullable<SimulateAnswer['sweep']>,
  words: SimulateWords,
  view: TextView,
): readonly string[] {
  const { labels } = words.simulate
  return table(
    [
      { title: labels.size, align: 'right' },
      { title: labels.time, align: 'right' },
      { title: 'busbw', align: 'right' },
      { title: labels.bound, align: 'right' },
      { title: labels.algorithm },
      { title: labels.why, grow: true },
    ],
    sweep.map(({ bytes, row }) => [
      print.bytes(bytes),
      print.duration(row.seconds),
      print.number(row.busbw / 1e9),
      print.percent(row.ofBound),
      variantName(row.variant, words),
      whyText(row, words),
    ]),
    { width: view.width },
  )
}

function loadLines(
  { loads = [], comparison }: SimulateAnswer,
  words: SimulateWords,
  view: TextView,
): readonly string[] {
  const { labels } = words.simulate
  const seconds = comparison.rows[0]?.seconds ?? 0
  return table(
    [
      { title: labels.links },
      { title: labels.carries, align: 'right' },
      { title: labels.busy, align: 'right' },
      { title: '' },
    ],
    loads
      .slice(0, view.verbose ? loads.length : MOST_LINKS)
      .map(({ link, bytes, busySeconds }) => [
        link,
        print.bytes(bytes),
        seconds === 0 ? '-' : print.percent(Math.min(1, busySeconds / seconds)),
        bar(busySeconds, { full: seconds, columns: 2 * BAR_COLUMNS, ascii: view.ascii }),
      ]),
    { width: view.width },
  )
}

function footer(answer: SimulateAnswer, words: SimulateWords, view: TextView): readonly string[] {
  const { simulate } = words
  const { labels } = simulate
  const { comparison, ranges, check } = answer
  const leftOut = leftOutText(answer, words, view.verbose)
  const lines: readonly (readonly [label: string, text: string])[] = [
    ...(comparison.missing.length > 0
      ? [
          [
            labels.notHere,
            comparison.missing.map((missing) => missingText(missing, words)).join(words.report.join.names),
          ] as const,
        ]
      : []),
    ...(leftOut === '' ? [] : [[labels.leftOut, leftOut] as const]),
    ...(ranges && ranges.length > 0 ? [[labels.bySize, rangesText(ranges, words)] as const] : []),
    ...(check ? [[labels.check, simulate.check(check, print)] as const] : []),
    [labels.next, nextOptions(answer)],
  ]
  const column = Math.max(...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text]) => labelled(label, text, column, view))
}

/** Options that show more of just this. */
function nextOptions({ comparison, faults, drawing }: SimulateAnswer): string {
  const { topology } = comparison.question
  const { links, nodeName, ranks } = topology
  const [best] = comparison.rows
  const [a, b] = [links.from[0] ?? 0, links.to[0] ?? 0]
  const end = (node: number) => (node < ranks ? String(node) : nodeName(node))
  return [
    ...(comparison.rows.length > 1 && best ? [`--algo ${best.variant.algorithm.id}`] : ['--algo all']),
    ...(faults.length === 0 && links.count > 0 ? [`--slow-link ${end(a)}-${end(b)}:0.5`] : []),
    ...(ranks <= 8 && !drawing && comparison.rows.length === 1 ? ['--draw'] : []),
    comparison.rows.length === 1 ? '--format perfetto' : '--sizes 1K-1G',
  ].join('     ')
}
