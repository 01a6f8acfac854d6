/**
 * A timeline for Perfetto and chrome://tracing: the Trace Event Format's JSON
 * (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). A process a rank; its sends and receives on as
 * many threads as are under way at once; an arrow from each send to its receive. Times are microseconds, fractions kept.
 */
import type { Timeline, TimelineEvent } from '../../timeline/timeline.ts'

type TraceEvent = Readonly<Record<string, unknown>>

export function perfettoOf(timeline: Timeline): string {
  const lanes = new Map<string, number[]>()
  const named = new Map<string, TraceEvent>()
  const events: TraceEvent[] = []
  for (let rank = 0; rank < timeline.ranks; rank++)
    events.push({ ph: 'M', name: 'process_name', pid: rank, tid: 0, args: { name: `rank ${rank}` } })
  let flow = 0
  let send: { readonly event: TimelineEvent; readonly tid: number } | undefined
  for (const event of inOrderOfLanes(timeline.events)) {
    const tid = laneOf(event)
    events.push(sliceOf(event, tid))
    if (event.kind === 'send') send = { event, tid }
    // A message's receive follows its send; where it is added as it comes in, that is its receive.
    if ((event.kind === 'receive' || event.kind === 'reduce') && event.peer !== undefined && send) {
      flow++
      const same = { name: 'message', cat: 'message', id: flow }
      events.push({
        ph: 's',
        ...same,
        pid: send.event.rank,
        tid: send.tid,
        ts: micro(send.event.startSeconds),
      })
      events.push({ ph: 'f', bp: 'e', ...same, pid: event.rank, tid, ts: micro(event.endSeconds) })
      send = undefined
    }
  }
  return `${JSON.stringify({ displayTimeUnit: 'ns', traceEvents: [...named.values(), ...events] })}\n`

  /** The first thread of this kind that is free again; slices of a thread must not overlap. */
  function laneOf({ rank, kind, startSeconds, endSeconds }: TimelineEvent): number {
    const key = `${rank} ${kind}`
    const ends = lanes.get(key) ?? []
    lanes.set(key, ends)
    const free = ends.findIndex((end) => end <= startSeconds)
    const lane = free < 0 ? ends.length : free
    ends[lane] = endSeconds
    const tid = KINDS.indexOf(kind) * MOST_LANES + lane + 1
    if (!named.has(`${rank} ${tid}`))
      named.set(`${rank} ${tid}`, {
        ...{ ph: 'M', name: 'thread_name', pid: rank, tid },
        args: { name: lane === 0 ? kind : `${kind} ${lane + 1}` },
      })
    return tid
  }
}

const KINDS: readonly TimelineEvent['kind'][] = ['send', 'receive', 'reduce', 'wait']
const MOST_LANES = 100_000

/** By start, the parts of one message together; what a rank does by itself stands alone. */
function inOrderOfLanes(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const messages: TimelineEvent[][] = []
  for (const event of events) {
    if (event.kind === 'send' || event.peer === undefined || messages.length === 0) messages.push([])
    messages.at(-1)?.push(event)
  }
  return messages.sort((a, b) => (a[0]?.startSeconds ?? 0) - (b[0]?.startSeconds ?? 0)).flat()
}

function sliceOf(
  { rank, kind, step, op, peer, bytes, startSeconds, endSeconds }: TimelineEvent,
  tid: number,
): TraceEvent {
  return {
    ph: 'X',
    name: `${op === undefined ? `step ${step + 1}` : `op ${op + 1}`}${peer === undefined ? '' : kind === 'send' ? ` to ${peer}` : ` from ${peer}`}`,
    cat: kind,
    pid: rank,
    tid,
    ts: micro(startSeconds),
    dur: micro(endSeconds - startSeconds),
    args: { bytes },
  }
}

const micro = (seconds: number): number => seconds * 1e6
