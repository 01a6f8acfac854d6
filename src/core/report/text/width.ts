/**
 * Columns that text takes in a terminal, and the padding, cutting and wrapping that follow from it.
 * East Asian wide and fullwidth characters take two columns (Unicode UAX #11), combining marks and colour codes none.
 */

const COLOUR_CODE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const NO_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}/u
/** Brackets that must not end a line. */
const OPENING = /[（《「『【“‘(]$/u
/** Punctuation that must not begin a line in Chinese text. */
const CLOSING = /[，。、；：？！）》」』】”’%]/u

/** Columns of one line of text. */
export function widthOf(text: string): number {
  let columns = 0
  for (const character of text.replace(COLOUR_CODE, '')) columns += columnsOf(character)
  return columns
}

const columnsOf = (character: string): number =>
  character < '\u0300' ? 1 : NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1

/** Blanks after (or before) the text until it is `columns` wide; longer text stays as it is. */
export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))
export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - widthOf(text))) + text

/** At most `columns` wide; what was cut is marked by "...". For text without colour codes. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  const mark = '...'.slice(0, Math.max(0, columns))
  let kept = ''
  let used = mark.length
  for (const character of text) {
    used += columnsOf(character)
    if (used > columns) break
    kept += character
  }
  return kept + mark
}

/** Lines of at most `columns`: broken at blanks, between Chinese characters, and inside a word only when it fits nowhere. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(1, columns)
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const piece of piecesOf(paragraph, room)) {
      if (widthOf(line) + widthOf(piece.trimEnd()) > room) {
        // Of blanks alone no line is made.
        if (line.trim() !== '') lines.push(line.trimEnd())
        line = piece.trimStart()
      } else line += piece
    }
    lines.push(line.trimEnd())
  }
  return lines
}

/** What may not be divided: words with the blanks after them, single wide characters with the punctuation after them. */
function piecesOf(text: string, room: number): readonly string[] {
  const pieces: string[] = []
  let word = ''
  const end = () => {
    if (word !== '') pieces.push(word)
    word = ''
  }
  for (const character of text) {
    const blank = character === ' '
    const closing = CLOSING.test(character) || OPENING.test(word)
    if (!blank && !closing && (word.endsWith(' ') || isWide(character) || endsWide(word))) end()
    if (!closing && widthOf(word) + columnsOf(character) > room) end()
    word += character
  }
  end()
  return pieces
}

const isWide = (character: string): boolean => columnsOf(character) === 2
const endsWide = (word: string): boolean => {
  const last = Array.from(word).at(-1)
  return last !== undefined && isWide(last)
}
