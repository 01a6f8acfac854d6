/**
 * The numbers in a line of a connection (NCCL src/transport/*.cc), read by characters: nearly all lines of a large log are
 * such.
 *   Channel 00/0 : 0[7000] -> 8[7000] [send] via NET/IB/1/GDRDMA/Shared
 */
import { countEdgeAgain } from './edge-book.ts'
import type { Thread } from './line.ts'

const [SEND, RECEIVE] = ['[send] ', '[receive] ']
const [BLANK, DASH, SLASH, ZERO, COLON, ARROW, OPEN, CLOSE, R, V] = [32, 45, 47, 48, 58, 62, 91, 93, 114, 118]
/** "[7000]": bus ids and numbers of GPUs are short. */
const LONGEST_LABEL = 20

/**
 * Reads a line like one that was read before, from the channel's number on: it is counted without a string being made of
 * it. False for all others.
 */
export function readEdgeAgain(text: string, start: number, { book }: Thread): boolean {
  if (!book || book.closed) return false
  let at = start
  let code = text.charCodeAt(at)
  while (isDigit(code) || code === SLASH) code = text.charCodeAt(++at)
  if (text.charCodeAt(at + 1) !== COLON) return false
  at += 3
  code = text.charCodeAt(at)
  let from = 0
  for (; isDigit(code); code = text.charCodeAt(++at)) from = from * 10 + code - ZERO
  if (code === OPEN) at = afterLabel(text, at)
  if (text.charCodeAt(at + 1) !== DASH || text.charCodeAt(at + 2) !== ARROW) return false
  at += 4
  code = text.charCodeAt(at)
  let to = 0
  for (; isDigit(code); code = text.charCodeAt(++at)) to = to * 10 + code - ZERO
  if (code === OPEN) at = afterLabel(text, at)
  at++
  const receives = text.charCodeAt(at + 1) === R
  if (text.charCodeAt(at) === OPEN) at += receives ? RECEIVE.length : SEND.length
  if (text.charCodeAt(at) !== V || text.charCodeAt(at + 3) !== BLANK) return false
  at += 4
  const group = receives ? book.lastReceived : book.lastSent
  if (!group || group.rank !== (receives ? to : from)) return false
  if (text.length - at !== group.text.length || text.indexOf(group.text, at) !== at) return false
  return countEdgeAgain(group, receives ? from : to)
}

function afterLabel(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== CLOSE && at < start + LONGEST_LABEL) at++
  return at + 1
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** -1 where no number begins. */
export function numberAt(text: string, start: number): number {
  let value = -1
  for (let at = start; isDigit(text.charCodeAt(at)); at++)
    value = Math.max(0, value) * 10 + text.charCodeAt(at) - ZERO
  return value
}

/** The number that ends before `end`, or before the brackets there; and where it ends. */
export function numberBefore(text: string, end: number): readonly [number, number] {
  let stop = end
  if (text.charCodeAt(stop - 1) === CLOSE) stop = text.lastIndexOf('[', stop - 1)
  let start = stop
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  const before = text.charCodeAt(start - 1)
  return start < stop && (start === 0 || before === BLANK || before === COLON)
    ? [numberAt(text, start), stop]
    : [-1, stop]
}

/** "7000" of "0[7000]" */
export function labelAt(text: string, start: number): string | undefined {
  return /^\d+\[(\w+)\]/.exec(text.slice(start, start + 40))?.[1]
}
