/** What a parser is. Adding one: docs/add-a-parser.md. */
import type { Evidence } from '../evidence/evidence.ts'
import type { HostFact } from '../evidence/host-facts.ts'
import type { Note } from '../evidence/note.ts'
import type { Input, Place } from '../evidence/place.ts'

/** What a parser read of one input. */
export interface Parsed {
  readonly evidence: readonly Evidence[]
  readonly notes: readonly Note[]
  /** Lines that looked like this format but could not be used. */
  readonly skipped?: number
}

/**
 * Text written line by line. Every line parser sees every line of a text input (without line end and terminal
 * colours, at most 64 KiB of it); what it does not know it ignores. One log may feed several parsers.
 */
export interface LineParser {
  readonly kind: 'lines'
  readonly id: string
  readonly title: string
  start(input: string): LineReader
}

/** Reads one input, line by line. */
export interface LineReader {
  line(text: string, number: number): void
  /** How many rows, points, devices and the like it holds so far: a reader of too many is given no more lines. */
  kept?(): number
  /** Reads the line where it is this format's alone: then nobody else sees it. For formats that fill large files. */
  takes?(text: string, number: number): boolean
  end(): Parsed
}

/**
 * What a tool of a host prints (env, lspci, ibstat, nvidia-smi …): short texts, often several in one file and several
 * hosts one after another or line by line. All of them are read together (host/host-lines.ts), which finds out once a
 * line which host speaks.
 */
export interface HostParser {
  readonly kind: 'host'
  readonly id: string
  readonly title: string
  /** Whether a line begins text of this format. Asked of most lines of every file: it costs next to nothing. */
  begins(text: string): boolean
  /** One for each stretch of lines from one host. */
  read(emit: (fact: HostFact) => void, context: HostContext): HostReader
}

/** Where a stretch of lines stands. */
export interface HostContext {
  readonly input: string
  /** What stands behind the prompt above: "lspci -vvv". */
  readonly command: string
}

/** Reads one stretch of lines from one host. */
export interface HostReader {
  line(text: string, place: () => Place): void
  end?(): void
}

/** JSON, XML, SQLite, pickle: recognised by its first bytes; exactly one takes the file. */
export interface FileParser {
  readonly kind: 'file'
  readonly id: string
  readonly title: string
  sniff(head: Uint8Array, name: string): boolean
  parse(input: Input): Promise<Parsed>
}

/** Told apart by `kind`. */
export type Parser = LineParser | HostParser | FileParser
