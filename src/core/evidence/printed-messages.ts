/** Lines by which NCCL, CUDA, PyTorch, launchers and the kernel say that something failed (knowledge/messages). */
import type { Place } from './place.ts'

export interface PrintedMessages {
  readonly kind: 'printed-messages'
  readonly input: string
  /** Known messages, and warnings of NCCL that no row of the catalogue knows, in the order of their first lines. */
  readonly lines: readonly PrintedMessage[]
  /** Lines that look like trouble and that nothing here knows. */
  readonly unknown: UnknownLines
}

/** The same message of one process: its first line. */
export interface PrintedMessage {
  /** Of the catalogue; undefined for a warning of NCCL that no row knows. */
  readonly id?: string
  /** Of a warning that no row knows: what stands behind "NCCL WARN". */
  readonly text?: string
  readonly speaker: MessageSpeaker
  /** How often it stands there. */
  readonly times: number
  /** Printed at level WARN. */
  readonly warning: boolean
  /** When, where the line begins with a time: seconds since 1970, good for differences alone. */
  readonly seconds?: number
  readonly place: Place
}

/** Whoever wrote a line, or of whom it speaks, as far as the line tells. */
export interface MessageSpeaker {
  readonly host?: string
  readonly pid?: number
  readonly device?: number
  readonly rank?: number
}

export interface UnknownLines {
  readonly lines: number
  /** Of the first few. */
  readonly examples: readonly Place[]
}
