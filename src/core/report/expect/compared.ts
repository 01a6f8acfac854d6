/** Several machines and topologies side by side, and the same number judged on each. */
import { print } from '../../base/print.ts'
import type { Bytes, Seconds } from '../../base/units.ts'
import type { ExpectHead } from '../../messages/expect.ts'
import { variantName } from '../simulate/answer.ts'
import { headed, labelled } from '../text/lines.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
import { type Column, table } from '../text/table.ts'
import type { TextView } from '../text/view.ts'
import { type ExpectAnswer, headOf, type StepAnswer } from './answer.ts'
import {
  type SimulatedAnswer,
  type SimulatedWords,
  simulatedBoundText,
  simulatedHeadOf,
  simulatedRowOf,
} from './simulated.ts'
import { bandText, wordOf } from './text.ts'
import { basisText, boundText, middleOf, rowOf, stepText, titleOf } from './words.ts'

type Words = SimulatedWords
type Answer = ExpectAnswer | SimulatedAnswer

/** What stands in a row, whether a model or a simulation knows it. */
interface Compared {
  readonly collective: string
  readonly title: string
  readonly row: {
    readonly bytes: Bytes
    readonly seconds: Seconds
    readonly low: number
    readonly high: number
  }
  readonly algorithm: string
  readonly bound: string
  readonly basis: string
  readonly head: ExpectHead
  readonly share?: number
  readonly step?: StepAnswer
}

function comparedOf(answer: Answer, words: Words): Compared {
  const { measured, step } = answer
  const more = {
    ...(measured ? { share: measured.judgement.share } : {}),
    ...(step ? { step } : {}),
  }
  if ('simulated' in answer) {
    const { question, bases } = answer.simulated
    const row = simulatedRowOf(answer)
    return {
      collective: question.collective,
      title: question.topology.title,
      // What is reached: what the graph allows beyond it is no expectation.
      row: { ...row, high: row.low },
      algorithm: variantName(row.variant, words),
      bound: simulatedBoundText(row, words),
      basis: basisText(bases, words),
      head: simulatedHeadOf(answer),
      ...more,
    }
  }
  const { expectation } = answer
  const row = rowOf(answer)
  return {
    collective: expectation.collective,
    title: titleOf(expectation),
    row,
    algorithm: row.algorithm,
    bound: boundText(row, expectation, words),
    basis: basisText(expectation.bases, words),
    head: headOf(answer),
    ...more,
  }
}

export function comparedTextOf(answers: readonly Answer[], words: Words, view: TextView): string {
  const all = answers.map((answer) => comparedOf(answer, words))
  const { columns, rows } = tableOf(all, words)
  const steps = all.flatMap(({ title, step }) =>
    step ? labelled('', `${title}${words.report.join.after}${stepText(step, words)}`, 0, view) : [],
  )
  return [
    ...headed(...wordOf('compared', words, view), headlineOf(all, words), view),
    '',
    ...table(columns, rows, { width: view.width }),
    '',
    ...all.flatMap((compared) => labelled('', basisOf(compared, words), 0, view)),
    ...(steps.length > 0 ? ['', ...steps] : []),
  ]
    .join('\n')
    .concat('\n')
}

export function comparedMarkdownOf(answers: readonly Answer[], words: Words): string {
  const all = answers.map((answer) => comparedOf(answer, words))
  const { columns, rows } = tableOf(all, words)
  const steps = all.flatMap(({ title, step }) =>
    step ? [escaped(`${title}${words.report.join.after}${stepText(step, words)}`)] : [],
  )
  return [
    `# ${words.expect.heads.compared}${words.report.join.after}${escaped(headlineOf(all, words))}`,
    markdownTable(columns, rows).join('\n'),
    all.map((compared) => `- ${escaped(basisOf(compared, words))}`).join('\n'),
    ...steps,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Where the expectation of a machine comes from. */
const basisOf = ({ title, basis }: Compared, words: Words): string => title + words.report.join.after + basis

function headlineOf(all: readonly Compared[], { expect }: Words): string {
  const sorted = [...all].sort((a, b) => middleOf(b.row) - middleOf(a.row))
  const [best, least] = [sorted[0], sorted.at(-1)]
  return expect.headline.compared(
    {
      collective: best?.collective ?? '',
      machines: all.length,
      best: best?.title ?? '',
      times: best && least ? middleOf(best.row) / middleOf(least.row) : 1,
      least: least?.title ?? '',
      ...(best && oneSize(all) ? { bytes: best.row.bytes } : {}),
    },
    print,
  )
}

const oneSize = (all: readonly Compared[]): boolean => new Set(all.map(({ row }) => row.bytes)).size === 1

function tableOf(
  all: readonly Compared[],
  words: Words,
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] } {
  const { labels, heads } = words.expect
  const sized = oneSize(all)
  const judged = all.some(({ share }) => share !== undefined)
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
    rows: all.map(({ title, row, share, head, algorithm, bound }) => [
      title,
      ...(sized ? [] : [print.bytes(row.bytes)]),
      print.duration(row.seconds),
      bandText(row),
      ...(judged ? [share === undefined ? '' : print.percent(share), heads[head]] : []),
      algorithm,
      bound,
    ]),
  }
}
