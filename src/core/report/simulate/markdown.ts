/** A `simulate` answer as Markdown. */
import { print } from '../../base/print.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
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

export function simulateMarkdownOf(answer: SimulateAnswer, words: SimulateWords): string {
  const { simulate } = words
  const { labels } = simulate
  const { comparison, faults, ranges, check, repeated, sweep, file } = answer
  const leftOut = leftOutText(answer, words, false)
  const facts: readonly (readonly [label: string, text: string])[] = [
    [
      labels.machine,
      `${topologyText(comparison.question.topology, words)}${words.report.join.aside(answer.on)}`,
    ],
    [
      labels.size,
      comparison.question.collective +
        words.report.join.items +
        print.bytes(comparison.question.options.bytes),
    ],
    [labels.bound, certificateText(comparison, words)],
    ...(file ? fileTexts(file, words) : []).map((text) => [labels.file, text] as const),
    ...faults.map((fault) => [labels.faults, faultText(fault, words)] as const),
    ...(repeated ? [[labels.jitter, simulate.repeated(repeated, print)] as const] : []),
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
  ]
  const rows = sweep
    ? sweep.map(({ row, bytes }) => ({ row, bytes }))
    : comparison.rows.map((row) => ({ row, bytes: comparison.question.options.bytes }))
  const lines = [
    `# ${headWord(answer, words)}${words.report.join.after}${escaped(headline(answer, words))}`,
    '',
    ...facts.map(([label, text]) => `- ${label}${words.report.join.after}${escaped(text)}`),
    '',
    ...markdownTable(
      [
        { title: labels.size, align: 'right' },
        { title: labels.algorithm },
        { title: labels.steps, align: 'right' },
        { title: labels.sent, align: 'right' },
        { title: labels.time, align: 'right' },
        { title: 'busbw', align: 'right' },
        { title: labels.why },
      ],
      rows.map(({ row, bytes }) => [
        print.bytes(bytes),
        variantName(row.variant, words),
        String(row.steps),
        `${row.sent.toFixed(2)} S`,
        print.duration(row.seconds),
        print.rate(row.busbw),
        whyText(row, words),
      ]),
    ),
  ]
  return `${lines.join('\n')}\n`
}
