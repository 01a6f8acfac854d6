/** How a text view is laid out, and colour: only on the verdict, severities and bars. */

export interface TextView {
  /** Columns; no line is wider. */
  readonly width: number
  readonly colour: boolean
  /** Bars and marks in ASCII: for LANG=C. */
  readonly ascii: boolean
  /** Everything, however long. */
  readonly verbose: boolean
}

/** What a colour stands for. */
export type Tone = 'good' | 'notice' | 'warning' | 'bad' | 'quiet'

/** Select graphic rendition (ECMA-48 8.3.117). */
const CODES: Readonly<Record<Tone, string>> = {
  good: '32',
  notice: '36',
  warning: '33',
  bad: '31',
  quiet: '2',
}
const ESCAPE = String.fromCharCode(27)

/** The text in a colour, or as it is where colour is off. */
export const paint = (text: string, tone: Tone, { colour }: Pick<TextView, 'colour'>): string =>
  colour && text !== '' ? `${ESCAPE}[${CODES[tone]}m${text}${ESCAPE}[0m` : text
