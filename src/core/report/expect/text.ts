/** An `expect` answer as text: the verdict first, then what it rests on, then what would decide. */
import { print } from '../../base/print.ts'
import { GBps, MiB } from '../../base/units.ts'
import type { ExpectedRow } from '../../expectation/expectation.ts'
import type { ExpectHead } from '../../messages/expect.ts'
import { scale } from '../text/bar.ts'
import { headed, INDENT, labelled, sourced } from '../text/lines.ts'
import { type Column, table } from '../text/table.ts'
import { paint, type TextView, type Tone } from '../text/view.ts'
import { padEnd, widthOf } from '../text/width.ts'
import { type ExpectAnswer, headOf } from './answer.ts'
import {
  basisText,
  boundText,
  decideTexts,
  type ExpectWords,
  fitting,
  headline,
  isBelow,
  machineLine,
  middleOf,
  missing,
  noteTexts,
  possibleText,
  readingValues,
  rowOf,
  stepText,
  titleOf,
  tooFarText,
} from './words.ts'

export const TONES: Readonly<Record<ExpectHead, Tone>> = {
  expected: 'notice',
  compared: 'notice',
  'as-expected': 'good',
  acceptable: 'good',
  below: 'warning',
  'far-below': 'bad',
  above: 'notice',
  undecided: 'notice',
  range: 'notice',
}

/** One machine. */
export function expectTextOf(answer: ExpectAnswer, words: ExpectWords, view: TextView): string {
  const blocks = [
    headed(...wordOf(headOf(answer), words, view), headline(answer, words), view),
    [
      ...summary(answer, words, view),
      ...(answer.measured ? judged(answer, words, view) : plain(answer, words, view)),
    ],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export const wordOf = (head: ExpectHead, { expect }: ExpectWords, view: TextView): [string, string] => [
  expect.heads[head],
  paint(expect.heads[head], TONES[head], view),
]

function summary(answer: ExpectAnswer, words: ExpectWords, view: TextView): readonly string[] {
  const { expectation, measured, machineName, step } = answer
  const { labels, reading } = words.expect
  const { machine, assumed } = expectation
  // A short form says itself what it is.
  const source = /^\d/.test(machine.title) ? '' : `${labels.preset} ${machineName}`
  // Where the verdict rests on what was supposed, it has been said.
  const assumptions = headOf(answer) === 'undecided' ? [] : assumed.map((what) => words.report.assumed[what])
  const lines: readonly (readonly [label: string, text: string, source: string])[] = [
    [
      labels.machine,
      titleOf(expectation) + words.report.join.after + machineLine(expectation, words),
      source,
    ],
    ...(measured ? [[labels.reading, reading(readingValues(measured), print), ''] as const] : []),
    ...(assumptions.length > 0
      ? [[labels.supposed, assumptions.join(words.report.join.sentences), ''] as const]
      : []),
    ...(step ? [[labels.step, stepText(step, words), ''] as const] : []),
  ]
  const column = Math.max(...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text, source]) => sourced(label, text, source, column, view))
}

/** The table of what could be expected, the line with the bands, notes, and what would decide. */
function judged(answer: ExpectAnswer, words: ExpectWords, view: TextView): readonly string[] {
  const { labels } = words.expect
  const fits = fitting(answer)
  const others = missing(answer, view.verbose)
  const below = isBelow(answer)
  const decide = decideTexts(answer, words)
  const numbered = widthOf(labels.decide) + 2
  return [
    ...bases(answer, words, view),
    bands(answer, words, view),
    ...noteTexts(answer, words).flatMap((note) => labelled('', note, 0, view)),
    ...(below && fits.length > 0 ? labelled('', possibleText(answer, fits, words), 0, view) : []),
    ...(below && others.length > 0 ? labelled('', tooFarText(others, words), 0, view) : []),
    ...decide.flatMap((step, at) =>
      labelled(`${padEnd(at === 0 ? labels.decide : '', numbered)}${at + 1}`, step, numbered + 3, view),
    ),
  ]
}

function bases(answer: ExpectAnswer, words: ExpectWords, view: TextView): readonly string[] {
  const { columns, rows } = basesOf(answer, words)
  return table(columns, rows, { width: view.width })
}

/** The default, what forcing another algorithm would show, and the wire: each beside the number. */
export function basesOf(
  answer: ExpectAnswer,
  words: ExpectWords,
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] } {
  const { expectation, forced, measured } = answer
  const { labels } = words.expect
  const { aside } = words.report.join
  const row = rowOf(answer)
  const yours = measured?.reading.busbw ?? 0
  const alternative = (setting: string) =>
    expectation.alternatives.find((candidate) => candidate.setting === setting)
  const wire = expectation.wire
  const rows = [
    [
      row.algorithm + aside(labels.byDefault),
      bandText(row),
      print.percent(yours / middleOf(row)),
      boundText(row, expectation, words),
      basisText(expectation.bases, words),
    ],
    ...forced.map(({ setting, row: other }) => [
      other.algorithm + aside(setting),
      bandText(other),
      print.percent(yours / middleOf(other)),
      boundText(other, expectation, words),
      basisText(alternative(setting)?.bases ?? [], words),
    ]),
    ...(wire
      ? [
          [
            labels.wire,
            print.number(wire.busbw),
            print.percent(yours / wire.busbw),
            words.expect.wire(wire, print),
            labels.wireMark,
          ],
        ]
      : []),
  ]
  const columns: readonly Column[] = [
    { title: '' },
    { title: labels.expected, align: 'right' },
    { title: labels.yours, align: 'right' },
    { title: labels.bound, optional: true },
    { title: labels.basis, grow: true },
  ]
  return { columns, rows }
}

/** "456-480"; one number where both ends print alike. */
export function bandText({ low, high }: Pick<ExpectedRow, 'low' | 'high'>): string {
  const [from, to] = [print.number(low), print.number(high)]
  return from === to ? to : `${from}-${to}`
}

/** 0 ├────●────▒▒▒───▓▓▓┤ 480 GB/s   ● yours  ▒ ring  ▓ default */
function bands(answer: ExpectAnswer, { expect }: ExpectWords, view: TextView): string {
  const { labels } = expect
  const { forced, measured } = answer
  const row = rowOf(answer)
  const yours = measured?.reading.busbw ?? 0
  const glyphs = view.ascii ? { yours: 'o', other: ':', row: '#' } : { yours: '●', other: '▒', row: '▓' }
  const [other] = forced
  const full = Math.max(row.high, yours, other?.row.high ?? 0)
  const end = ` ${print.rate(full * GBps)}`
  const legend = [
    `${glyphs.yours} ${labels.yours}`,
    ...(other ? [`${glyphs.other} ${other.row.algorithm}`] : []),
    `${glyphs.row} ${labels.byDefault}`,
  ].join('  ')
  const columns = view.width - widthOf(`${INDENT}0 ||${end}   ${legend}`)
  const line = scale({
    full,
    columns,
    ascii: view.ascii,
    bands: [
      ...(other ? [{ low: other.row.low, high: other.row.high, glyph: glyphs.other }] : []),
      { low: row.low, high: row.high, glyph: glyphs.row },
    ],
    marks: [{ at: yours, glyph: paint(glyphs.yours, TONES[headOf(answer)], view) }],
  })
  return `${INDENT}0 ${line}${end}   ${legend}`
}

/** Without a number to judge: size by size, then the sources. */
function plain(answer: ExpectAnswer, words: ExpectWords, view: TextView): readonly string[] {
  const { expectation } = answer
  const { labels } = words.expect
  const { after, aside, items } = words.report.join
  const columns: readonly Column[] = [
    { title: labels.size, align: 'right' },
    { title: labels.time, align: 'right' },
    { title: 'algbw GB/s', align: 'right', optional: true },
    { title: 'busbw GB/s', align: 'right' },
    { title: labels.band, align: 'right' },
    { title: labels.algorithm },
    { title: labels.bound, grow: true },
  ]
  const rows = rowsShown(expectation.rows, view.verbose).map((row) => [
    print.bytes(row.bytes),
    print.duration(row.seconds),
    print.number(row.algbw),
    print.number(row.busbw),
    // Below 1 MiB a range of rates would only look exact.
    row.firm ? bandText(row) : '-',
    `${row.algorithm}/${row.protocol}`,
    boundText(row, expectation, words),
  ])
  const column = Math.max(widthOf(labels.sources), widthOf(labels.decide)) + 2
  return [
    '',
    ...table(columns, rows, { width: view.width }),
    '',
    ...noteTexts(answer, words).flatMap((note) => labelled('', note, 0, view)),
    ...expectation.alternatives.flatMap(({ algorithm, setting, plateau, bases: basis }) =>
      labelled(
        '',
        `${algorithm}${aside(setting)}${after}${bandText(plateau)} GB/s${items}${basisText(basis, words)}`,
        0,
        view,
      ),
    ),
    ...expectation.bases.flatMap((basis, at) =>
      labelled(
        at === 0 ? labels.sources : '',
        `${words.expect.basis[basis.kind]} ${bandText(basis)} GB/s${after}${basis.source}`,
        column,
        view,
      ),
    ),
  ]
}

const MOST_ROWS = 14

/** So that the table fits a screen: every fourth doubling below 1 MiB, every second above; the largest always. */
export function rowsShown(rows: readonly ExpectedRow[], verbose: boolean): readonly ExpectedRow[] {
  if (verbose || rows.length <= MOST_ROWS) return rows
  return rows.filter(({ bytes, firm }, at) => {
    const doublings = Math.round(Math.log2(bytes / MiB))
    return at === rows.length - 1 || doublings % (firm ? 2 : 4) === 0
  })
}

/** The verdict in one line that stands alone, and the first thing that would decide: for a chat. */
export function expectShortOf(answer: ExpectAnswer, words: ExpectWords): string {
  const [next] = decideTexts(answer, words)
  const word = words.expect.heads[headOf(answer)]
  return `${word}  ${headline(answer, words)}\n${next ? `${words.report.labels.do}  ${next}\n` : ''}`
}
