/** Tables as nccl-tests prints them: one record a line, columns aligned, no boxes, so that awk and sort can read them. */
import { padEnd, padStart, widthOf, wrap } from './width.ts'

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Takes what room is left and is wrapped there; at most one. */
  readonly grow?: boolean
  /** The room that a growing column needs before optional ones are left out for it. */
  readonly least?: number
  /** Left out where the table would be too wide; the rightmost first. */
  readonly optional?: boolean
}

export interface TableOptions {
  readonly width: number
  readonly indent?: number
  readonly gap?: number
}

/** The lines of a table, the titles first (left out when all are empty); trailing blanks are cut. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
): readonly string[] {
  const { width, indent = 2, gap = 2 } = options
  const titles = columns.map(({ title }) => title)
  const all = titles.some((title) => title !== '') ? [titles, ...rows] : rows
  const widths = columns.map((_, at) => Math.max(0, ...all.map((row) => widthOf(row[at] ?? ''))))
  const grows = columns.findIndex(({ grow }) => grow)
  const others = widths.reduce((sum, width, at) => sum + (at === grows ? 0 : width + gap), indent)
  const growing = Math.min(widths[grows] ?? 0, columns[grows]?.least ?? LEAST_GROWING)
  const spare = columns.findLastIndex(({ optional }) => optional)
  if (others + growing > width && spare >= 0) {
    const kept = <Item>(items: readonly Item[]) => items.filter((_, at) => at !== spare)
    return table(kept(columns), rows.map(kept), options)
  }
  if (grows >= 0) widths[grows] = Math.min(widths[grows] ?? 0, Math.max(growing, width - others))
  return all.flatMap((row) => lines(row, columns, widths, grows, indent, gap))
}

const LEAST_GROWING = 16

function lines(
  row: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  grows: number,
  indent: number,
  gap: number,
): readonly string[] {
  const wrapped = grows < 0 ? [''] : wrap(row[grows] ?? '', widths[grows] ?? 1)
  return wrapped.map((part, line) => {
    const cells = columns.map(({ align }, at) => {
      const cell = at === grows ? part : line === 0 ? (row[at] ?? '') : ''
      return align === 'right' ? padStart(cell, widths[at] ?? 0) : padEnd(cell, widths[at] ?? 0)
    })
    return (' '.repeat(indent) + cells.join(' '.repeat(gap))).trimEnd()
  })
}
