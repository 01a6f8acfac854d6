/**
 * Lines by which NCCL, PyTorch, CUDA, launchers and the kernel say that something failed, in any text: the catalogue is
 * knowledge/messages. Warnings of NCCL that no row knows are kept too, and lines that look like trouble are counted.
 */

import type { Place } from '../../evidence/place.ts'
import type { MessageSpeaker, PrintedMessage } from '../../evidence/printed-messages.ts'
import type { MessageId } from '../../knowledge/messages/index.ts'
import { kernelTime } from '../../text/kernel-time.ts'
import { placeOf, quote } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { messageIn } from './message-in.ts'
import { speakerOf } from './speaker-of.ts'

export const printedMessages: LineParser = {
  kind: 'lines',
  id: 'printed-messages',
  title: 'Failures, as NCCL, PyTorch, CUDA, launchers and the kernel print them',
  start: (input) => reader(input),
}

/** A job of thousands of ranks repeats its last lines; what comes later follows from what came before. */
const MOST_MESSAGES = 20_000
const MOST_EXAMPLES = 3
/** Of a longer line only the beginning is looked at. */
const LONGEST = 4096

/** What ncclras prints of a job is a report of its own: parsers/nccl-ras. */
const READ_BY_RAS: ReadonlySet<string> = new Set<MessageId>([
  'ras-mismatch',
  'ras-incomplete',
  'ras-launched',
  'ras-async-error',
  'ras-dead',
])

type Draft = { -readonly [Key in keyof PrintedMessage]: PrintedMessage[Key] }

function reader(input: string): LineReader {
  const found = new Map<string, Draft>()
  const examples: Place[] = []
  let unknown = 0

  return {
    line(whole, number) {
      const text = whole.length > LONGEST ? whole.slice(0, LONGEST) : whole
      const message = messageIn(text)
      const warning = text.includes(WARN)
      if (message && (message.class === 'harmless' || READ_BY_RAS.has(message.id))) return
      if (message || warning) keep(message?.id, warning, text, number)
      else if (TROUBLE.test(text) && !NO_TROUBLE.test(text)) {
        unknown++
        if (examples.length < MOST_EXAMPLES) examples.push(placeOf(input, number, text))
      }
    },
    end: () =>
      found.size === 0 && unknown === 0
        ? { evidence: [], notes: [] }
        : {
            evidence: [
              {
                kind: 'printed-messages',
                input,
                lines: [...found.values()],
                unknown: { lines: unknown, examples },
              },
            ],
            notes: [],
          },
  }

  function keep(id: string | undefined, warning: boolean, text: string, number: number): void {
    const speaker = speakerOf(text)
    const key = `${id ?? withoutNumbers(text)} ${keyOf(speaker)}`
    const known = found.get(key)
    if (known) {
      known.times++
      return
    }
    if (found.size >= MOST_MESSAGES) return
    const time = kernelTime(text.trimStart())
    found.set(key, {
      ...(id === undefined ? { text: quote(behindWarn(text)) } : { id }),
      speaker,
      times: 1,
      warning,
      ...(time?.since === 'epoch' ? { seconds: time.seconds } : {}),
      place: placeOf(input, number, text),
    })
  }
}

const keyOf = ({ host, pid, device, rank }: MessageSpeaker): string => `${host} ${pid} ${device} ${rank}`

/** Of a warning that nobody knows: its text, so that addresses and sizes make no new one. */
const withoutNumbers = (text: string): string =>
  behindWarn(text)
    .slice(0, 200)
    .replace(/0x[0-9a-f]+|\d+/g, '#')

const WARN = 'NCCL WARN '
const behindWarn = (text: string): string => text.slice(text.indexOf(WARN) + WARN.length)

/** Words of trouble, as programs write them. */
const TROUBLE =
  /\b(?:ERROR|FATAL|CRITICAL|Traceback|[Aa]borted|Killed|[Ss]egfault|core dumped|Xid)\b|\[E\d{3}|\bE\d{4} \d\d:|(?:^|\s)(?:\w+\.)*\w+(?:Error|Exception): /
/** Counters and settings that name an error and report none; reports of ringscope. */
const NO_TROUBLE =
  /\b(?:0 errors?|no errors?|errors?[:=]\s*0\b|ERRORS?[:=]\s*0\b|ignored)|NCCL_\w*ERROR|log_?level/i
