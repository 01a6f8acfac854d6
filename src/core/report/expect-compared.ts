/** Several machines side by side, and the same number judged on each. */
import { print } from '../base/print.ts'
import { type ExpectAnswer, headOf } from './expect-answer.ts'
import { bandText, wordOf } from './expect-text.ts'
import { basisText, boundText, type ExpectWords, middleOf, rowOf, stepText, titleOf } from './expect-words.ts'
import { headed, labelled } from './lines.ts'
import { escaped, markdownTable } from './markdown-table.ts'
import { type Column, table } from './table.ts'
import type { TextView } from './view.ts'

export function comparedTextOf(answers: readonly ExpectAnswer[], words: ExpectWords, view: TextView): string {
  const { columns, rows } = tableOf(answers, words)
  const steps = answers.flatMap((answer) =>
    answer.step
      ? labelled('', `${titleOf(answer.expectation)}: ${stepText(answer.step, words)}`, 0, view)
      : [],
  )
  return [
    ...headed(...wordOf('compared', words, view), headlineOf(answers, words), view),
    '',
    ...table(columns, rows, { width: view.width }),
    '',
    ...answers.flatMap((its) => labelled('', basisOf(its, words), 0, view)),
    ...(steps.length > 0 ? ['', ...steps] : []),
  ]
    .join('\n')
    .concat('\n')
}

export function comparedMarkdownOf(answers: readonly ExpectAnswer[], words: ExpectWords): string {
  const { columns, rows } = tableOf(answers, words)
  const steps = answers.flatMap(({ expectation, step }) =>
    step ? [escaped(`${titleOf(expectation)}: ${stepText(step, words)}`)] : [],
  )
  return [
    `# ${words.expect.heads.compared}: ${escaped(headlineOf(answers, words))}`,
    markdownTable(columns, rows).join('\n'),
    answers.map((its) => `- ${escaped(basisOf(its, words))}`).join('\n'),
    ...steps,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Where the expectation of a machine comes from. */
const basisOf = ({ expectation }: ExpectAnswer, words: ExpectWords): string =>
  titleOf(expectation) + words.report.join.after + basisText(expectation.bases, words)

function headlineOf(answers: readonly ExpectAnswer[], { expect }: ExpectWords): string {
  const sorted = [...answers].sort((a, b) => middleOf(rowOf(b)) - middleOf(rowOf(a)))
  const [best, least] = [sorted[0], sorted.at(-1)]
  return expect.headline.compared(
    {
      collective: best?.expectation.collective ?? '',
      machines: answers.length,
      best: best ? titleOf(best.expectation) : '',
      times: best && least ? middleOf(rowOf(best)) / middleOf(rowOf(least)) : 1,
      least: least ? titleOf(least.expectation) : '',
      ...(best && oneSize(answers) ? { bytes: rowOf(best).bytes } : {}),
    },
    print,
  )
}

const oneSize = (answers: readonly ExpectAnswer[]): boolean =>
  new Set(answers.map((answer) => rowOf(answer).bytes)).size === 1

function tableOf(
  answers: readonly ExpectAnswer[],
  words: ExpectWords,
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] } {
  const { labels, heads } = words.expect
  const sized = oneSize(answers)
  const judged = answers.some(({ measured }) => measured)
  return {
    columns: [
      { title: labels.machine },
      ...(sized ? [] : [{ title: labels.size, align: 'right' } as const]),
      { title: labels.time, align: 'right' },
      { title: labels.expected, align: 'right' },
      ...(judged ? [{ title: labels.yours, align: 'right' } as const, { title: '' }] : []),
      { title: labels.algorithm, optional: true },
      { title: labels.bound, grow: true, optional: true },
    ],
    rows: answers.map((answer) => {
      const { expectation, measured } = answer
      const row = rowOf(answer)
      return [
        titleOf(expectation),
        ...(sized ? [] : [print.bytes(row.bytes)]),
        print.duration(row.seconds),
        bandText(row),
        ...(judged ? [measured ? print.percent(measured.judgement.share) : '', heads[headOf(answer)]] : []),
        row.algorithm,
        boundText(row, expectation, words),
      ]
    }),
  }
}
