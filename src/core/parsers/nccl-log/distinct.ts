/** Lines that say the same are kept once: one entry, with who wrote it, how often, and where first. */
import type { Logged } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Different values that are kept of one kind; a log that holds more is not NCCL's. */
const MOST_VALUES = 20_000
/** All ranks of a job write the same. */
const MOST_MESSAGES = 5_000
const LONGEST_MESSAGE = 1_000

/** The different values that lines of one kind state. */
export interface DistinctValues<Value> {
  /** `key` tells what is the same; `value` is called for the first line only. */
  add(key: string, line: LogLine, value: () => Value): void
  all(): readonly Logged<Value>[]
}

/** Of one subject of the log. */
export interface Distinct {
  values<Value>(): DistinctValues<Value>
  /**
   * For a reader that takes all that it adds from the message: the same message of another rank is counted where the
   * first was, without being read again.
   */
  unlessRepeated(read: LineKind['read']): LineKind['read']
}

interface Entry<Value> {
  readonly value: Value
  readonly by: Set<number>
  times: number
  readonly place: Logged<Value>['place']
}
type Counted = Pick<Entry<unknown>, 'by' | 'times'>

/** For the lines of one subject. */
export function distinct(placeOf: PlaceOf): Distinct {
  /** What the line that is being read is counted in. */
  let counting: Counted[] | undefined

  return {
    values<Value>(): DistinctValues<Value> {
      const entries = new Map<string, Entry<Value>>()
      return {
        add(key, line, value) {
          let entry = entries.get(key)
          if (entry) count(entry, line)
          else if (entries.size < MOST_VALUES) {
            entry = { value: value(), by: new Set([line.thread.speaker]), times: 1, place: placeOf(line) }
            entries.set(key, entry)
          }
          if (entry) counting?.push(entry)
        },
        all: () => [...entries.values()].map(({ by, ...entry }) => ({ ...entry, by: [...by] })),
      }
    },
    unlessRepeated(read) {
      const countedIn = new Map<string, readonly Counted[]>()
      return (line) => {
        const before = countedIn.get(line.message)
        if (before) {
          for (const entry of before) count(entry, line)
          return
        }
        const entries: Counted[] = []
        counting = entries
        read(line)
        counting = undefined
        if (countedIn.size < MOST_MESSAGES && line.message.length <= LONGEST_MESSAGE)
          countedIn.set(copy(line.message), entries)
      }
    },
  }
}

function count(entry: Counted, { thread }: LogLine): void {
  entry.times++
  entry.by.add(thread.speaker)
}
