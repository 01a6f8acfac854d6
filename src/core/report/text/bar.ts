/** Bars of characters: a measured value against its scale, and bands on a line. With ASCII for LANG=C. */

/** U+2588 to U+258F: the eighths of a full block, from seven to one. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

export interface BarOptions {
  /** The value at the right end. */
  readonly full: number
  readonly columns: number
  readonly ascii: boolean
  /** Marks this value with "·" (the expected one) where the bar does not reach it. */
  readonly mark?: number
}

/** "████████▌    ·": as long as `value` is of `full`; at least a sliver for anything above zero. No trailing blanks. */
export function bar(value: number, { full, columns, ascii, mark }: BarOptions): string {
  const steps = ascii ? 1 : 8
  const share = full > 0 && Number.isFinite(value) ? Math.min(1, Math.max(0, value / full)) : 0
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(share * columns * steps))
  const whole = Math.floor(eighths / steps)
  const drawn = (ascii ? '#' : '█').repeat(whole) + (ascii ? '' : (EIGHTHS[eighths % steps] ?? ''))
  if (mark === undefined || Number.isNaN(mark) || !(full > 0)) return drawn
  const at = columnOf(mark, full, columns)
  const length = Array.from(drawn).length
  return at < length ? drawn : drawn + ' '.repeat(at - length) + (ascii ? '.' : '·')
}

export interface Band {
  readonly low: number
  readonly high: number
  readonly glyph: string
}

export interface ScaleOptions {
  readonly full: number
  readonly columns: number
  readonly ascii: boolean
  readonly bands: readonly Band[]
  /** Drawn over the bands. */
  readonly marks: readonly { readonly at: number; readonly glyph: string }[]
}

/** "├────●───▒▒▒──▓▓▓┤": bands and marks on a line from zero to `full`. */
export function scale({ full, columns, ascii, bands, marks }: ScaleOptions): string {
  const line: string[] = Array.from({ length: columns }, () => (ascii ? '-' : '─'))
  for (const { low, high, glyph } of bands)
    for (let at = columnOf(low, full, columns); at <= columnOf(high, full, columns); at++) line[at] = glyph
  for (const { at, glyph } of marks) line[columnOf(at, full, columns)] = glyph
  return (ascii ? '|' : '├') + line.join('') + (ascii ? '|' : '┤')
}

const columnOf = (value: number, full: number, columns: number): number =>
  Math.min(columns - 1, Math.max(0, Math.round((value / full) * columns) - 1))
