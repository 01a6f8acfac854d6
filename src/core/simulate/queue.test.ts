import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventQueue } from './queue.ts'

test('gives events by time, then by number, however they are set, moved and taken', () => {
  const events = 12
  const action = fc.oneof(
    fc.record({ set: fc.nat({ max: events - 1 }), at: fc.nat({ max: 5 }) }),
    fc.constant('take' as const),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const queue = eventQueue(events)
      const times = new Map<number, number>()
      for (const action of actions) {
        const first = [...times].sort(([a, x], [b, y]) => x - y || a - b)[0]
        expect(queue.firstSeconds()).toBe(first?.[1] ?? Number.POSITIVE_INFINITY)
        if (action !== 'take') {
          queue.set(action.set, action.at)
          times.set(action.set, action.at)
        } else if (first) {
          expect(queue.take()).toBe(first[0])
          times.delete(first[0])
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('lanes grow, and make room at the front', () => {
  const queue = eventQueue(5000)
  for (let number = 0; number < 5000; number++) queue.set(number, number)
  for (let number = 0; number < 5000; number++) {
    expect(queue.take()).toBe(number)
    if (number < 4000) queue.set(number, 5000 + number)
  }
  for (let number = 0; number < 4000; number++) expect(queue.take()).toBe(number)
})
