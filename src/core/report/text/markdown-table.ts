/** A table in Markdown (GitHub's), with what would break it escaped. */
import type { Column } from './table.ts'

export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  return [
    line(columns.map(({ title }) => title)),
    `| ${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ]
}

/** What files say is never markup: a pipe ends no cell, a tag opens nothing, a star is a star. */
export const escaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>|]/g, (mark) => `\\${mark}`).replace(/\s*\n\s*/g, ' ')
