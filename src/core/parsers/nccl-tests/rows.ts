/** A line of a table: the row that it begins, or that it goes on with. */
import { cellsOf } from './cells.ts'
import { fragmentOf } from './fragment.ts'
import { type Line, runAt, type Source, STAGE, type TestsRead } from './source.ts'

/** Of the numbers before the first row of a cut table so many lines are remembered. */
const MOST_BEFORE = 4

/** False where the line is no part of a row. */
export function readRow(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const layout = source.stage >= STAGE.outOfBounds ? undefined : source.run?.layout
  const fragment = fragmentOf(cellsOf(text), layout)
  if (!fragment) return false
  if (!fragment.head) {
    if (source.run && source.stage === STAGE.rows)
      return source.run.gatherer.add(fragment, line.number, line.text, source.run.layout)
    const { before } = source
    if (before.length < MOST_BEFORE && fragment.values.length % 4 === 0) before.push({ fragment, line })
    return false
  }
  const run = runAt(read, source, STAGE.rows, line)
  if (!run.header && run.gatherer.rows.length === 0)
    for (const { fragment: earlier, line: at } of source.before)
      run.gatherer.add(earlier, at.number, at.text, run.layout)
  source.before.length = 0
  return run.gatherer.add(fragment, line.number, line.text, run.layout)
}

/** A whole row of a table whose header was read, and nothing else in the line. */
export function takeRow(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const layout = source.run?.layout
  if (!layout || (source.stage !== STAGE.header && source.stage !== STAGE.rows)) return false
  const row = fragmentOf(cellsOf(text), layout)
  if (!row?.head || row.torn || row.values.length !== layout.blocks * layout.width) return false
  source.before.length = 0
  return runAt(read, source, STAGE.rows, line).gatherer.add(row, line.number, line.text, layout)
}
