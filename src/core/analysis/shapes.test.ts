/** The measures of a curve's shape: what each finds, and that a healthy curve with noise has none of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GiB, KiB, MiB } from '../base/units.ts'
import { sizesOfOneTime } from '../rules/number/constant-time.measure.ts'
import { fitLatencyBandwidth } from '../rules/number/latency-bound.fit.ts'
import { latencyBoundSizes } from '../rules/number/latency-bound.measure.ts'
import { collapse } from '../rules/number/size-collapse.measure.ts'
import { dips } from '../rules/number/size-dip.measure.ts'
import { curves, type Point } from './curves.ts'
import { doublings, facts, type RunMadeUp, risingTo, run } from './hand-made.fixtures.ts'
import { flatFrom, gainOfLastDoubling } from './saturation.ts'

const pointsOf = (made: RunMadeUp): readonly Point[] => curves(facts([run(made)]))[0]?.points ?? []
const series = (from: number, values: readonly number[]): readonly Point[] =>
  pointsOf({ sizes: values.map((_, at) => from * 2 ** at), busbw: (_, at) => values[at] ?? 0 })

describe('dips', () => {
  test('two sizes that fall and recover: NCCL_MIN_NCHANNELS at 64 MiB', () => {
    const points = series(8 * MiB, [13.08, 16.8, 32.57, 19.1, 30.85, 42.61])
    expect(dips(points)).toMatchObject([
      { lowest: { bytes: 64 * MiB }, before: { bytes: 32 * MiB }, after: { bytes: 256 * MiB } },
    ])
    expect(dips(points)[0]?.drop).toBeCloseTo(0.414, 2)
  })

  test.each([
    ['three low sizes', [30, 40, 20, 21, 22, 41, 42]],
    ['a fall that stays', [30, 40, 20, 20, 20]],
    ['a fall of 14 %', [30, 40, 34.5, 41, 42]],
    ['a fall at the end', [30, 40, 42, 20]],
  ])('%s is none', (_, values) => expect(dips(series(MiB, values))).toEqual([]))

  test('below 1 MiB nothing is a dip', () => expect(dips(series(8, [10, 20, 10, 30, 40]))).toEqual([]))
})

describe('collapse', () => {
  test('above 32 MiB, to the end: RoCE that loses packets', () => {
    const points = series(MiB, [1.24, 9.65, 12.91, 16.31, 24.09, 29.5, 5.27, 5.3, 4.23, 5.33])
    const found = collapse(points)
    expect(found).toMatchObject({
      last: { bytes: 32 * MiB },
      first: { bytes: 64 * MiB },
      best: { busbw: 29.5 },
    })
    expect(found?.after).toBeCloseTo(5.285, 3)
  })

  test.each([
    ['one low size at the end', [10, 20, 30, 40, 5]],
    ['a fall to 60 %', [10, 20, 30, 40, 24, 24, 24]],
    ['a rising curve', [1, 2, 4, 8, 16, 32]],
  ])('%s is none', (_, values) => expect(collapse(series(MiB, values))).toBeUndefined())
})

describe('constant time', () => {
  test('0.2 s from 8 bytes to 8 MiB', () => {
    const points = pointsOf({ sizes: doublings(8, 8 * MiB), busbw: (bytes) => (1.75 * bytes) / 0.2e9 })
    expect(sizesOfOneTime(points)).toMatchObject({ first: { bytes: 8 }, last: { bytes: 8 * MiB } })
    expect(sizesOfOneTime(points)?.seconds).toBeCloseTo(0.2, 6)
  })

  test('two decades, or a time that grows, is none', () => {
    const flat = (bytes: number) => (1.75 * bytes) / 0.2e9
    expect(sizesOfOneTime(pointsOf({ sizes: doublings(KiB, 64 * KiB), busbw: flat }))).toBeUndefined()
    expect(sizesOfOneTime(pointsOf({ sizes: doublings(16 * MiB, 8 * GiB) }))).toBeUndefined()
  })
})

describe('saturation', () => {
  test('what the last doubling gained, also where half the size was not measured', () => {
    expect(gainOfLastDoubling(series(GiB, [100, 110]))).toBeCloseTo(0.1, 9)
    const uneven = pointsOf({ sizes: [GiB, 3 * GiB, 4 * GiB], busbw: (bytes) => 10 * Math.log2(bytes / MiB) })
    expect(gainOfLastDoubling(uneven)).toBeCloseTo(120 / 110 - 1, 6)
  })

  test('a sweep that spans no doubling says nothing', () => {
    expect(gainOfLastDoubling(pointsOf({ sizes: [127 * MiB, 133 * MiB], busbw: () => 96 }))).toBeUndefined()
    expect(gainOfLastDoubling([])).toBeUndefined()
  })

  test('flat from the first size after which all are within 5 % of the plateau', () => {
    expect(flatFrom(series(MiB, [50, 90, 96, 99, 100]))).toBe(4 * MiB)
    expect(flatFrom(series(MiB, [50, 90]))).toBeUndefined()
  })
})

describe('latency', () => {
  test('sizes within 1.5 x of the smallest time', () => {
    const points = pointsOf({ busbw: risingTo(230, MiB) })
    expect(latencyBoundSizes(points).at(-1)?.bytes).toBe(512 * KiB)
  })

  test('sizes that lie close together are no sign of it', () => {
    expect(
      latencyBoundSizes(pointsOf({ sizes: [127 * MiB, 130 * MiB, 133 * MiB], busbw: () => 96 })),
    ).toEqual([])
  })

  test('property: the fit gives back the latency and bandwidth that a curve was made of', () => {
    const made = fc.record({
      micros: fc.double({ min: 5, max: 500, noNaN: true }),
      gigabytes: fc.double({ min: 1, max: 500, noNaN: true }),
    })
    fc.assert(
      fc.property(made, ({ micros, gigabytes }) => {
        const half = micros * 1e-6 * gigabytes * 1e9
        const fit = fitLatencyBandwidth(pointsOf({ ranks: 2, busbw: risingTo(gigabytes, half) }))
        expect(fit?.latencySeconds).toBeCloseTo(micros * 1e-6, 9)
        expect((fit?.bandwidth ?? 0) / 1e9).toBeCloseTo(gigabytes, 3)
        expect((fit?.halfBytes ?? 0) / half).toBeCloseTo(1, 4)
      }),
    )
  })

  test('no fit for two sizes', () => expect(fitLatencyBandwidth(series(MiB, [1, 2]))).toBeUndefined())
})

test('property: a healthy curve with 5 % noise has no dip, no collapse and no constant time', () => {
  const noisy = fc.tuple(
    fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 31, maxLength: 31 }),
    fc.double({ min: 1, max: 800, noNaN: true }),
    fc.double({ min: KiB, max: 100 * MiB, noNaN: true }),
  )
  fc.assert(
    fc.property(noisy, ([noise, plateau, half]) => {
      const points = pointsOf({ busbw: (bytes, at) => risingTo(plateau, half)(bytes) * (noise[at] ?? 1) })
      expect(dips(points)).toEqual([])
      expect(collapse(points)).toBeUndefined()
      const constant = sizesOfOneTime(points)
      // Time may stay within 20 % over decades of small sizes: then it is latency, which the rule holds against the fabric.
      if (constant) expect(constant.last.bytes).toBeLessThan(half)
    }),
  )
})
