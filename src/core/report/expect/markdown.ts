/** An `expect` answer as Markdown. */
import { print } from '../../base/print.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
import { type ExpectAnswer, headOf } from './answer.ts'
import { bandText, basesOf, rowsShown } from './text.ts'
import {
  basisText,
  boundText,
  decideTexts,
  type ExpectWords,
  fitting,
  headline,
  isBelow,
  machineLine,
  missing,
  noteTexts,
  possibleText,
  readingValues,
  stepText,
  titleOf,
  tooFarText,
} from './words.ts'

export function expectMarkdownOf(answer: ExpectAnswer, words: ExpectWords): string {
  const { expect, report } = words
  const { labels } = expect
  const { expectation, measured, step } = answer
  const fits = fitting(answer)
  const misses = missing(answer, false)
  const below = isBelow(answer)
  const facts: readonly (readonly [label: string, text: string])[] = [
    [
      labels.machine,
      `${titleOf(expectation)}${report.join.after}${machineLine(expectation, words)}${report.join.aside(answer.machineName)}`,
    ],
    ...(measured ? [[labels.reading, expect.reading(readingValues(measured), print)] as const] : []),
    ...(expectation.assumed.length > 0
      ? [[labels.supposed, expectation.assumed.map((what) => report.assumed[what]).join('; ')] as const]
      : []),
    [labels.basis, basisText(expectation.bases, words)],
    ...(step ? [[labels.step, stepText(step, words)] as const] : []),
  ]
  return [
    `# ${expect.heads[headOf(answer)]}${report.join.after}${escaped(headline(answer, words))}`,
    facts.map(([label, text]) => `- ${label}${report.join.after}${escaped(text)}`).join('\n'),
    measured ? basesTable(answer, words) : sizeTable(answer, words),
    ...noteTexts(answer, words).map(escaped),
    ...(below && fits.length > 0 ? [escaped(possibleText(answer, fits, words))] : []),
    ...(below && misses.length > 0 ? [escaped(tooFarText(misses, words))] : []),
    decideTexts(answer, words)
      .map((text, at) => `${at + 1}. ${escaped(text)}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** What could be expected, beside the number. */
function basesTable(answer: ExpectAnswer, words: ExpectWords): string {
  const { columns, rows } = basesOf(answer, words)
  return markdownTable(columns, rows).join('\n')
}

function sizeTable({ expectation }: ExpectAnswer, words: ExpectWords): string {
  const { labels } = words.expect
  return markdownTable(
    [
      { title: labels.size, align: 'right' },
      { title: labels.time, align: 'right' },
      { title: 'algbw GB/s', align: 'right' },
      { title: 'busbw GB/s', align: 'right' },
      { title: labels.band, align: 'right' },
      { title: labels.algorithm },
      { title: labels.bound },
    ],
    rowsShown(expectation.rows, false).map((row) => [
      print.bytes(row.bytes),
      print.duration(row.seconds),
      print.number(row.algbw),
      print.number(row.busbw),
      row.firm ? bandText(row) : '-',
      `${row.algorithm}/${row.protocol}`,
      boundText(row, expectation, words),
    ]),
  ).join('\n')
}
