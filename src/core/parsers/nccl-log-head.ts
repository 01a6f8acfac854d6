/**
 * The head of a line that nothing else wrote into: "host:pid:tid [device] NCCL INFO " and what launchers and time stamps
 * put before it. A large log has few different ones, so a head is compared with those before rather than read.
 */
import { prefixLength } from '../text/launcher-prefix.ts'
import { coreStart, type Speakers, type Thread } from './nccl-log-line.ts'

const INFO = 'NCCL INFO '
/** "host:pid:tid [device] " and what stands before it. */
const MOST_BEFORE = 160
/** From the end of a head back to the device's last digit: where the heads of two ranks differ. */
const TO_DEVICE = `] ${INFO}`.length + 1

export interface Heads {
  /** Where the message of a clean line of level INFO begins; -1 for every other line. */
  messageAt(text: string): number
  /** Who wrote the line that was asked for last. */
  thread(): Thread
}

export function headsOf(speakers: Speakers): Heads {
  /** Of the line before: all before its message, of that the head without the prefix, where the head began, and whose it is. */
  let before = ''
  let head = ''
  let start = 0
  let thread = speakers.nobody
  /** By length, the last prefix of that length: the next differs in digits only. */
  const prefixes: (string | undefined)[] = []

  return { messageAt, thread: () => thread }

  function messageAt(text: string): number {
    const end = before.length
    // Ranks write many lines in a row. indexOf compares many characters at once, startsWith one by one.
    if (text.charCodeAt(end - TO_DEVICE) === before.charCodeAt(end - TO_DEVICE)) {
      if (text.indexOf(before) === 0) return end
      if (start > 0 && text.indexOf(head, start) === start && alike(text, prefixes[start])) {
        before = text.slice(0, end)
        return end
      }
    }
    const from = text.indexOf(INFO)
    if (from <= 0 || from > MOST_BEFORE) return -1
    const begin = coreStart(text, from)
    // A row of a table, torn by this line, would begin with a number or a blank.
    if (text.charCodeAt(begin) < LETTER_A || !(begin === 0 || isPrefix(text, begin))) return -1
    // Another process wrote into it: nothing is taken from it, not even who speaks.
    if (nextLogLine(text, from + INFO.length) >= 0) return -1
    start = begin
    thread = speakers.threadAt(text, begin, from)
    before = text.slice(0, from + INFO.length)
    head = before.slice(begin)
    return before.length
  }

  function isPrefix(text: string, length: number): boolean {
    if (alike(text, prefixes[length])) return true
    const prefix = text.slice(0, length)
    if (!HOST.test(prefix) && prefixLength(text) < length) return false
    prefixes[length] = ` ${prefix}`.slice(1)
    return true
  }
}

/** pdsh and clush: "node07: ". */
const HOST = /^[A-Za-z][\w.-]*: ?$/
const LETTER_A = 65
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether the line begins as `prefix` does, digits aside: the next time stamp, the next rank. */
function alike(text: string, prefix: string | undefined): boolean {
  if (prefix === undefined) return false
  for (let at = 0; at < prefix.length; at++) {
    const its = text.charCodeAt(at)
    const other = prefix.charCodeAt(at)
    if (its !== other && !(isDigit(its) && isDigit(other))) return false
  }
  return true
}

export type Level = 'INFO' | 'WARN' | 'CALL' | 'TRACE'

/** "INFO" of "NCCL INFO …"; undefined where NCCL is only a word. */
export function levelAt(text: string, at: number): Level | undefined {
  switch (text.charCodeAt(at + 5)) {
    case 73:
      return text.startsWith('INFO ', at + 5) ? 'INFO' : undefined
    case 87:
      return text.startsWith('WARN ', at + 5) ? 'WARN' : undefined
    case 67:
      return text.startsWith('CALL ', at + 5) ? 'CALL' : undefined
    case 84:
      return text.startsWith('TRACE ', at + 5) ? 'TRACE' : undefined
  }
  return undefined
}

/** Where in the rest of the line another log line begins; -1 in most. */
export function nextLogLine(text: string, from: number): number {
  // One look for a rare letter spares one at every blank.
  if (text.indexOf('NCCL', from) < 0) return -1
  let next = text.indexOf(' NCCL ', from)
  while (next >= 0 && levelAt(text, next + 1) === undefined) next = text.indexOf(' NCCL ', next + 6)
  return next < 0 ? -1 : next + 1
}
