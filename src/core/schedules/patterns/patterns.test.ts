/** What schedules are put together from. */
import { describe, expect, test } from 'vitest'
import { move, type Round } from '../schedule.ts'
import { pipelined, pipelineSteps } from './pipelined.ts'
import { aroundCircle, joined } from './runs.ts'
import { sideBySide } from './side-by-side.ts'

/** Chunk numbers step by step. */
const chunks = (rounds: Iterable<Round>) =>
  [...rounds].flatMap(({ repeat, step }) =>
    Array.from({ length: repeat }, (_, turn) => step(turn).map(({ chunk }) => chunk)),
  )
const repeats = (rounds: Iterable<Round>) => [...rounds].map(({ repeat }) => repeat)

describe('a pipeline', () => {
  const stage = (rank: number, piece: number) => [move(rank, rank + 1, piece, false)]

  test('every piece goes through all stages, one step behind the last', () => {
    expect(chunks(pipelined(2, 3, stage))).toEqual([[0], [1, 0], [2, 1], [2]])
    expect(chunks(pipelined(3, 1, stage))).toEqual([[0], [0], [0]])
    expect(chunks(pipelined(0, 4, stage))).toEqual([])
  })

  test('the steps in which all stages work are one round, however many pieces there are', () => {
    expect(repeats(pipelined(3, 1000, stage))).toEqual([1, 1, 998, 1, 1])
    for (const [stages, pieces] of [
      [1, 1],
      [3, 2],
      [2, 7],
      [5, 5],
    ] as const)
      expect(chunks(pipelined(stages, pieces, stage))).toHaveLength(pipelineSteps(stages, pieces))
  })
})

test('side by side: rounds are cut where any list passes on', () => {
  const round = (repeat: number, base: number): Round => ({
    repeat,
    step: (turn) => [move(0, 1, base + turn, false)],
  })
  const both = () => sideBySide([[round(2, 0), round(0, 50), round(2, 10)], [round(3, 100)]])
  expect(repeats(both())).toEqual([2, 1, 1])
  expect(chunks(both())).toEqual([[0, 100], [1, 101], [10, 102], [11]])
})

test('runs on a circle, and places joined where they touch', () => {
  expect(aroundCircle(6, 4, 8)).toEqual([
    { start: 6, count: 2 },
    { start: 0, count: 2 },
  ])
  expect(aroundCircle(-1, 1, 8)).toEqual([{ start: 7, count: 1 }])
  expect(aroundCircle(3, 0, 8)).toEqual([])
  expect(joined([6, 0, 2, 10], 2)).toEqual([
    { start: 0, count: 4 },
    { start: 6, count: 2 },
    { start: 10, count: 2 },
  ])
})
