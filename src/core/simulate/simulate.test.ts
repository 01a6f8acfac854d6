import { describe, expect, test } from 'vitest'
import { GiB } from '../base/units.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { chainBroadcast, ringAllReduce, topologyOf, twoShot } from './hand-made.fixtures.ts'
import { runRounds } from './rounds.ts'
import { simulate, simulateEvents } from './simulate.ts'

const ALPHA = 500e-9
const B = 50e9
const onto = (schedule: Schedule, text: string) => ({
  schedule,
  topology: topologyOf(text),
  options: { bytes: GiB },
})
const both = (schedule: Schedule, text: string) => {
  const job = onto(schedule, text)
  const rounds = runRounds(job)
  const events = simulateEvents(job)
  if (!rounds.applies || !events.ok) throw new Error(JSON.stringify({ rounds, events }))
  expect(events.value.seconds / rounds.seconds).toBeCloseTo(1, 9)
  for (const [link, bytes] of events.value.linkBytes.entries())
    expect(bytes).toBeCloseTo(rounds.linkBytes[link] ?? 0, 0)
  return rounds.seconds
}

describe('a ring', { timeout: 60_000 }, () => {
  test.each([2, 3, 8, 16, 64])('of %i takes 2(N-1)(alpha + S/NB), by rounds and by events', (ranks) => {
    const expected = 2 * (ranks - 1) * (ALPHA + GiB / ranks / B)
    expect(both(ringAllReduce(ranks), `ring:${ranks}`) / expected).toBeCloseTo(1, 9)
    const onSwitch = 2 * (ranks - 1) * (2 * ALPHA + GiB / ranks / B)
    expect(both(ringAllReduce(ranks), `star:${ranks}`) / onSwitch).toBeCloseTo(1, 9)
  })
})

test('two-shot of 64 on one switch respects the port', () => {
  const seconds = both(twoShot(64), 'star:64')
  expect(seconds).toBeGreaterThan(42.2e-3)
  expect(seconds / ((2 * 63 * GiB) / 64 / B + 4 * ALPHA)).toBeCloseTo(1, 9)
})

test('a pipelined chain broadcast of 16 in 64 pieces takes 26.2 ms', () => {
  const seconds = both(chainBroadcast(16, 64), 'ring:16')
  expect(seconds / ((16 - 2 + 64) * (ALPHA + GiB / 64 / B))).toBeCloseTo(1, 9)
  expect(seconds).toBeCloseTo(26.2e-3, 4)
})

test('65,536 ranks go by rounds', () => {
  const result = simulate(onto(ringAllReduce(65_536), 'ring:65536'))
  expect(result).toMatchObject({ ok: true, value: { by: 'rounds' } })
})
