/** Lines of a text view: labelled ones, and those with a source at the right edge. */
import type { TextView } from './view.ts'
import { padEnd, widthOf, wrap } from './width.ts'

export const INDENT = '  '

/** The text beside its label, wrapped; further lines hang under the first. */
export function labelled(
  label: string,
  text: string,
  column: number,
  { width }: Pick<TextView, 'width'>,
  indent = INDENT,
): readonly string[] {
  return wrap(text, width - widthOf(indent) - column).map(
    (line, at) => indent + padEnd(at === 0 ? label : '', column) + line,
  )
}

/** As `labelled`, with a source at the right edge, or on a line of its own where both do not fit. */
export function sourced(
  label: string,
  text: string,
  source: string,
  column: number,
  view: Pick<TextView, 'width'>,
): readonly string[] {
  const lines = labelled(label, text, column, view)
  if (source === '') return lines
  const last = lines.at(-1) ?? ''
  const gap = view.width - widthOf(last) - widthOf(source)
  return gap >= 2
    ? [...lines.slice(0, -1), last + ' '.repeat(gap) + source]
    : [...lines, ...labelled('', source, column, view)]
}

/** The verdict word in its colour, and a sentence that stands alone. */
export function headed(
  word: string,
  painted: string,
  sentence: string,
  { width }: Pick<TextView, 'width'>,
): readonly string[] {
  const column = widthOf(word) + 2
  return wrap(sentence, width - widthOf(INDENT) - column).map(
    (line, at) => INDENT + (at === 0 ? `${painted}  ` : ' '.repeat(column)) + line,
  )
}
