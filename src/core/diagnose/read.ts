/** Inputs -> evidence: each file goes to the one parser that recognises it, or line by line to all that read lines. */
import type { Evidence } from '../evidence/evidence.ts'
import type { Note } from '../evidence/note.ts'
import type { Input } from '../evidence/place.ts'
import type { FileParser, Parsed, Parser } from '../parsers/parser.ts'
import type { ReadInput } from '../report/diagnose/report.ts'
import { compressionOf, looksBinary } from '../text/first-bytes.ts'
import { type InputRead, parserFailed, readText, reasonOf } from './read-text.ts'

/** What all inputs said together. */
export interface Read {
  readonly evidence: readonly Evidence[]
  readonly notes: readonly Note[]
  readonly inputs: readonly ReadInput[]
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
      parsers.filter((parser) => parser.kind !== 'file'),
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
