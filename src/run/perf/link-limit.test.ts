/** The least time that measured links leave a collective: all together, and the busiest rank. */
import { expect, test } from 'vitest'
import { COLLECTIVES } from '../../core/collectives/names.ts'
import { leastTraffic } from '../../core/collectives/traffic.ts'
import { linkSeconds } from './link-limit.ts'

const MIB = 2 ** 20
const socket = { kind: 'socket', bytes: MIB, bytesPerSecond: 1e9, aloneBytesPerSecond: 1.6e9 } as const

test('all_reduce of 2 ranks: S each way at the rate of both at once', () => {
  expect(linkSeconds('all_reduce', MIB, { ranks: 2, hosts: 1 }, socket)).toBeCloseTo(MIB / 1e9, 12)
})

test('all_reduce of 4 ranks: 6 S over four times the rate of a rank', () => {
  expect(linkSeconds('all_reduce', MIB, { ranks: 4, hosts: 1 }, socket)).toBeCloseTo((6 * MIB) / 4e9, 12)
})

test('a broadcast to one other rank goes one way, at the rate of a stream alone', () => {
  expect(linkSeconds('broadcast', MIB, { ranks: 2, hosts: 1 }, socket)).toBeCloseTo(MIB / 1.6e9, 12)
})

test('over MPI one way has twice the rate in one memory, and no more between NICs', () => {
  const fabric = { kind: 'fabric', bytes: MIB, bytesPerSecond: 1e9 } as const
  expect(linkSeconds('scatter', MIB, { ranks: 2, hosts: 1 }, fabric)).toBeCloseTo(MIB / 2 / 2e9, 12)
  expect(linkSeconds('scatter', MIB, { ranks: 2, hosts: 2 }, fabric)).toBeCloseTo(MIB / 2 / 1e9, 12)
})

test('neither all ranks together nor the busiest one moves more than was measured', () => {
  for (const collective of COLLECTIVES)
    for (const ranks of [2, 3, 5, 8]) {
      const seconds = linkSeconds(collective, MIB, { ranks, hosts: 1 }, socket)
      const { sent, received, total } = leastTraffic(collective, ranks, MIB)
      expect(total / seconds).toBeLessThanOrEqual(ranks * 1e9 * (1 + 1e-9))
      expect(Math.max(sent, received) / seconds).toBeLessThanOrEqual(1.6e9 * (1 + 1e-9))
    }
})
