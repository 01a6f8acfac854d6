import { describe, expect, test } from 'vitest'
import { readingOf } from './measured.ts'

const at = { collective: 'all_reduce', ranks: 8, plateau: 2 ** 34 } as const
const factor = 14 / 8

describe('how a number is read', () => {
  test.each(['310GB/s', '310', '310 GB/s', '2480Gb/s', '0.31TB/s'])(
    '%s is busbw at the plateau',
    (measured) => {
      const reading = readingOf({ measured, algbw: false }, at)
      expect(reading).toMatchObject({
        ok: true,
        value: { given: 'busbw', bytes: 2 ** 34, sizeSupposed: true },
      })
      if (reading.ok) expect(reading.value.busbw).toBeCloseTo(310)
    },
  )

  test('--algbw is multiplied by the factor', () => {
    const reading = readingOf({ measured: '100', algbw: true, size: 2 ** 30 }, at)
    expect(reading).toMatchObject({
      value: { given: 'algbw', algbw: 100, busbw: 100 * factor, sizeSupposed: false },
    })
  })

  test('a time at a size', () => {
    const reading = readingOf({ measured: '12.4ms', algbw: false, size: 2 ** 30 }, at)
    expect(reading).toMatchObject({ value: { given: 'time', bytes: 2 ** 30, sizeSupposed: false } })
    if (reading.ok) expect(reading.value.busbw).toBeCloseTo((2 ** 30 / 0.0124 / 1e9) * factor)
  })

  test('a time without a size says nothing', () => {
    expect(readingOf({ measured: '12.4ms', algbw: false }, at)).toMatchObject({
      problem: { id: 'option-needs', values: { needs: '--size' } },
    })
  })

  test.each(['', 'fast', '0', '-5', 'NaN', 'Infinity', '0ms', '310GB', '1e999', '310 GB/h'])(
    '%j cannot be read',
    (measured) => {
      expect(readingOf({ measured, algbw: false, size: 1024 }, at)).toMatchObject({
        problem: { id: 'value-unreadable', values: { option: '--measured', seen: measured } },
      })
    },
  )
})
