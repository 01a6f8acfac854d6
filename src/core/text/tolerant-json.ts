/**
 * JSON (RFC 8259) of programs that crashed: what is complete is kept, what was under way is closed. Also accepted:
 * trailing commas, NaN and Infinity. Nothing is guessed: a value cut in its middle is dropped.
 */
import { failed, ok, type Result } from '../base/result.ts'

/** What JSON can hold; NaN and infinities are numbers here. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What was read of a text. */
export interface JsonRead {
  readonly value: Json
  /** The text ended before the value did. */
  readonly cut: boolean
}

/** Where in the text nothing could be read, and what stands there. */
export interface JsonProblem {
  readonly at: number
  readonly seen: string
}

/** The first value of the text; what follows it is ignored. */
export function parseJson(text: string): Result<JsonRead, JsonProblem> {
  try {
    return ok({ value: JSON.parse(text) as Json, cut: false })
  } catch {
    return parseTolerantly(text)
  }
}

/** How far the text was read. */
interface Cursor {
  readonly text: string
  at: number
  /** The text ended inside a value. */
  cut: boolean
  /** Where something stood that is no value: reading stops there. */
  problem?: JsonProblem
}

/** Marks the end of what could be read, inside a value. */
const CUT = Symbol('cut')
type Parsed = Json | typeof CUT

function parseTolerantly(text: string): Result<JsonRead, JsonProblem> {
  const cursor: Cursor = { text, at: 0, cut: false }
  const value = valueAt(cursor, 0)
  if (value === CUT) return failed(cursor.problem ?? problemAt(cursor))
  return ok({ value, cut: cursor.cut || cursor.problem !== undefined })
}

const problemAt = ({ text, at }: Cursor): JsonProblem => ({ at, seen: text.slice(at, at + 40) })

function stop(cursor: Cursor): typeof CUT {
  cursor.problem ??= problemAt(cursor)
  return CUT
}

function end(cursor: Cursor): typeof CUT {
  cursor.cut = true
  return CUT
}

function skipSpace(cursor: Cursor): void {
  const { text } = cursor
  if (cursor.at === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK) cursor.at++
  while (cursor.at < text.length && text.charCodeAt(cursor.at) <= 32) cursor.at++
}

const BYTE_ORDER_MARK = 0xfeff

/** Deeper nesting than any tool writes: such a file is an attack on the stack. */
const DEEPEST = 200

function valueAt(cursor: Cursor, depth: number): Parsed {
  skipSpace(cursor)
  const character = cursor.text[cursor.at]
  if (character === undefined) return end(cursor)
  if (depth > DEEPEST) return stop(cursor)
  if (character === '{') return objectAt(cursor, depth)
  if (character === '[') return arrayAt(cursor, depth)
  if (character === '"') return stringAt(cursor)
  return wordAt(cursor)
}

function objectAt(cursor: Cursor, depth: number): Json {
  const members: [string, Json][] = []
  cursor.at++
  while (toNextItem(cursor, '}')) {
    if (cursor.text[cursor.at] !== '"') {
      stop(cursor)
      break
    }
    const name = stringAt(cursor)
    skipSpace(cursor)
    if (name === CUT) break
    if (cursor.text[cursor.at] !== ':' && cursor.at < cursor.text.length) {
      stop(cursor)
      break
    }
    cursor.at++
    const value = valueAt(cursor, depth + 1)
    if (value !== CUT) members.push([name, value])
    if (cursor.cut || cursor.problem) break
  }
  return Object.fromEntries(members)
}

function arrayAt(cursor: Cursor, depth: number): Json {
  const items: Json[] = []
  cursor.at++
  while (toNextItem(cursor, ']')) {
    const value = valueAt(cursor, depth + 1)
    if (value !== CUT) items.push(value)
    if (cursor.cut || cursor.problem) break
  }
  return items
}

/** Past blanks and commas to the next member or item; false behind the closing bracket, or where the text ends. */
function toNextItem(cursor: Cursor, closing: '}' | ']'): boolean {
  for (;;) {
    skipSpace(cursor)
    const character = cursor.text[cursor.at]
    if (character === undefined) end(cursor)
    else if (character === closing || character === ',') cursor.at++
    if (character !== ',') return character !== undefined && character !== closing
  }
}

function stringAt(cursor: Cursor): string | typeof CUT {
  const { text, at: start } = cursor
  for (cursor.at++; cursor.at < text.length; cursor.at++) {
    const character = text[cursor.at]
    if (character === '\\') cursor.at++
    else if (character === '"') {
      const raw = text.slice(start, ++cursor.at)
      try {
        return JSON.parse(raw) as string
      } catch {
        return raw.slice(1, -1)
      }
    }
  }
  cursor.at = text.length
  return end(cursor)
}

const NAMED: Readonly<Record<string, Json>> = { true: true, false: false, null: null }

function wordAt(cursor: Cursor): Parsed {
  const { text, at: start } = cursor
  while (cursor.at < text.length && /[\w.+-]/.test(text[cursor.at] as string)) cursor.at++
  const word = text.slice(start, cursor.at)
  // A number or a word that ends with the text may have been longer.
  if (cursor.at >= text.length) return end(cursor)
  if (Object.hasOwn(NAMED, word)) return NAMED[word] as Json
  const number = numberOf(word)
  if (number !== undefined) return number
  cursor.at = start
  return stop(cursor)
}

function numberOf(word: string): number | undefined {
  if (/nan/i.test(word)) return Number.NaN
  if (/^[-+]?inf(?:inity)?$/i.test(word))
    return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const number = Number(word)
  return word === '' || Number.isNaN(number) ? undefined : number
}
