/** Inputs -> evidence: each file goes to the one parser that recognises it, or line by line to all that read lines. */
import type { Evidence } from '../evidence/evidence.ts'
import type { Note } from '../evidence/note.ts'
import type { Input } from '../evidence/place.ts'
import { type HostLines, type HostParser, hostLines } from '../parsers/host/host-format.ts'
import type { FileParser, LineParser, Parsed, Parser } from '../parsers/parser.ts'
import type { ReadInput } from '../report/report.ts'
import { compressionOf, looksBinary } from '../text/first-bytes.ts'
import { LONGEST_LINE, readLines } from '../text/lines.ts'

export interface Read {
  readonly evidence: readonly Evidence[]
  readonly notes: readonly Note[]
  readonly inputs: readonly ReadInput[]
}

/** What one input said. */
export interface InputRead extends Parsed {
  readonly input: ReadInput
}

/**
 * Reads inputs, in their order. The default takes one after the other; where there are threads, the caller may pass one
 * that reads several at once.
 */
export type ReadAll = (inputs: readonly Input[], parsers: readonly Parser[]) => Promise<readonly InputRead[]>

const oneByOne: ReadAll = async (inputs, parsers) => {
  const read: InputRead[] = []
  for (const input of inputs) read.push(await readInput(input, parsers))
  return read
}

/** Reads all inputs. Whatever is wrong with one of them is a note. */
export async function readInputs(
  inputs: readonly Input[],
  parsers: readonly Parser[],
  readAll: ReadAll = oneByOne,
): Promise<Read> {
  const read = await readAll(inputs, parsers)
  return {
    evidence: read.flatMap(({ evidence }) => evidence),
    notes: read.flatMap(({ notes }) => notes),
    inputs: read.map(({ input }) => input),
  }
}

/** Reads one input; never throws. */
export async function readInput(input: Input, parsers: readonly Parser[]): Promise<InputRead> {
  try {
    const { head, whole } = await withHead(input)
    if (head.length === 0) return nothing(input, 0, { id: 'input-empty', values: { name: input.name } })
    const compression = compressionOf(head)
    if (compression !== undefined)
      return nothing(input, head.length, {
        id: 'input-compressed',
        values: { name: input.name, compression },
      })
    const file = parsers.find(
      (parser): parser is FileParser => parser.kind === 'file' && parser.sniff(head, input.name),
    )
    if (file) return await readFile(whole, file)
    if (looksBinary(head))
      return nothing(input, head.length, { id: 'input-binary', values: { name: input.name } })
    return await readText(
      whole,
      parsers.filter((parser) => parser.kind === 'lines'),
    )
  } catch (error) {
    return unreadable(input, error)
  }
}

/** What is left of an input that could not be read to its end. */
export const unreadable = (input: Input, error: unknown): InputRead =>
  nothing(input, 0, { id: 'input-unreadable', values: { name: input.name, reason: reasonOf(error) } })

function nothing({ name }: Input, bytes: number, ...notes: readonly Note[]): InputRead {
  return { evidence: [], notes, input: { name, bytes, lines: 0, formats: [], skipped: 0 } }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)

/** As many first bytes as parsers get to recognise their format by. */
const HEAD_BYTES = 4096

/** The first bytes, and the whole input with them: what can be read only once is opened only once. */
async function withHead(input: Input): Promise<{ head: Uint8Array; whole: Input }> {
  const chunks = input.open()[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < HEAD_BYTES) {
    const { done, value } = await chunks.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  async function* again(): AsyncIterable<Uint8Array> {
    try {
      yield* first.splice(0)
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  const head = new Uint8Array(length)
  let at = 0
  for (const chunk of first) {
    head.set(chunk, at)
    at += chunk.length
  }
  return { head, whole: { ...input, open: again } }
}

async function readFile(input: Input, parser: FileParser): Promise<InputRead> {
  let bytes = 0
  async function* counted(): AsyncIterable<Uint8Array> {
    for await (const chunk of input.open()) {
      bytes += chunk.length
      yield chunk
    }
  }
  const parsed = await parser
    .parse({ ...input, open: counted })
    .catch((error: unknown): Parsed => ({ evidence: [], notes: [parserFailed(parser.id, error)] }))
  const { evidence, notes, skipped = 0 } = parsed
  const formats = evidence.length > 0 ? [parser.id] : []
  return { evidence, notes, input: { name: input.name, bytes, lines: 0, formats, skipped } }
}

const parserFailed = (parser: string, error: unknown): Note => ({
  id: 'parser-failed',
  values: { parser, reason: reasonOf(error) },
})

/** Of one input a parser keeps so many rows and the like: memory stays bounded, and no benchmark writes as many. */
const MOST_KEPT = 100_000
/** Counted once in so many lines. */
const COUNTED_EVERY = 1024

interface Reading {
  /** Of all that it reads; the id of the first stands for it in a note. */
  readonly ids: readonly string[]
  readonly id: string
  line(text: string, number: number): void
  takes?(text: string, number: number): boolean
  kept?(): number
  end(id: string): Parsed
}

/** Each line parser reads on its own; what hosts' tools print is read by one for all their formats. */
function readersOf(input: string, parsers: readonly LineParser[]): Reading[] {
  const ofHosts = parsers.filter((parser): parser is HostParser => 'format' in parser)
  const alone = parsers.filter((parser) => !('format' in parser))
  const readings = alone.map((parser): Reading => {
    const reader = parser.start(input)
    return {
      id: parser.id,
      ids: [parser.id],
      line: reader.line,
      ...(reader.takes ? { takes: reader.takes } : {}),
      ...(reader.kept ? { kept: reader.kept } : {}),
      end: reader.end,
    }
  })
  if (ofHosts.length === 0) return readings
  const lines: HostLines = hostLines(
    input,
    ofHosts.map(({ format }) => format),
  )
  const ids = ofHosts.map(({ id }) => id)
  return [...readings, { id: 'host-format', ids, line: lines.line, end: lines.end }]
}

async function readText(input: Input, parsers: readonly LineParser[]): Promise<InputRead> {
  const started = readersOf(input.name, parsers)
  const notes: Note[] = []
  /** Those that did not fail, and of them those that still take lines. */
  let readers = started
  let reading = started
  let told = 0
  const isTaken = (text: string, number: number): boolean => {
    for (const its of reading)
      try {
        if (its.takes?.(text, number)) return true
      } catch (error) {
        fail(its, error)
      }
    return false
  }
  const tell = (text: string, number: number): void => {
    for (const its of reading)
      try {
        its.line(text, number)
      } catch (error) {
        fail(its, error)
      }
  }
  const fail = (its: Reading, error: unknown): void => {
    notes.push(parserFailed(its.id, error))
    readers = readers.filter((one) => one !== its)
    reading = reading.filter((one) => one !== its)
  }
  const read = await readLines(input.open(), (text, number) => {
    if (!isTaken(text, number)) tell(text, number)
    if (++told % COUNTED_EVERY !== 0) return
    for (const its of reading)
      if ((its.kept?.() ?? 0) > MOST_KEPT) {
        notes.push({ id: 'input-endless', values: { name: input.name, parser: its.id, line: number } })
        reading = reading.filter((one) => one !== its)
      }
  })
  const evidence: Evidence[] = []
  const formats: string[] = []
  let skipped = 0
  for (const { id, end } of readers.flatMap(({ ids, end }) => ids.map((id) => ({ id, end })))) {
    try {
      const parsed = end(id)
      evidence.push(...parsed.evidence)
      notes.push(...parsed.notes)
      skipped += parsed.skipped ?? 0
      if (parsed.evidence.length > 0) formats.push(id)
    } catch (error) {
      notes.push(parserFailed(id, error))
    }
  }
  if (read.binary) notes.push({ id: 'input-binary', values: { name: input.name } })
  else if (evidence.length === 0) notes.push({ id: 'input-not-understood', values: { names: [input.name] } })
  if (read.cutLines > 0) notes.push({ id: 'line-cut', values: { lines: read.cutLines, bytes: LONGEST_LINE } })
  return {
    evidence,
    notes,
    input: { name: input.name, bytes: read.bytes, lines: read.lines, formats, skipped },
  }
}
