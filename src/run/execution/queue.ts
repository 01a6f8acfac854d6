/**
 * Calls that return Promises. Collectives run in the order in which they were called; sends and receives run beside each other,
 * but those of one peer and direction in order. One loop serves them all, since a transport is waited for in one place.
 */
import type { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'
import { watchStall } from './drive.ts'
import {
  advanceAll,
  type Entry,
  earliestDeadline,
  endEntry,
  failAll,
  failEntry,
  mayBegin,
  type QueueState,
} from './queue-entries.ts'
import type { Work } from './work.ts'

/** What has been called and has not ended. */
export interface Queue {
  add(work: Work): Promise<void>
  /** What has not ended yet, if anything. */
  underWay(): string | undefined
  /** All that has not ended fails. */
  fail(error: RunError): void
}

/** Calls that begin while the loop waits may give up before those that it waits for. */
const WAIT_MILLISECONDS = 1000

interface Loop extends QueueState {
  readonly transport: Transport
  isRunning: boolean
}

/** `onFailure`: called when ranks are out of step; gives what all other calls fail with. */
export function createQueue(transport: Transport, onFailure: () => RunError): Queue {
  const loop: Loop = { transport, onFailure, entries: [], isRunning: false }
  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        loop.entries.push({ work, task: undefined, stall: undefined, begun: false, resolve, reject })
        if (loop.isRunning) beginWhileWaiting(loop)
        else start(loop)
      }),
    underWay: () => loop.entries[0]?.work.operation,
    fail: (error) => failAll(loop, error),
  }
}

function start(loop: Loop): void {
  if (loop.isRunning) return
  loop.isRunning = true
  // A transport that cannot even wait any more: whatever is under way fails for its reason.
  run(loop).catch((error) => {
    loop.isRunning = false
    const [first] = loop.entries
    if (!first) return
    first.begun = true
    failEntry(loop, first, error)
  })
}

async function run(loop: Loop): Promise<void> {
  const { transport } = loop
  for (;;) {
    beginAll(loop)
    if (!loop.entries.some(({ task }) => task)) break
    if (advanceAll(loop)) continue
    transport.poll()
    if (advanceAll(loop)) continue
    // What a peer sent before it was lost can still be taken.
    if (transport.lost()) transport.poll()
    if (transport.lost() && advanceAll(loop)) continue
    const until = earliestDeadline(loop)
    if (until !== undefined) await transport.wait(Math.min(until, performance.now() + WAIT_MILLISECONDS))
  }
  loop.isRunning = false
}

/** The loop may be waiting for what a peer sends only once it has got something from this call. */
function beginWhileWaiting(loop: Loop): void {
  do beginAll(loop)
  while (advanceAll(loop))
}

function beginAll(loop: Loop): void {
  for (let at = 0; at < loop.entries.length; ) {
    const entry = loop.entries[at] as Entry
    if (!entry.begun && mayBegin(loop, entry, at)) begin(loop, entry)
    // One that failed at once is no longer there.
    if (loop.entries[at] === entry) at++
  }
}

function begin(loop: Loop, entry: Entry): void {
  try {
    const { work } = entry
    work.begin()
    entry.begun = true
    if (work.action.kind === 'native')
      work.action.run(work.timeoutSeconds).then(
        () => {
          endEntry(loop, entry)
          start(loop)
        },
        (error) => failEntry(loop, entry, error),
      )
    else {
      entry.task = work.action.task
      entry.stall = watchStall(entry.task, loop.transport, work.timeoutSeconds)
    }
  } catch (error) {
    failEntry(loop, entry, error)
  }
}
