/** What a rank did when, for a Timeline (core/timeline): only kept when asked for. Times are performance.now(), in milliseconds. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { TimelineEvent } from '../../core/timeline/timeline.ts'

export interface Recorder {
  now(): number
  add(recorded: Recorded, startMilliseconds: number, endMilliseconds: number): void
}

export type Recorded = Pick<TimelineEvent, 'step' | 'op' | 'channel' | 'kind' | 'bytes'> & {
  /** Below 0: none. */
  readonly peer: Rank
}

/** `origin` (performance.timeOrigin + performance.now()) makes the times of ranks in other threads and processes comparable. */
export function createRecorder(
  rank: Rank,
  originMilliseconds: number,
): Recorder & { events(): readonly TimelineEvent[] } {
  const events: TimelineEvent[] = []
  const { timeOrigin } = performance
  const seconds = (milliseconds: number) => (timeOrigin + milliseconds - originMilliseconds) / 1000
  return {
    now: () => performance.now(),
    add({ peer, ...recorded }, start, end) {
      events.push({
        rank,
        ...recorded,
        ...(peer < 0 ? {} : { peer }),
        startSeconds: seconds(start),
        endSeconds: seconds(end),
      })
    },
    events: () => events,
  }
}
