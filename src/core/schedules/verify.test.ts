/** Verification finds each way in which a schedule can be wrong, and names the place. */
import { describe, expect, test } from 'vitest'
import { ringAllReduce } from './algorithms/ring.ts'
import { runInterleaved } from './run-interleaved.ts'
import { move, once, type Round, type Schedule, type Step } from './schedule.ts'
import { verify } from './verify.ts'

const all = (rounds: readonly Round[], rest: Partial<Schedule> = {}): Schedule => ({
  collective: 'all_reduce',
  ranks: 2,
  root: 0,
  chunks: 1,
  switches: 0,
  rounds: () => rounds,
  ...rest,
})
const steps = (...steps: readonly Step[]) => steps.map((step) => once(() => step))
const problem = (schedule: Schedule) => {
  const verified = verify(schedule)
  return verified.ok ? undefined : verified.problem
}

/** The schedule with one transfer changed, or left out. */
function changed(schedule: Schedule, at: number, change: (transfer: Step[number]) => Step): Schedule {
  const flat = [...schedule.rounds()].flatMap(({ repeat, step }) =>
    Array.from({ length: repeat }, (_, turn) => step(turn)),
  )
  let index = 0
  const rounds = flat.map((step) => {
    const transfers = step.flatMap((transfer) => (index++ === at ? change(transfer) : [transfer]))
    return once(() => transfers)
  })
  return { ...schedule, rounds: () => rounds }
}

describe('verify', () => {
  test('an exchange is right, since a transfer carries the value from before its step', () => {
    expect(verify(all(steps([move(0, 1, 0, true), move(1, 0, 0, true)])))).toEqual({ ok: true })
  })

  test('names what is missing, and what is too much', () => {
    expect(problem(all(steps([move(0, 1, 0, true)])))).toEqual({
      kind: 'wrong-result',
      rank: 0,
      chunk: 0,
      missing: [1],
      surplus: [],
    })
    const gather = { collective: 'all_gather', chunks: 2 } as const
    const gathered = steps([move(0, 1, 0, false), move(1, 0, 1, false)])
    expect(verify(all(gathered, gather))).toEqual({ ok: true })
    const summed = steps([move(0, 1, 0, true), move(1, 0, 0, true)])
    expect(problem(all(summed, gather))).toMatchObject({ kind: 'undefined-chunk', rank: 1, chunk: 0 })
  })

  test('a contribution that is added twice', () => {
    expect(problem(all(steps([move(0, 1, 0, true)], [move(0, 1, 0, true)])))).toEqual({
      kind: 'added-twice',
      step: 1,
      rank: 1,
      chunk: 0,
      contributor: 0,
    })
  })

  test('two replacing writes, or a sum and a replacement, of one chunk in one step', () => {
    const three = { ranks: 3 }
    for (const [one, other] of [
      [false, false],
      [false, true],
      [true, false],
    ] as const)
      expect(problem(all(steps([move(0, 2, 0, one), move(1, 2, 0, other)]), three))).toMatchObject({
        kind: 'conflicting-writes',
        rank: 2,
        chunk: 0,
      })
  })

  test('transfers that cannot be', () => {
    for (const wrong of [
      move(0, 2, 0, true),
      move(0, 0, 0, true),
      move(0, 1, 1, true),
      move(0, 1, 0, true, { count: 2 }),
      move(0, 1, 0, true, { count: 0 }),
      move(0, 1, -1, true),
      move(0, 1, 0.5, true),
      move(0, 1, 0, true, { channel: -1 }),
    ])
      expect(problem(all(steps([wrong])))).toEqual({ kind: 'no-such-transfer', step: 0, transfer: wrong })
  })

  test('a round whose steps differ in more than their chunks', () => {
    const uneven: Round = { repeat: 2, step: (turn) => [move(turn, 1 - turn, 0, turn === 0)] }
    expect(problem(all([uneven]))).toEqual({ kind: 'uneven-round', step: 1 })
  })

  test('messages of one step that wait for each other', () => {
    // Rank 2 must add chunk 0 first from rank 0, then from rank 1, and chunk 1 the other way round.
    const circle = [move(0, 2, 0, true), move(1, 2, 1, true), move(0, 2, 1, true), move(1, 2, 0, true)]
    const back = [move(2, 0, 0, false, { count: 2 }), move(2, 1, 0, false, { count: 2 })]
    const schedule = all(steps(circle, back), { ranks: 3, chunks: 2 })
    expect(problem(schedule)).toEqual({ kind: 'deadlock', step: 0, ranks: [2] })
    expect(runInterleaved(schedule, { slots: 8, seed: 1 })).toMatchObject({
      ok: false,
      problem: { kind: 'deadlock' },
    })
    const straight = [circle[0], circle[2], circle[1], circle[3]] as Step
    expect(verify(all(steps(straight, back), { ranks: 3, chunks: 2 }))).toEqual({ ok: true })
  })

  test('every single transfer of a ring is needed, as it is', () => {
    const ring = ringAllReduce.schedule({ ranks: 4 })
    for (let at = 0; at < 24; at++) {
      expect(verify(changed(ring, at, () => [])).ok).toBe(false)
      expect(
        verify(changed(ring, at, (transfer) => [{ ...transfer, chunk: (transfer.chunk + 1) % 4 }])).ok,
      ).toBe(false)
      expect(verify(changed(ring, at, (transfer) => [{ ...transfer, reduce: !transfer.reduce }])).ok).toBe(
        false,
      )
    }
  })

  test('a switch that adds starts empty, and owes nothing', () => {
    const up = [0, 1].map((rank) => move(rank, 2, 0, true))
    const down = [0, 1].map((rank) => move(2, rank, 0, false))
    expect(verify(all(steps(up, down), { switches: 1 }))).toEqual({ ok: true })
    expect(problem(all(steps(down, up), { switches: 1 }))).toMatchObject({ kind: 'undefined-chunk', rank: 2 })
  })
})
