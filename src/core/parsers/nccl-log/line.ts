/**
 * One line of an NCCL log: who wrote it, at which level, and what it says. What launchers, time stamps and other processes
 * put before it, or tore into it, is stripped before (nccl-log.ts).
 */
import type { Place } from '../../evidence/place.ts'
import type { Caller } from './callers.ts'
import type { EdgeBook } from './edge-book.ts'
import type { Level } from './level.ts'

/** A line with its parts. */
export interface LogLine {
  /** What stands after "NCCL INFO ". */
  readonly message: string
  readonly level: Level | 'none'
  /** Of a warning: "transport/net_ib.cc:148". */
  readonly source?: string
  readonly thread: Thread
  /** The line as it stands in the file. */
  readonly text: string
  readonly number: number
}

/** A thread sets up one communicator at a time, so what it says in between belongs to that one. */
export interface Thread {
  readonly speaker: number
  /** It wrote more than one line: its head is whole. */
  again: boolean
  book?: EdgeBook
  /** The latest. */
  caller?: Caller
  /** The device whose links the lines of the topology are indented under. */
  readonly above: { column: number; device: string }[]
}

/** One kind of line, by what its message begins with. */
export interface LineKind {
  readonly starts: string
  read(line: LogLine): void
  /**
   * Reads a line of one thread that is like one before it, without cutting strings from it; false where it is not.
   * `at` is where the line goes on after `starts`.
   */
  again?(text: string, at: number, thread: Thread, number: number): boolean
}

/** Where a line stands, with it quoted. */
export type PlaceOf = (line: Pick<LogLine, 'number' | 'text'>) => Place
