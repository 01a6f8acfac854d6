/**
 * Text that a terminal only shows. Control characters (C0, DEL, C1: ECMA-48) move its cursor or give it orders, and
 * those that turn the direction of writing (Unicode UAX #9) make a line look like another.
 */

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for here
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const ALL = new RegExp(UNPRINTABLE, 'g')

/** Whether the text holds nothing but what can be shown, tabs and line ends. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text)

/** Each character that cannot be shown becomes `instead`: "?", as ls prints names. Tabs and line feeds stay. */
export const printable = (text: string, instead = '?'): string =>
  isPrintable(text) ? text : text.replace(ALL, instead)

const [TAB, LINE_FEED, SPACE, DELETE] = [9, 10, 32, 127]
/** The highest bit of each of the four bytes of a word. */
const HIGH = 0x80808080 | 0

/** The same for bytes of ASCII, four at a time; false where one is no ASCII. */
export function isPrintableAscii(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return bytes.every(isShown)
  const from = -bytes.byteOffset & 3
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) >> 2)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number
    // A bit is high in the first where a byte is 127 or more, in the second where one is below a blank.
    if (((word | (word + 0x01010101)) & HIGH) !== 0) return false
    if (((word - 0x20202020) & ~word & HIGH) === 0) continue
    for (let byte = 0; byte < 32; byte += 8) if (!isShown((word >>> byte) & 255)) return false
  }
  const rest = from + 4 * words.length
  return bytes.subarray(0, from).every(isShown) && bytes.subarray(rest).every(isShown)
}

const isShown = (byte: number): boolean =>
  (byte >= SPACE && byte < DELETE) || byte === TAB || byte === LINE_FEED
