/** An `expect` answer for a topology that is only simulated, as text and as Markdown. */
import { print } from '../../base/print.ts'
import { missingText, topologyText, variantName } from '../simulate/answer.ts'
import { headed, labelled } from '../text/lines.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'
import { type Column, table } from '../text/table.ts'
import { paint, type TextView } from '../text/view.ts'
import { widthOf } from '../text/width.ts'
import {
  type SimulatedAnswer,
  type SimulatedWords,
  simulateCommand,
  simulatedBoundText,
  simulatedDecideTexts,
  simulatedHeadline,
  simulatedHeadOf,
  simulatedRowOf,
  suppositionTexts,
} from './simulated.ts'
import { TONES } from './text.ts'
import { stepText } from './words.ts'

export function simulatedTextOf(answer: SimulatedAnswer, words: SimulatedWords, view: TextView): string {
  const head = simulatedHeadOf(answer)
  const word = words.expect.heads[head]
  const { columns, rows } = sizesOf(answer, words)
  const blocks = [
    headed(word, paint(word, TONES[head], view), simulatedHeadline(answer, words), view),
    aligned(factsOf(answer, words), view),
    table(columns, rows, { width: view.width }),
    aligned([...groundsOf(answer, words), ...decidedBy(answer, words)], view),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export function simulatedMarkdownOf(answer: SimulatedAnswer, words: SimulatedWords): string {
  const { columns, rows } = sizesOf(answer, words)
  const listed = (facts: readonly Fact[]) =>
    facts
      .map(([label, text]) => `- ${label === '' ? '' : `${label}${words.report.join.after}`}${escaped(text)}`)
      .join('\n')
  return [
    `# ${words.expect.heads[simulatedHeadOf(answer)]}${words.report.join.after}${escaped(simulatedHeadline(answer, words))}`,
    listed([...factsOf(answer, words), ...groundsOf(answer, words)]),
    markdownTable(columns, rows).join('\n'),
    simulatedDecideTexts(answer, words)
      .map((text, at) => `${at + 1}. ${escaped(text)}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** The verdict in one line that stands alone, and what would decide first: for a chat. */
export function simulatedShortOf(answer: SimulatedAnswer, words: SimulatedWords): string {
  const [next] = simulatedDecideTexts(answer, words)
  const word = words.expect.heads[simulatedHeadOf(answer)]
  const doing = next ? `${words.report.labels.do}  ${next}\n` : ''
  return `${word}  ${simulatedHeadline(answer, words)}\n${doing}`
}

type Fact = readonly [label: string, text: string]

function factsOf({ simulated, measured, step }: SimulatedAnswer, words: SimulatedWords): readonly Fact[] {
  const { expect } = words
  const { labels } = expect
  return [
    [labels.machine, topologyText(simulated.question.topology, words)],
    ...(measured ? [[labels.reading, expect.reading(inBytes(measured.reading), print)] as const] : []),
    ...(step ? [[labels.step, stepText(step, words)] as const] : []),
  ]
}

const inBytes = (reading: NonNullable<SimulatedAnswer['measured']>['reading']) => ({
  ...reading,
  algbw: reading.algbw * 1e9,
  busbw: reading.busbw * 1e9,
})

/** What the figures rest on, and what was not tried. */
function groundsOf(answer: SimulatedAnswer, words: SimulatedWords): readonly Fact[] {
  const { expect, expectSimulated } = words
  const { bases, supposed, missing } = answer.simulated
  const { join } = words.report
  return [
    ...bases.map(
      (basis): Fact => [expect.labels.basis, `${expect.basis[basis.kind]}${join.after}${basis.source}`],
    ),
    [expectSimulated.labels.band, expectSimulated.band],
    [expect.labels.supposed, suppositionTexts(supposed, words).join(join.sentences)],
    ...(missing.length > 0
      ? [
          [
            expectSimulated.labels.notTried,
            missing.map((one) => missingText(one, words)).join(join.items),
          ] as const,
        ]
      : []),
  ]
}

function decidedBy(answer: SimulatedAnswer, words: SimulatedWords): readonly Fact[] {
  const steps = simulatedDecideTexts(answer, words)
  return [
    ...steps.map((text, at): Fact => [at === 0 ? words.expect.labels.decide : '', `${at + 1}  ${text}`]),
    [words.expectSimulated.labels.next, simulateCommand(answer)],
  ]
}

function aligned(facts: readonly Fact[], view: TextView): readonly string[] {
  const column = Math.max(...facts.map(([label]) => widthOf(label))) + 2
  return facts.flatMap(([label, text]) => labelled(label, text, column, view))
}

/** Size by size; beside a measured number only its own. */
function sizesOf(
  answer: SimulatedAnswer,
  words: SimulatedWords,
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] } {
  const { labels } = words.expect
  const { measured, simulated } = answer
  const shown = measured ? [simulatedRowOf(answer)] : simulated.rows
  return {
    columns: [
      { title: labels.size, align: 'right' },
      { title: labels.time, align: 'right' },
      { title: 'algbw GB/s', align: 'right', optional: true },
      { title: 'busbw GB/s', align: 'right' },
      { title: words.expectSimulated.labels.allows, align: 'right' },
      ...(measured ? [{ title: labels.yours, align: 'right' } as const] : []),
      { title: labels.algorithm },
      { title: words.expectSimulated.labels.bound, grow: true },
    ],
    rows: shown.map((row) => [
      print.bytes(row.bytes),
      print.duration(row.seconds),
      print.number(row.algbw),
      print.number(row.busbw),
      print.number(row.high),
      ...(measured ? [print.percent(measured.judgement.share)] : []),
      variantName(row.variant, words),
      simulatedBoundText(row, words),
    ]),
  }
}
