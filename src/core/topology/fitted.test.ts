/** Messages on a fitted topology: alone at the rate of their pair, both ways at what a rank does, together at what all do. */
import { expect, test } from 'vitest'
import { algorithmNamed } from '../schedules/algorithms/index.ts'
import { simulate } from '../simulate/simulate.ts'
import { fittedTopology } from './fitted.ts'

const MIB = 2 ** 20
const pair = (from: number, to: number, bytesPerSecond = 4e9) => ({
  from,
  to,
  latencySeconds: 1e-6,
  bytesPerSecond,
})

function seconds(
  collective: 'broadcast' | 'send_recv',
  id: string,
  ranks: number,
  topology: ReturnType<typeof fittedTopology>,
): number {
  const schedule = algorithmNamed(collective, id)?.schedule({ ranks })
  if (!schedule) throw new Error(id)
  const result = simulate({ schedule, topology, options: { bytes: MIB } })
  if (!result.ok) throw new Error(result.problem.kind)
  return result.value.seconds
}

test('one message takes latency + bytes / rate of its pair', () => {
  const topology = fittedTopology(2, {
    pairs: [pair(0, 1), pair(1, 0, 1e9)],
    rankBytesPerSecond: 5e9,
    allBytesPerSecond: 9e9,
  })
  expect(seconds('broadcast', 'linear', 2, topology)).toBeCloseTo(1e-6 + MIB / 4e9, 12)
})

test('two that send to each other share what a rank moves', () => {
  const topology = fittedTopology(2, {
    pairs: [pair(0, 1), pair(1, 0)],
    rankBytesPerSecond: 5e9,
    allBytesPerSecond: 9e9,
  })
  expect(seconds('send_recv', 'linear', 2, topology)).toBeCloseTo(1e-6 + MIB / 2.5e9, 12)
})

test('all together share what all move; a pair that was not measured is like the median', () => {
  const topology = fittedTopology(4, {
    pairs: [pair(0, 1), pair(1, 2), pair(3, 0)],
    rankBytesPerSecond: 8e9,
    allBytesPerSecond: 6e9,
  })
  expect(seconds('send_recv', 'linear', 4, topology)).toBeCloseTo(1e-6 + (4 * MIB) / 6e9, 12)
})
