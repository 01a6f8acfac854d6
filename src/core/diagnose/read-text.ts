/** One text input, line by line to all parsers that read lines. */
import type { Evidence } from '../evidence/evidence.ts'
import type { Note } from '../evidence/note.ts'
import type { Input } from '../evidence/place.ts'
import { hostLines } from '../parsers/host/host-lines.ts'
import type { HostParser, LineParser, LineReader, Parsed } from '../parsers/parser.ts'
import type { ReadInput } from '../report/diagnose/report.ts'
import { LONGEST_LINE, readLines } from '../text/lines.ts'

/** What one input said. */
export interface InputRead extends Parsed {
  readonly input: ReadInput
}

/** Of one input a parser keeps so many rows and the like: memory stays bounded, and no benchmark writes as many. */
const MOST_KEPT = 100_000
/** Counted once in so many lines. */
const COUNTED_EVERY = 1024

/** A reader under way. */
interface Reading {
  /** Stands for all that it reads in a note. */
  readonly id: string
  /** Of the formats that it reads. */
  readonly formats: readonly string[]
  readonly reader: Omit<LineReader, 'end'> & { end(format: string): Parsed }
}

/** Each line parser reads on its own; what hosts' tools print is read by one for all their formats. */
function readingsOf(input: string, parsers: readonly (LineParser | HostParser)[]): readonly Reading[] {
  const readings = parsers
    .filter((parser) => parser.kind === 'lines')
    .map((parser): Reading => ({ id: parser.id, formats: [parser.id], reader: parser.start(input) }))
  const hostFormats = parsers.filter((parser) => parser.kind === 'host')
  if (hostFormats.length === 0) return readings
  const formats = hostFormats.map(({ id }) => id)
  return [...readings, { id: 'host-format', formats, reader: hostLines(input, hostFormats) }]
}

/** Whatever is wrong with it, or with a parser, is a note. */
export async function readText(
  input: Input,
  parsers: readonly (LineParser | HostParser)[],
): Promise<InputRead> {
  const notes: Note[] = []
  /** Those that did not fail, and of them those that still take lines. */
  let readings = readingsOf(input.name, parsers)
  let open = readings
  let lines = 0

  const isTaken = (text: string, number: number): boolean => {
    for (const reading of open)
      try {
        if (reading.reader.takes?.(text, number)) return true
      } catch (error) {
        fail(reading, error)
      }
    return false
  }
  const offer = (text: string, number: number): void => {
    for (const reading of open)
      try {
        reading.reader.line(text, number)
      } catch (error) {
        fail(reading, error)
      }
  }
  const fail = (failed: Reading, error: unknown): void => {
    notes.push(parserFailed(failed.id, error))
    readings = readings.filter((reading) => reading !== failed)
    open = open.filter((reading) => reading !== failed)
  }
  const leaveFull = (line: number): void => {
    for (const full of open.filter(({ reader }) => (reader.kept?.() ?? 0) > MOST_KEPT)) {
      notes.push({ id: 'input-endless', values: { name: input.name, parser: full.id, line } })
      open = open.filter((reading) => reading !== full)
    }
  }

  const read = await readLines(input.open(), (text, number) => {
    if (!isTaken(text, number)) offer(text, number)
    if (++lines % COUNTED_EVERY === 0) leaveFull(number)
  })
  const parsed = ended(readings)
  notes.push(...parsed.notes)
  if (read.binary) notes.push({ id: 'input-binary', values: { name: input.name } })
  else if (parsed.evidence.length === 0)
    notes.push({ id: 'input-not-understood', values: { names: [input.name] } })
  if (read.cutLines > 0) notes.push({ id: 'line-cut', values: { lines: read.cutLines, bytes: LONGEST_LINE } })
  const { evidence, formats, skipped } = parsed
  return {
    evidence,
    notes,
    input: { name: input.name, bytes: read.bytes, lines: read.lines, formats, skipped },
  }
}

/** What the readers have to say at the end, and the formats that were found. */
function ended(readings: readonly Reading[]) {
  const evidence: Evidence[] = []
  const notes: Note[] = []
  const formats: string[] = []
  let skipped = 0
  for (const { format, reader } of readings.flatMap(({ formats: of, reader }) =>
    of.map((format) => ({ format, reader })),
  ))
    try {
      const parsed = reader.end(format)
      evidence.push(...parsed.evidence)
      notes.push(...parsed.notes)
      skipped += parsed.skipped ?? 0
      if (parsed.evidence.length > 0) formats.push(format)
    } catch (error) {
      notes.push(parserFailed(format, error))
    }
  return { evidence, notes, formats, skipped }
}

/** For whoever parses: a parser must not throw, but one that does spoils nothing else. */
export const parserFailed = (parser: string, error: unknown): Note => ({
  id: 'parser-failed',
  values: { parser, reason: reasonOf(error) },
})

/** In one line that is not long. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
