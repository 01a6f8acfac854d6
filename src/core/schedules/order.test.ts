/** The four rules of order, each on the smallest schedule that shows it. */
import { describe, expect, test } from 'vitest'
import { inOrder } from './order.ts'
import { move, once, type Schedule, type Step } from './schedule.ts'

const schedule = (...steps: readonly Step[]): Schedule => ({
  collective: 'all_reduce',
  ranks: 4,
  root: 0,
  chunks: 2,
  switches: 0,
  rounds: () => steps.map((step) => once(() => step)),
})
const ordered = (...steps: readonly Step[]) => [...inOrder(schedule(...steps))]

describe('order', () => {
  test('what is sent on waits for what was received in an earlier step, not in the same one', () => {
    const [, second] = ordered([move(0, 1, 0, true)], [move(1, 2, 0, true)])
    expect(second?.sendAfter).toEqual([0])
    const [, same] = ordered([move(0, 1, 0, true), move(1, 2, 0, true)])
    expect(same?.sendAfter).toEqual([])
  })

  test('what is overwritten has been sent before, in earlier steps and in the same one', () => {
    const [first] = ordered([move(0, 1, 0, true), move(1, 2, 0, true)])
    expect(first?.receiveAfterSent).toEqual([1])
    const last = ordered([move(1, 2, 0, true)], [move(1, 3, 0, true)], [move(0, 1, 0, true)]).at(-1)
    expect(last?.receiveAfterSent.toSorted()).toEqual([0, 1])
  })

  test('additions to one chunk follow each other in step order, within a step in list order', () => {
    const messages = ordered([move(2, 1, 0, true), move(0, 1, 0, true)], [move(3, 1, 0, true)])
    expect(messages.map((message) => message.receiveAfterReceived)).toEqual([[], [0], [1]])
  })

  test('different chunks and ranks have nothing to do with each other', () => {
    for (const message of ordered([move(0, 1, 0, true)], [move(2, 1, 1, true)], [move(3, 2, 0, true)]))
      expect([...message.sendAfter, ...message.receiveAfterReceived, ...message.receiveAfterSent]).toEqual([])
  })

  test('sends of one rank on one channel take turns by step', () => {
    const messages = ordered(
      [move(0, 1, 0, true), move(0, 2, 1, true), move(1, 3, 0, true)],
      [move(0, 3, 0, true, { channel: 1 })],
      [move(0, 3, 0, true)],
    )
    expect(messages.map(({ from, channel, turn }) => [from, channel, turn])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
  })

  test('transfers of one step between the same ranks on one channel are one message', () => {
    const step = [
      move(0, 1, 0, true),
      move(0, 2, 0, true),
      move(0, 1, 1, true),
      move(0, 1, 1, true, { channel: 1 }),
    ]
    expect(ordered(step).map(({ transfers }) => transfers.length)).toEqual([2, 1, 1])
    expect([...inOrder(schedule(step), 'transfer')].map(({ transfers }) => transfers.length)).toEqual([
      1, 1, 1, 1,
    ])
  })
})
