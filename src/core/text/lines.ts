/**
 * Lines of text from a stream of bytes, as people's files really are: CRLF, UTF-16 with a byte order mark, terminal
 * colours, a progress bar without end, zeros where a disk was full. Memory stays bounded whatever comes.
 */
import { type Encoding, encodingOf, looksBinary } from './first-bytes.ts'
import { isPrintable, isPrintableAscii, printable } from './printable.ts'

/** Of one line this many characters are kept; the rest is counted. */
export const LONGEST_LINE = 64 * 1024

/** What came of reading a stream. */
export interface LinesRead {
  readonly bytes: number
  readonly lines: number
  /** Lines longer than LONGEST_LINE, and how many of their characters were dropped. */
  readonly cutLines: number
  readonly cutCharacters: number
  /** The bytes turned out to be no text: reading stopped there. */
  readonly binary: boolean
}

/**
 * Calls `line` for every line, without its end, terminal colours and other control characters; numbers begin with 1.
 * Of empty lines in a row only the first is told: a file can hold billions.
 */
export async function readLines(
  chunks: AsyncIterable<Uint8Array>,
  line: (text: string, number: number) => void,
): Promise<LinesRead> {
  const splitter = lineSplitter(line)
  let decoder: ReturnType<typeof decoderFor> | undefined
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (chunk.length === 0) continue
    if (!decoder) {
      const encoding = encodingOf(chunk)
      if (looksBinary(chunk, encoding)) return { bytes, ...splitter.end(), binary: true }
      decoder = decoderFor(encoding)
    }
    splitter.add(decoder.decode(chunk), isPrintableAscii(chunk))
  }
  if (decoder) splitter.add(decoder.end(), false)
  return { bytes, ...splitter.end(), binary: false }
}

/** Decodes pieces; a character may lie on the border of two. Whole pieces of UTF-8 go the way that is twice as fast. */
function decoderFor(encoding: Encoding) {
  const whole = new TextDecoder(encoding)
  const divided = new TextDecoder(encoding)
  let open = encoding !== 'utf-8'
  return {
    decode(chunk: Uint8Array): string {
      const endsWhole = encoding === 'utf-8' && (chunk[chunk.length - 1] ?? 0) < 0x80
      if (!open && endsWhole) return whole.decode(chunk)
      open = !endsWhole
      return divided.decode(chunk, { stream: true })
    },
    end: (): string => divided.decode(),
  }
}

/** Terminal colours and cursor movements (ECMA-48 control sequences, and the operating system commands of terminals). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,300}(?:\x07|\x1b\\)|[@-Z\\^_])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ZEROS = /\x00+/g

const LINE_FEED = 10

function lineSplitter(line: (text: string, number: number) => void) {
  let rest = ''
  let lines = 0
  let cutLines = 0
  let cutCharacters = 0
  /** What has been dropped from the line under way. */
  let dropped = 0
  let plain = true
  /** The last line was empty. */
  let inGap = false

  const emit = (text: string): void => {
    lines++
    let kept = text
    if (kept.length > LONGEST_LINE) {
      dropped += kept.length - LONGEST_LINE
      kept = kept.slice(0, LONGEST_LINE)
    }
    if (dropped > 0) {
      cutLines++
      cutCharacters += dropped
      dropped = 0
    }
    if (!plain) kept = cleaned(kept)
    line(kept, lines)
  }

  return {
    add(text: string, known: boolean): void {
      // One look at the whole chunk spares one at every line.
      plain = plain && (known || isPrintable(text))
      let start = 0
      for (;;) {
        if (inGap) for (; text.charCodeAt(start) === LINE_FEED; start++) lines++
        const end = text.indexOf('\n', start)
        if (end < 0) break
        inGap = end === start && rest === ''
        emit(rest === '' ? text.slice(start, end) : rest + text.slice(start, end))
        rest = ''
        start = end + 1
      }
      const room = LONGEST_LINE - rest.length
      dropped += Math.max(0, text.length - start - room)
      rest += text.slice(start, start + Math.max(0, room))
      // What is left over may hold what the next chunk's lines begin with.
      plain = rest === '' || isPrintable(rest)
      inGap = inGap && rest === ''
    },
    end() {
      plain = false
      // Not one line feed: then carriage returns end the lines, as on the first Macs.
      const ends = lines === 0 && dropped === 0 ? /\r(?!\r*$)/ : /$^/
      if (rest !== '' || dropped > 0) for (const text of rest.split(ends)) emit(text)
      rest = ''
      return { lines, cutLines, cutCharacters }
    },
  }
}

function cleaned(text: string): string {
  let clean = text
  if (clean.includes('\x1b')) clean = clean.replace(ESCAPES, '')
  if (clean.includes('\0')) clean = clean.replace(ZEROS, '')
  let end = clean.length
  while (end > 0 && clean.charCodeAt(end - 1) === 13) end--
  return printable(clean.slice(0, end), ' ')
}
