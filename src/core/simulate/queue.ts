/**
 * Events in order of time; equal times in order of their number. One event a number; moving it is cheap.
 * Most events come in order already, since most messages take equally long: those stand in lanes, first in, first out. Only
 * what fits at the end of no lane goes into a binary heap, and so does an event that is moved.
 */
import type { Seconds } from '../base/units.ts'

export interface EventQueue {
  /** Sets, or moves, the event of this number. */
  set(number: number, seconds: Seconds): void
  /** The time of the first; infinite when empty. */
  firstSeconds(): Seconds
  /** Takes the first out. */
  take(): number
}

const LANES = 3

export function eventQueue(capacity: number): EventQueue {
  const times = new Float64Array(capacity)
  /** Where an event stands: NOWHERE, in the heap (its place there), or in a lane (its place, below LANE_PLACE). */
  const place = new Int32Array(capacity).fill(NOWHERE)
  const heap = new Int32Array(capacity)
  let size = 0
  const lanes = Array.from({ length: LANES }, emptyLane)

  const before = (a: number, b: number): boolean =>
    (times[a] as number) < (times[b] as number) || (times[a] === times[b] && a < b)

  function set(number: number, seconds: Seconds): void {
    const at = place[number] as number
    if (at >= 0) {
      const earlier = seconds < (times[number] as number)
      times[number] = seconds
      if (earlier) up(number, at)
      else down(number, at)
      return
    }
    // Out of its lane: what stands there no longer counts.
    if (at !== NOWHERE) (lanes[laneIn(at)] as Lane).live--
    times[number] = seconds
    if (at !== NOWHERE || !queued(number, seconds)) {
      up(number, size++)
    }
  }

  /** At the end of the first lane whose last event comes before. */
  function queued(number: number, seconds: Seconds): boolean {
    for (let at = 0; at < LANES; at++) {
      const lane = lanes[at] as Lane
      if (lane.live === 0) clear(lane)
      else if (!(seconds > lane.lastSeconds || (seconds === lane.lastSeconds && number > lane.lastNumber)))
        continue
      place[number] = laneMark(at)
      append(lane, number, seconds)
      return true
    }
    return false
  }

  /** The first event of a lane that still stands in it. */
  function first(at: number): number {
    const lane = lanes[at] as Lane
    if (lane.live === 0) return NOBODY
    for (;;) {
      const number = lane.numbers[lane.head] as number
      if (place[number] === laneMark(at) && times[number] === lane.seconds[lane.head]) return number
      lane.head++
    }
  }

  function firstOfAll(): number {
    let best = size > 0 ? (heap[0] as number) : NOBODY
    for (let at = 0; at < LANES; at++) {
      const number = first(at)
      if (number !== NOBODY && (best === NOBODY || before(number, best))) best = number
    }
    return best
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
    set,
    firstSeconds() {
      const number = firstOfAll()
      return number === NOBODY ? Number.POSITIVE_INFINITY : (times[number] as number)
    },
    take() {
      const number = firstOfAll()
      const at = place[number] as number
      place[number] = NOWHERE
      if (at >= 0) {
        size--
        if (size > 0) down(heap[size] as number, 0)
      } else {
        const lane = lanes[laneIn(at)] as Lane
        lane.live--
        lane.head++
      }
      return number
    },
  }
}

const NOBODY = -1
const NOWHERE = -1
/** Marks of lanes are -2, -3 … */
const laneMark = (lane: number): number => -2 - lane
const laneIn = (mark: number): number => -2 - mark

interface Lane {
  numbers: Int32Array
  seconds: Float64Array
  head: number
  tail: number
  /** Events that still stand in it. */
  live: number
  lastSeconds: Seconds
  lastNumber: number
}

const emptyLane = (): Lane => ({
  numbers: new Int32Array(1024),
  seconds: new Float64Array(1024),
  head: 0,
  tail: 0,
  live: 0,
  lastSeconds: Number.NEGATIVE_INFINITY,
  lastNumber: NOBODY,
})

function clear(lane: Lane): void {
  lane.head = 0
  lane.tail = 0
}

function append(lane: Lane, number: number, seconds: Seconds): void {
  if (lane.tail === lane.numbers.length) makeRoom(lane)
  lane.numbers[lane.tail] = number
  lane.seconds[lane.tail++] = seconds
  lane.live++
  lane.lastSeconds = seconds
  lane.lastNumber = number
}

/** What has been taken out leaves room at the front; only when that is little, the lane grows. */
function makeRoom(lane: Lane): void {
  const count = lane.tail - lane.head
  const room = count > lane.numbers.length / 2 ? 2 * lane.numbers.length : lane.numbers.length
  const numbers = room === lane.numbers.length ? lane.numbers : new Int32Array(room)
  const seconds = room === lane.numbers.length ? lane.seconds : new Float64Array(room)
  numbers.set(lane.numbers.subarray(lane.head, lane.tail))
  seconds.set(lane.seconds.subarray(lane.head, lane.tail))
  lane.numbers = numbers
  lane.seconds = seconds
  lane.head = 0
  lane.tail = count
}
