/**
 * The event path: message by message, on any graph. A message that may start waits its latency, then flows at its fair
 * share of the links of its way (cut-through: all of them at once) until its bytes are through; then it is applied.
 */
import type { Seconds } from '../base/units.ts'
import { looksOfMessages, UNLIMITED } from './effort.ts'
import { flowingMessages } from './flowing-messages.ts'
import { jitterSeconds } from './jitter.ts'
import type { MessageIndex, Messages, Waiter } from './message-columns.ts'
import type { Job } from './options.ts'
import type { Paths } from './paths.ts'
import { eventQueue } from './queue.ts'

/** When each message started, came in, and was applied. */
export interface Run {
  /** Infinite when it was given up. */
  readonly seconds: Seconds
  readonly started: Float64Array
  readonly arrived: Float64Array
  readonly applied: Float64Array
  /** Messages that wait for each other in a circle and never end; a verified schedule has none. */
  readonly stuck: number
  /** Work that it took (effort.ts): it was given up where that is more than was wanted. */
  readonly looks: number
}

const LATENCY = 1
const FLOWING = 2
const REDUCING = 3

/** What of a job the event path reads: the messages say the rest. */
export type EventsJob = Pick<Job, 'topology' | 'options' | 'mostSeconds' | 'effort' | 'watch'>

/** Between two words of how far it has come. */
const LOOKS_UNWATCHED = 2e6

export function runEvents(
  messages: Messages,
  { topology, options, mostSeconds = Number.POSITIVE_INFINITY, effort = UNLIMITED, watch }: EventsJob,
  paths: Paths,
): Run {
  const { count } = messages
  const { jitter, lateSeconds, reduceBandwidth = Number.POSITIVE_INFINITY } = options
  const started = new Float64Array(count)
  const arrived = new Float64Array(count)
  const applied = new Float64Array(count)
  const phase = new Uint8Array(count)
  const waits = messages.waits.slice(0, 2 * count)
  const groupOpen = messages.groupSize.slice(0, messages.groups)
  const reducerFree = new Map<number, Seconds>()
  const queue = eventQueue(count)
  const flows = flowingMessages(messages, topology.links.bandwidth, paths, queue)
  let now: Seconds = 0
  let last: Seconds = 0
  let done = 0
  let watched = 0

  for (let message = 0; message < count; message++) if (waits[2 * message] === 0) start(message)
  while (queue.firstSeconds() !== Number.POSITIVE_INFINITY) {
    now = queue.firstSeconds()
    const looks = messages.looks + flows.looks()
    if (now > mostSeconds || looks > effort.looks)
      return { seconds: Number.POSITIVE_INFINITY, started, arrived, applied, stuck: 0, looks }
    if (watch && looks + looksOfMessages(done, 0) > watched) {
      watched = looks + looksOfMessages(done, 0) + LOOKS_UNWATCHED
      watch({ by: 'events', messages: done, of: count, looks })
    }
    // Everything of this very moment first, then the rates once.
    while (queue.firstSeconds() === now) happen(queue.take())
    flows.repair(now)
  }
  return {
    seconds: last,
    started,
    arrived,
    applied,
    stuck: count - done,
    looks: messages.looks + flows.looks(),
  }

  function happen(message: MessageIndex): void {
    switch (phase[message]) {
      case LATENCY:
        flow(message)
        break
      case FLOWING:
        flows.stop(message)
        arrive(message)
        break
      default:
        apply(message)
    }
  }

  function start(message: MessageIndex): void {
    const sender = messages.from[message] as number
    const begin = Math.max(now, lateSeconds?.get(sender) ?? 0)
    const extra =
      jitter && (jitter.rank === undefined || jitter.rank === sender)
        ? jitterSeconds(jitter, jitter.seed, message)
        : 0
    started[message] = begin
    phase[message] = LATENCY
    queue.set(message, begin + (paths.latencySeconds[messages.path[message] as number] ?? 0) + extra)
  }

  function flow(message: MessageIndex): void {
    if (flows.start(message, now)) phase[message] = FLOWING
    else arrive(message)
  }

  function arrive(message: MessageIndex): void {
    arrived[message] = now
    const group = messages.group[message] as number
    groupOpen[group] = (groupOpen[group] as number) - 1
    const next = messages.nextGroup[group] as number
    if (groupOpen[group] === 0 && next >= 0)
      for (let at = messages.groupFirst[next] as number; at >= 0; at = messages.nextInGroup[at] as number)
        release(2 * at)
    wake(messages.afterArrival[message] as number)
    release(2 * message + 1)
  }

  function release(waiter: Waiter): void {
    const left = (waits[waiter] as number) - 1
    waits[waiter] = left
    if (left === 0) {
      if ((waiter & 1) === 0) start(waiter >> 1)
      else beginApplying(waiter >> 1)
    }
  }

  function beginApplying(message: MessageIndex): void {
    const receiver = messages.to[message] as number
    let end = Math.max(now, lateSeconds?.get(receiver) ?? 0)
    const reduced = messages.reduced[message] as number
    if (reduced > 0 && reduceBandwidth !== Number.POSITIVE_INFINITY && receiver < topology.ranks) {
      end = Math.max(end, reducerFree.get(receiver) ?? 0) + reduced / reduceBandwidth
      reducerFree.set(receiver, end)
    }
    phase[message] = REDUCING
    if (end === now) apply(message)
    else queue.set(message, end)
  }

  function apply(message: MessageIndex): void {
    applied[message] = now
    if (now > last) last = now
    done++
    wake(messages.afterApplied[message] as number)
  }

  function wake(head: number): void {
    for (let at = head; at >= 0; at = messages.next[at] as number) release(messages.waiter[at] as number)
  }
}
