/** What a rank did when, for a Timeline (core/timeline): only kept when asked for. Times are performance.now(), in milliseconds. */
import type { Rank } from '../core/collectives/conditions.ts'
import type { TimelineEvent } from '../core/timeline/timeline.ts'

export interface Recorder {
  now(): number
  add(
    step: number,
    kind: TimelineEvent['kind'],
    peer: Rank,
    bytes: number,
    startMilliseconds: number,
    endMilliseconds: number,
  ): void
}

/** `origin` (performance.timeOrigin + performance.now()) makes the times of ranks in other threads and processes comparable. */
export function createRecorder(
  rank: Rank,
  originMilliseconds: number,
): Recorder & { events(): readonly TimelineEvent[] } {
  const events: TimelineEvent[] = []
  const { timeOrigin } = performance
  const seconds = (its: number) => (timeOrigin + its - originMilliseconds) / 1000
  return {
    now: () => performance.now(),
    add(step, kind, peer, bytes, start, end) {
      events.push({
        rank,
        step,
        kind,
        ...(peer < 0 ? {} : { peer }),
        bytes,
        startSeconds: seconds(start),
        endSeconds: seconds(end),
      })
    },
    events: () => events,
  }
}
