/** The step table of `simulate --draw`: a column a rank; what it sends, and below, how much each of its chunks holds. */
import type { Cell, Drawing } from '../../schedules/draw.ts'
import { INDENT, labelled } from '../text/lines.ts'
import type { TextView } from '../text/view.ts'
import { padEnd, widthOf } from '../text/width.ts'
import type { SimulateWords } from './answer.ts'

/** What fits beside each other in 96 columns. */
export const MOST_DRAWN = 8

export function drawnLines(
  { ranks, before, steps }: Drawing,
  { simulate }: SimulateWords,
  view: TextView,
): readonly string[] {
  const { draw } = simulate
  const first = Math.max(widthOf(draw.step), String(steps.length).length) + 2
  const column = Math.floor((view.width - INDENT.length - first) / Math.max(1, ranks))
  const row = (label: string, cells: readonly string[]) =>
    (INDENT + padEnd(label, first) + cells.map((cell) => padEnd(cell, column)).join('')).trimEnd()
  const holds = (label: string, held: readonly (readonly Cell[])[]) =>
    row(
      label,
      held.slice(0, ranks).map((cells) => heldText(cells, column)),
    )
  return [
    ...labelled('', draw.title, 0, view),
    ...labelled('', draw.legend, 0, view),
    '',
    row(
      draw.step,
      Array.from({ length: ranks }, (_, rank) => `rank ${rank}`),
    ),
    holds('0', before),
    ...steps.flatMap(({ sends, held }, step) => {
      const cells = sends.slice(0, ranks).map(sendTexts)
      const tall = Math.max(1, ...cells.map((list) => list.length))
      const sent = Array.from({ length: tall }, (_, line) =>
        row(
          line === 0 ? String(step + 1) : '',
          cells.map((list) => list[line] ?? ''),
        ),
      )
      return [...sent, holds('', held)]
    }),
  ]
}

/** "3+>1", "0-3>2": one entry a receiver. */
function sendTexts(sends: Drawing['steps'][number]['sends'][number]): readonly string[] {
  return sends.map(({ chunk, count, reduce, to }) => {
    const chunks = count === 1 ? String(chunk) : `${chunk}-${chunk + count - 1}`
    return `${chunks}${reduce ? '+' : ''}>${to}`
  })
}

/** One sign a chunk: how many have contributed, # when it is what the rank is owed; what does not fit is left out at the end. */
function heldText(cells: readonly Cell[], column: number): string {
  const signs = cells.map(({ contributors, done }) =>
    done ? '#' : contributors.length === 0 ? '-' : String(contributors.length),
  )
  const text = signs.join('')
  return text.length < column ? text : `${text.slice(0, Math.max(1, column - 2))}~`
}
