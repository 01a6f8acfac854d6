import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { busFactor, COLLECTIVES } from './names.ts'
import { algorithmBytes, busFactorIn, eraOf, isSplit, testSize } from './sizes.ts'

const GiB = 2 ** 30

describe('size and count of a row', () => {
  test.each([
    ['all_reduce', GiB, GiB / 4, GiB, GiB],
    ['all_gather', GiB, GiB / 32, GiB / 8, GiB],
    ['reduce_scatter', GiB, GiB / 32, GiB, GiB / 8],
    ['broadcast', GiB, GiB / 4, GiB, GiB],
    ['gather', GiB, GiB / 32, GiB / 8, GiB],
    ['scatter', GiB, GiB / 32, GiB, GiB / 8],
    ['all_to_all', GiB, GiB / 32, GiB, GiB],
    ['send_recv', GiB, GiB / 4, GiB, GiB],
  ] as const)('%s of 1G floats on 8 ranks', (collective, bytes, count, sendBytes, receiveBytes) => {
    expect(testSize(collective, GiB, 8, 4)).toEqual({ bytes, count, sendBytes, receiveBytes })
  })

  test('a share is rounded down to whole 16 bytes, at small sizes to nothing', () => {
    expect(testSize('all_gather', 64, 8, 4)).toMatchObject({ bytes: 0, count: 0 })
    expect(testSize('all_gather', 1000, 8, 4)).toMatchObject({ bytes: 896, count: 28 })
    expect(testSize('all_gather', 1000, 8, 4, 4)).toMatchObject({ bytes: 992, count: 31 })
    expect(testSize('all_reduce', 1000, 8, 4)).toMatchObject({ bytes: 1000, count: 250 })
  })

  test('the printed size is never more than asked, and the larger of what is sent and received', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COLLECTIVES),
        fc.integer({ min: 0, max: 2 ** 40 }),
        fc.integer({ min: 1, max: 2048 }),
        fc.constantFrom(1, 2, 4, 8),
        (collective, requested, ranks, typeBytes) => {
          const row = testSize(collective, requested, ranks, typeBytes)
          expect(row.bytes).toBeLessThanOrEqual(requested)
          expect(row.bytes).toBe(Math.max(row.sendBytes, row.receiveBytes))
          expect(row.bytes).toBe(row.count * typeBytes * (isSplit(collective) ? ranks : 1))
        },
      ),
    )
  })
})

describe('the quirk of nccl-tests 2.0', () => {
  test('all_gather and reduce_scatter print the bus bandwidth twice (nccl-tests #37)', () => {
    expect(eraOf('all_gather', 8, { algbw: 129.05, busbw: 129.05 })).toBe('2.0')
    expect(eraOf('reduce_scatter', 8, { algbw: 100, busbw: 87.5 })).toBe('current')
    expect(eraOf('all_gather', 256, { algbw: 100, busbw: 99.61 })).toBe('current')
    expect(eraOf('all_reduce', 8, { algbw: 100, busbw: 175 })).toBeUndefined()
    expect(eraOf('all_gather', 1, { algbw: 100, busbw: 0 })).toBeUndefined()
    expect(eraOf('all_gather', 8, { algbw: 0, busbw: 0 })).toBeUndefined()
  })

  test('both eras give the same bus bandwidth for the same time', () => {
    for (const collective of COLLECTIVES)
      for (const ranks of [2, 8, 64]) {
        const busbw = (era: '2.0' | 'current') =>
          algorithmBytes(collective, GiB, ranks, era) * busFactorIn(era, collective, ranks)
        expect(busbw('2.0')).toBeCloseTo(busbw('current'), 3)
        expect(busbw('current')).toBeCloseTo(GiB * busFactor(collective, ranks), 3)
      }
  })
})
