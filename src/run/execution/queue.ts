/**
 * Calls that return Promises. Collectives run in the order in which they were called; sends and receives run beside each other,
 * but those of one peer and direction in order. One loop serves them all, since a transport is waited for in one place.
 */

import type { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'
import { type Stall, type Task, watchStall } from './drive.ts'
import type { Work } from './work.ts'

export interface Queue {
  add(work: Work): Promise<void>
  /** What has not ended yet, if anything. */
  underWay(): string | undefined
  /** All that has not ended fails. */
  fail(error: RunError): void
}

/** Calls that begin while the loop waits may give up before those that it waits for. */
const WAIT_MILLISECONDS = 1000

interface Entry {
  readonly work: Work
  task: Task | undefined
  stall: Stall | undefined
  begun: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export function createQueue(transport: Transport, onFailure: () => RunError): Queue {
  let entries: Entry[] = []
  let isLooping = false

  const leave = (entry: Entry) => {
    entries = entries.filter((its) => its !== entry)
  }
  const end = (entry: Entry) => {
    leave(entry)
    entry.work.end()
    entry.resolve()
  }
  const failAll = (error: RunError) => {
    const left = entries
    entries = []
    for (const { work, reject } of left) {
      work.abandon()
      reject(error)
    }
  }
  const fail = (entry: Entry, error: unknown) => {
    leave(entry)
    entry.work.abandon()
    entry.reject(error)
    // A call that could not begin has sent nothing; any other leaves the ranks out of step.
    if (entry.begun) failAll(onFailure())
  }

  const mayBegin = (entry: Entry, at: number) =>
    entries
      .slice(0, at)
      .every(
        ({ work: { lane } }) =>
          lane !== undefined && entry.work.lane !== undefined && lane !== entry.work.lane,
      )

  function begin(entry: Entry): void {
    try {
      const { work } = entry
      work.begin()
      entry.begun = true
      if (work.doing.kind === 'native')
        work.doing.run(work.timeoutSeconds).then(
          () => {
            end(entry)
            startLoop()
          },
          (error) => fail(entry, error),
        )
      else {
        entry.task = work.doing.task
        entry.stall = watchStall(entry.task, transport, work.timeoutSeconds)
      }
    } catch (error) {
      fail(entry, error)
    }
  }

  function beginAll(): void {
    for (let at = 0; at < entries.length; ) {
      const entry = entries[at] as Entry
      if (!entry.begun && mayBegin(entry, at)) begin(entry)
      // One that failed at once is no longer there.
      if (entries[at] === entry) at++
    }
  }

  /** Whether any call ended. */
  function advanceAll(): boolean {
    let ended = false
    for (const entry of entries) {
      if (!entry.task) continue
      try {
        if (!entry.task.advance()) continue
        end(entry)
        ended = true
      } catch (error) {
        fail(entry, error)
        return true
      }
    }
    return ended
  }

  /** The earliest time at which one of them gives up; undefined when one did. */
  function checkAll(): number | undefined {
    let until = Number.POSITIVE_INFINITY
    for (const entry of entries) {
      try {
        if (entry.stall) until = Math.min(until, entry.stall.check())
      } catch (error) {
        fail(entry, error)
        return undefined
      }
    }
    return until
  }

  async function loop(): Promise<void> {
    for (;;) {
      beginAll()
      if (!entries.some(({ task }) => task)) break
      if (advanceAll()) continue
      transport.poll()
      if (advanceAll()) continue
      // What a peer sent before it was lost can still be taken.
      if (transport.lost()) transport.poll()
      if (transport.lost() && advanceAll()) continue
      const until = checkAll()
      if (until !== undefined) await transport.wait(Math.min(until, performance.now() + WAIT_MILLISECONDS))
    }
    isLooping = false
  }

  /** The loop may be waiting for what a peer sends only once it has got something from this call. */
  function beginWhileWaiting(): void {
    do beginAll()
    while (advanceAll())
  }

  function startLoop(): void {
    if (isLooping) return
    isLooping = true
    // A transport that cannot even wait any more: whatever is under way fails for its reason.
    loop().catch((error) => {
      isLooping = false
      const [first] = entries
      if (!first) return
      first.begun = true
      fail(first, error)
    })
  }

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        entries.push({ work, task: undefined, stall: undefined, begun: false, resolve, reject })
        if (isLooping) beginWhileWaiting()
        else startLoop()
      }),
    underWay: () => entries[0]?.work.operation,
    fail: failAll,
  }
}
