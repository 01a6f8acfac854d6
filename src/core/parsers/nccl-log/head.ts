/**
 * The head of a line that nothing else wrote into: "host:pid:tid [device] NCCL INFO " and what launchers and time stamps
 * put before it. A large log has few different ones, so a head is compared with those before rather than read.
 */
import { copy } from '../../text/copy.ts'
import { prefixLength } from '../../text/launcher-prefix.ts'
import { nextLogLine } from './level.ts'
import type { Thread } from './line.ts'
import { coreStart, type Speakers } from './speakers.ts'

const INFO = 'NCCL INFO '
/** "host:pid:tid [device] " and what stands before it. */
const MOST_BEFORE = 160
/** From the end of a head back to the device's last digit: where the heads of two ranks differ. */
const TO_DEVICE = `] ${INFO}`.length + 1

/** Of one log. */
export interface Heads {
  /** Where the message of a clean line of level INFO begins; -1 for every other line. */
  messageAt(text: string): number
  /** Who wrote the line that was asked for last. */
  thread(): Thread
}

interface Head {
  /** "host:pid:tid [device] NCCL INFO ", and where it began: behind the prefix. */
  readonly text: string
  readonly start: number
  readonly thread: Thread
}

/** `speakers` knows whoever wrote. */
export function headsOf(speakers: Speakers): Heads {
  /** Of the latest line, and by the device's last digit: the ranks of a host write in turn, or many lines in a row. */
  let latest: Head = { text: '', start: 0, thread: speakers.nobody }
  const byDevice: (Head | undefined)[] = []
  /** By length, the last prefix of that length: the next differs in digits only. */
  const prefixes: (string | undefined)[] = []

  return { messageAt, thread: () => latest.thread }

  function messageAt(text: string): number {
    const { start, text: head } = latest
    const end = start + head.length
    const known = byDevice[text.charCodeAt(end - TO_DEVICE)]
    if (known && known.start === start && known.text.length === head.length && begins(text, known)) {
      latest = known
      known.thread.again = true
      return end
    }
    const from = text.indexOf(INFO)
    if (from <= 0 || from > MOST_BEFORE) return -1
    const begin = coreStart(text, from)
    // A row of a table, torn by this line, would begin with a number or a blank.
    if (text.charCodeAt(begin) < LETTER_A || !(begin === 0 || isPrefix(text, begin))) return -1
    // Another process wrote into it: nothing is taken from it, not even who speaks.
    const message = from + INFO.length
    if (nextLogLine(text, message) >= 0) return -1
    latest = { text: text.slice(begin, message), start: begin, thread: speakers.threadAt(text, begin, from) }
    const device = text.charCodeAt(message - TO_DEVICE)
    if (isDigit(device)) byDevice[device] = latest
    return message
  }

  /** indexOf compares many characters at once, startsWith one by one. */
  function begins(text: string, { text: head, start }: Head): boolean {
    return text.indexOf(head, start) === start && (start === 0 || beginsAsBefore(text, start))
  }

  function beginsAsBefore(text: string, length: number): boolean {
    const prefix = prefixes[length]
    if (prefix !== undefined && text.indexOf(prefix) === 0) return true
    if (!alike(text, prefix)) return false
    // The same second again is told at once.
    prefixes[length] = text.slice(0, length)
    return true
  }

  function isPrefix(text: string, length: number): boolean {
    if (beginsAsBefore(text, length)) return true
    const prefix = text.slice(0, length)
    if (!HOST.test(prefix) && prefixLength(text) < length) return false
    prefixes[length] = copy(prefix)
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
    const [code, before] = [text.charCodeAt(at), prefix.charCodeAt(at)]
    if (code !== before && !(isDigit(code) && isDigit(before))) return false
  }
  return true
}
