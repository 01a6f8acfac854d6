/** The columns of the simulator say what schedules/order.ts says: it decides what order means. */
import { describe, expect, test } from 'vitest'
import { algorithms } from '../schedules/algorithms/index.ts'
import { inOrder } from '../schedules/order.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { topologyOf } from './hand-made.fixtures.ts'
import type { Messages } from './message-columns.ts'
import { messagesOf } from './messages.ts'
import { pathsOver } from './paths.ts'

function columnsOf(schedule: Schedule): Messages {
  const topology = topologyOf(`star:${schedule.ranks}`)
  const messages = messagesOf(schedule, topology, pathsOver(topology, { bytes: 1 }), 1)
  if (!messages.ok) throw new Error(messages.problem.kind)
  return messages.value
}

/** Who waits for a message, from the chains that begin at `heads`. */
function waitersOf({ waiter, next }: Messages, heads: Int32Array, message: number): number[] {
  const found: number[] = []
  for (let at = heads[message] ?? -1; at >= 0; at = next[at] ?? -1) found.push(waiter[at] ?? -1)
  return [...new Set(found)].sort((a, b) => a - b)
}

describe.each(algorithms)('$collective $id', (algorithm) => {
  test.each([2, 3, 4, 6, 8, 9].flatMap((ranks) => [1, 3].map((pieces) => ({ ranks, pieces }))))(
    'waits as order.ts says: %o',
    (options) => {
      if (!algorithm.supports(options)) return
      const schedule = algorithm.schedule(options)
      const columns = columnsOf(schedule)
      const messages = [...inOrder(schedule)]
      expect(columns.count).toBe(messages.length)
      const received = messages.map((): Set<number> => new Set())
      const sent = messages.map((): Set<number> => new Set())
      for (const { index, sendAfter, receiveAfterReceived, receiveAfterSent } of messages) {
        for (const earlier of sendAfter) received[earlier]?.add(2 * index)
        for (const earlier of receiveAfterReceived) received[earlier]?.add(2 * index + 1)
        for (const earlier of receiveAfterSent) if (earlier !== index) sent[earlier]?.add(2 * index + 1)
      }
      const sorted = (set: Set<number> | undefined) => [...(set ?? [])].sort((a, b) => a - b)
      for (const { index, step, from, to, transfers } of messages) {
        expect([columns.from[index], columns.to[index], columns.step[index]]).toEqual([from, to, step])
        expect(columns.bytes[index]).toBe(transfers.reduce((sum, { count }) => sum + count, 0))
        expect(waitersOf(columns, columns.afterApplied, index)).toEqual(sorted(received[index]))
        expect(waitersOf(columns, columns.afterArrival, index)).toEqual(sorted(sent[index]))
      }
      // A turn of a channel begins when all of the turn before have come in.
      for (const a of messages)
        for (const b of messages)
          if (a.from === b.from && a.channel === b.channel) {
            const [groupA, groupB] = [columns.group[a.index] ?? -1, columns.group[b.index] ?? -1]
            expect(groupA === groupB).toBe(a.turn === b.turn)
            if (b.turn === a.turn + 1) expect(columns.nextGroup[groupA]).toBe(groupB)
          }
    },
  )
})
