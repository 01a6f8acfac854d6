/** Events in order of time; equal times in order of their number. One event a number; moving it is cheap. */
import type { Seconds } from '../base/units.ts'

export interface EventQueue {
  readonly size: number
  /** Sets, or moves, the event of this number. */
  set(number: number, seconds: Seconds): void
  /** The time of the first; infinite when empty. */
  firstSeconds(): Seconds
  /** Takes the first out. */
  take(): number
}

/** A binary heap over numbers 0 … capacity-1 that knows the place of each. */
export function eventQueue(capacity: number): EventQueue {
  const times = new Float64Array(capacity)
  const place = new Int32Array(capacity).fill(-1)
  const heap = new Int32Array(capacity)
  let size = 0

  const before = (a: number, b: number): boolean => {
    const [ta, tb] = [times[a] as number, times[b] as number]
    return ta < tb || (ta === tb && a < b)
  }

  function up(number: number, from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const other = heap[parent] as number
      if (!before(number, other)) break
      heap[at] = other
      place[other] = at
      at = parent
    }
    heap[at] = number
    place[number] = at
  }

  function down(number: number, from: number): void {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && before(heap[child + 1] as number, heap[child] as number)) child++
      const other = heap[child] as number
      if (!before(other, number)) break
      heap[at] = other
      place[other] = at
      at = child
    }
    heap[at] = number
    place[number] = at
  }

  return {
    get size() {
      return size
    },
    set(number, seconds) {
      const at = place[number] as number
      const earlier = at < 0 || seconds < (times[number] as number)
      times[number] = seconds
      if (at < 0) up(number, size++)
      else if (earlier) up(number, at)
      else down(number, at)
    },
    firstSeconds: () => (size === 0 ? Number.POSITIVE_INFINITY : (times[heap[0] as number] as number)),
    take() {
      const first = heap[0] as number
      place[first] = -1
      size--
      if (size > 0) down(heap[size] as number, 0)
      return first
    },
  }
}
