/** The step table of `simulate --draw`: a column a rank; what it sends, and below, how much each of its chunks holds. */
import type { DrawnRank, DrawnStep } from '../simulate/step-by-step.ts'
import { INDENT, labelled } from './lines.ts'
import type { SimulateWords } from './simulate-answer.ts'
import type { TextView } from './view.ts'
import { padEnd, widthOf } from './width.ts'

/** What fits beside each other in 96 columns. */
export const MOST_DRAWN = 8

export function drawnLines(
  steps: readonly DrawnStep[],
  { simulate }: SimulateWords,
  view: TextView,
): readonly string[] {
  const { draw } = simulate
  const ranks = steps[0]?.ranks.length ?? 0
  const first = widthOf(draw.step) + 2
  const column = Math.floor((view.width - INDENT.length - first) / Math.max(1, ranks))
  const row = (label: string, cells: readonly string[]) =>
    (INDENT + padEnd(label, first) + cells.map((cell) => padEnd(cell, column)).join('')).trimEnd()
  const title = row(
    draw.step,
    Array.from({ length: ranks }, (_, rank) => `rank ${rank}`),
  )
  return [
    ...labelled('', draw.title, 0, view),
    ...labelled('', draw.legend, 0, view),
    '',
    title,
    ...steps.flatMap(({ step, ranks: its }) => {
      const holds = row(
        step === 0 ? '0' : '',
        its.map((rank) => heldText(rank, ranks, column)),
      )
      if (step === 0) return [holds]
      const cells = its.map(({ sends }) => sendsOf(sends))
      const tall = Math.max(1, ...cells.map((list) => list.length))
      const sent = Array.from({ length: tall }, (_, line) =>
        row(
          line === 0 ? String(step) : '',
          cells.map((list) => list[line] ?? ''),
        ),
      )
      return [...sent, holds]
    }),
  ]
}

/** "3+>1", "0-3>2": one entry a receiver. */
function sendsOf(sends: DrawnRank['sends']): readonly string[] {
  return sends.map(({ chunk, count, reduce, to }) => {
    const chunks = count === 1 ? String(chunk) : `${chunk}-${chunk + count - 1}`
    return `${chunks}${reduce ? '+' : ''}>${to}`
  })
}

/** One sign a chunk; more chunks than fit are left out at the end. */
function heldText({ holds }: DrawnRank, ranks: number, column: number): string {
  const signs = holds.map((count) => (count === 0 ? '-' : count === ranks ? '#' : String(count))).join('')
  return signs.length < column ? signs : `${signs.slice(0, Math.max(1, column - 2))}~`
}
