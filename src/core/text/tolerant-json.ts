/**
 * JSON (RFC 8259) of programs that crashed: what is complete is kept, what was under way is closed. Also accepted:
 * trailing commas, NaN and Infinity. Nothing is guessed: a value cut in its middle is dropped.
 */
import { failed, ok, type Result } from '../base/result.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

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

/** Deeper nesting than any tool writes: such a file is an attack on the stack. */
const DEEPEST = 200

/** The first value of the text; what follows it is ignored. */
export function parseJson(text: string): Result<JsonRead, JsonProblem> {
  try {
    return ok({ value: JSON.parse(text) as Json, cut: false })
  } catch {
    return parseTolerantly(text)
  }
}

/** Marks the end of the text inside a value. */
const CUT = Symbol('cut')
type Parsed = Json | typeof CUT

function parseTolerantly(text: string): Result<JsonRead, JsonProblem> {
  let at = 0
  let cut = false
  let problem: JsonProblem | undefined

  const stop = (): typeof CUT => {
    problem ??= { at, seen: text.slice(at, at + 40) }
    return CUT
  }
  const end = (): typeof CUT => {
    cut = true
    return CUT
  }
  const skipSpace = (): void => {
    while (at < text.length && text.charCodeAt(at) <= 32) at++
    if (at === 0 && text.charCodeAt(0) === 0xfeff) {
      at++
      skipSpace()
    }
  }

  function value(depth: number): Parsed {
    skipSpace()
    const character = text[at]
    if (character === undefined) return end()
    if (depth > DEEPEST) return stop()
    if (character === '{') return object(depth)
    if (character === '[') return array(depth)
    if (character === '"') return string()
    return word()
  }

  function object(depth: number): Parsed {
    const members: [string, Json][] = []
    at++
    for (;;) {
      skipSpace()
      if (text[at] === '}') {
        at++
        break
      }
      if (text[at] === ',') {
        at++
        continue
      }
      if (at >= text.length) {
        end()
        break
      }
      if (text[at] !== '"') {
        stop()
        break
      }
      const name = string()
      skipSpace()
      if (typeof name !== 'string' || (text[at] !== ':' && at < text.length)) {
        if (typeof name === 'string') stop()
        break
      }
      at++
      const its = value(depth + 1)
      if (its !== CUT) members.push([name, its])
      if (cut || problem) break
    }
    return Object.fromEntries(members)
  }

  function array(depth: number): Parsed {
    const items: Json[] = []
    at++
    for (;;) {
      skipSpace()
      if (text[at] === ']') {
        at++
        break
      }
      if (text[at] === ',') {
        at++
        continue
      }
      if (at >= text.length) {
        end()
        break
      }
      const its = value(depth + 1)
      if (its !== CUT) items.push(its)
      if (cut || problem) break
    }
    return items
  }

  function string(): Parsed {
    const start = at
    for (at++; at < text.length; at++) {
      const character = text[at]
      if (character === '\\') at++
      else if (character === '"') {
        at++
        const raw = text.slice(start, at)
        try {
          return JSON.parse(raw) as string
        } catch {
          return raw.slice(1, -1)
        }
      }
    }
    at = text.length
    return end()
  }

  function word(): Parsed {
    const start = at
    while (at < text.length && /[\w.+-]/.test(text[at] as string)) at++
    const seen = text.slice(start, at)
    const named: Readonly<Record<string, Json>> = { true: true, false: false, null: null }
    const number = /^[-+]?nan$/i.test(seen)
      ? Number.NaN
      : /^[-+]?inf(?:inity)?$/i.test(seen)
        ? (seen.startsWith('-') ? -1 : 1) * Number.POSITIVE_INFINITY
        : Number(seen)
    // A number or a word that ends with the text may have been longer.
    if (at >= text.length) return end()
    if (Object.hasOwn(named, seen)) return named[seen] as Json
    if (seen !== '' && (!Number.isNaN(number) || /nan/i.test(seen))) return number
    at = start
    return stop()
  }

  const result = value(0)
  if (result === CUT) return failed(problem ?? { at, seen: text.slice(at, at + 40) })
  return ok({ value: result, cut: cut || problem !== undefined })
}
