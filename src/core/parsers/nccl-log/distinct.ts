/** Gathers lines that say the same: one entry, with who said it, how often, and where first. */
import type { Said } from '../../evidence/nccl-log.ts'
import { copy, type LineKind, type LogLine, type PlaceOf } from './line.ts'

/** Different things that are kept of one kind; a log that says more is not NCCL's. */
const MOST = 20_000

export interface Gathered<Value> {
  /** `key` tells what is the same; `value` is called for the first line only. */
  add(key: string, line: LogLine, value: () => Value): void
  all(): readonly Said<Value>[]
}

interface Entry<Value> {
  readonly value: Value
  readonly by: Set<number>
  times: number
  readonly place: Said<Value>['place']
}

export interface Sayings {
  /** A kind of thing that lines say. */
  gathered<Value>(): Gathered<Value>
  /**
   * Of a reader that takes all that it gathers from the message: the same message of another rank is counted where the
   * first was, without being read again.
   */
  alike(read: LineKind['read']): LineKind['read']
}

/** All ranks of a job say the same. */
const MOST_MESSAGES = 5_000
const LONGEST_MESSAGE = 1_000

export function sayings(placeOf: PlaceOf): Sayings {
  /** What the line that is being read is counted in. */
  let counted: Counted[] | undefined

  return {
    gathered<Value>(): Gathered<Value> {
      const entries = new Map<string, Entry<Value>>()
      return {
        add(key, line, value) {
          let entry = entries.get(key)
          if (entry) count(entry, line)
          else if (entries.size < MOST) {
            entry = { value: value(), by: new Set([line.thread.speaker]), times: 1, place: placeOf(line) }
            entries.set(key, entry)
          }
          if (entry) counted?.push(entry)
        },
        all: () => [...entries.values()].map(({ by, ...rest }) => ({ ...rest, by: [...by] })),
      }
    },
    alike(read) {
      const known = new Map<string, readonly Counted[]>()
      return (line) => {
        const before = known.get(line.message)
        if (before) {
          for (const entry of before) count(entry, line)
          return
        }
        const its: Counted[] = []
        counted = its
        read(line)
        counted = undefined
        if (known.size < MOST_MESSAGES && line.message.length <= LONGEST_MESSAGE)
          known.set(copy(line.message), its)
      }
    },
  }
}

type Counted = Pick<Entry<unknown>, 'by' | 'times'>

function count(entry: Counted, { thread }: LogLine): void {
  entry.times++
  entry.by.add(thread.speaker)
}
