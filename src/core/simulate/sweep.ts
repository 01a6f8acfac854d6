/** The quickest at each of several sizes. What cannot win at a size is not simulated at it. */
import type { Bytes, Seconds } from '../base/units.ts'
import { compare, type Row } from './compare.ts'
import type { Race } from './quickest.ts'
import type { Question } from './variants.ts'

export interface SweepRow {
  readonly bytes: Bytes
  readonly row: Row
  readonly bound: Seconds
}

/** Without a race everything is simulated at every size. */
export function sweep(question: Question, sizes: readonly Bytes[], race?: Race): readonly SweepRow[] {
  return sizes.flatMap((bytes) => {
    const { rows, bound } = compare(
      { ...question, options: { ...question.options, bytes } },
      race && ((variant) => race.couldWin(variant, bytes)),
    )
    return rows.slice(0, 1).map((row) => ({ bytes, row, bound: bound.seconds }))
  })
}
