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
