/** One run of a collective as a timeline: what every rank did when, on the clock of rank 0, brought together there. */
import type { Timeline, TimelineEvent } from '../../core/timeline/timeline.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { createRecorder } from '../execution/recorder.ts'
import { clockOffset } from './clock.ts'
import { median } from './times.ts'

/** Of so many runs the one that took the median time is kept: a single one may have been disturbed. */
const RUNS = 7
/** Numbers of an event on its way to rank 0. */
const WIDTH = 7
/** Events that are sent at once. */
const BATCH = 4096

const KINDS: readonly TimelineEvent['kind'][] = ['send', 'receive', 'reduce', 'wait']

/** By an algorithm that sends messages. Undefined at all ranks but 0. */
export async function recordTimeline(
  comm: Communicator,
  call: CollectiveCall,
  algorithm: string,
): Promise<Timeline | undefined> {
  const offset = await clockOffset(comm)
  const runs: (readonly TimelineEvent[])[] = []
  const times = comm.alloc(Float64Array, RUNS)
  for (let run = 0; run < RUNS; run++) {
    // The recorder counts from this moment of rank 0's clock, as this rank's clock has it.
    const recorder = createRecorder(comm.rank, performance.timeOrigin + offset)
    const prepared = comm.prepare(call, { algorithm, recorder })
    await comm.barrier()
    const start = performance.now()
    if (comm.sync) prepared.runSync()
    else await prepared.run()
    times[run] = performance.now() - start
    runs.push(recorder.events())
  }
  await comm.allReduce(times, times, { op: 'max' })
  const chosen = times.indexOf(median([...times]))
  comm.free(times)
  const byRank = await atRankZero(comm, runs[chosen] ?? [])
  return comm.rank === 0 ? timelineOf(byRank) : undefined
}

/** The events of each rank; none at all ranks but 0. */
async function atRankZero(
  comm: Communicator,
  events: readonly TimelineEvent[],
): Promise<readonly (readonly TimelineEvent[])[]> {
  const count = comm.alloc(Float64Array, 1)
  const counts = comm.alloc(Float64Array, comm.size)
  count[0] = events.length
  await comm.allGather(count, counts)
  const batch = comm.alloc(Float64Array, BATCH * WIDTH)
  const byRank: TimelineEvent[][] = [comm.rank === 0 ? [...events] : []]
  for (let rank = 1; rank < comm.size; rank++) {
    const received: TimelineEvent[] = []
    for (let at = 0; at < (counts[rank] ?? 0); at += BATCH) {
      const part = batch.subarray(0, Math.min(BATCH, (counts[rank] ?? 0) - at) * WIDTH)
      if (comm.rank === rank) {
        part.set(events.slice(at, at + BATCH).flatMap(numbersOf))
        await comm.send(part, 0)
      } else if (comm.rank === 0) {
        await comm.receive(part, rank)
        for (let event = 0; event < part.length; event += WIDTH)
          received.push(eventOf(rank, part.subarray(event, event + WIDTH)))
      }
    }
    byRank.push(received)
  }
  for (const array of [count, counts, batch]) comm.free(array)
  return byRank
}

const numbersOf = ({ op = 0, channel = 0, kind, peer = -1, bytes, ...times }: TimelineEvent) => [
  op,
  channel,
  KINDS.indexOf(kind),
  peer,
  bytes,
  times.startSeconds,
  times.endSeconds,
]

function eventOf(rank: number, numbers: Float64Array): TimelineEvent {
  const [op = 0, channel = 0, kind = 0, peer = -1, bytes = 0, startSeconds = 0, endSeconds = 0] = numbers
  return {
    rank,
    step: 0,
    op,
    channel,
    kind: KINDS[kind] ?? 'wait',
    ...(peer < 0 ? {} : { peer }),
    bytes,
    startSeconds,
    endSeconds,
  }
}

/**
 * Each send is followed by its receive: messages of a connection (from, to, channel) come in the order in which they were sent. A
 * wait goes with what it was for. Time starts with the first event.
 */
export function timelineOf(byRank: readonly (readonly TimelineEvent[])[]): Timeline {
  const sends: (readonly TimelineEvent[])[] = []
  const receives = new Map<string, (readonly TimelineEvent[])[]>()
  const own: TimelineEvent[] = []
  for (const events of byRank) {
    let waits: TimelineEvent[] = []
    for (const event of events) {
      if (event.kind === 'wait') {
        waits.push(event)
        continue
      }
      if (event.kind === 'send') sends.push([event, ...waits])
      else if (event.peer === undefined) own.push(event, ...waits)
      else {
        const key = connection(event.peer, event.rank, event)
        const there = receives.get(key) ?? []
        there.push([event, ...waits])
        receives.set(key, there)
      }
      waits = []
    }
  }
  const taken = new Map<string, number>()
  const messages = sends.flatMap(([send, ...waits]) => {
    if (!send) return []
    const key = connection(send.rank, send.peer ?? -1, send)
    const at = taken.get(key) ?? 0
    taken.set(key, at + 1)
    return [send, ...(receives.get(key)?.[at] ?? []), ...waits]
  })
  return fromZero([...messages, ...own], byRank.length)
}

const connection = (from: number, to: number, { channel = 0 }: TimelineEvent): string =>
  `${from} ${to} ${channel}`

function fromZero(events: readonly TimelineEvent[], ranks: number): Timeline {
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const { startSeconds, endSeconds } of events) {
    start = Math.min(start, startSeconds)
    end = Math.max(end, endSeconds)
  }
  return {
    seconds: events.length === 0 ? 0 : end - start,
    ranks,
    events: events.map((event) => ({
      ...event,
      startSeconds: event.startSeconds - start,
      endSeconds: event.endSeconds - start,
    })),
    links: [],
  }
}
