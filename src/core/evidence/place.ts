/** Where something was read. Every claim of a report points at one. */
import type { Unreadable } from '../base/units.ts'

/** Something to read: a file, standard input, a dropped file. `open` may be called again unless `once`. */
export interface Input {
  readonly name: string
  readonly once: boolean
  open(): AsyncIterable<Uint8Array>
}

/** `text` is the quoted line, at most 300 characters, with what looks like a secret redacted: see text/quote.ts. */
export interface Place {
  readonly input: string
  readonly line?: number
  readonly text: string
}

export type { Unreadable }
