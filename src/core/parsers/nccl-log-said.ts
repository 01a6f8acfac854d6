/** Gathers lines that say the same: one entry, with who said it, how often, and where first. */
import type { Said } from '../evidence/nccl-log.ts'
import type { LogLine, PlaceOf } from './nccl-log-line.ts'

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

export function gathered<Value>(placeOf: PlaceOf): Gathered<Value> {
  const entries = new Map<string, Entry<Value>>()
  return {
    add(key, line, value) {
      const known = entries.get(key)
      if (known) {
        known.times++
        known.by.add(line.thread.speaker)
      } else if (entries.size < MOST)
        entries.set(key, {
          value: value(),
          by: new Set([line.thread.speaker]),
          times: 1,
          place: placeOf(line),
        })
    },
    all: () => [...entries.values()].map(({ by, ...rest }) => ({ ...rest, by: [...by] })),
  }
}
