import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { print } from './print.ts'
import { parseBytes, parseDuration, parseRate } from './units.ts'

describe('what is printed', () => {
  test.each([
    [8 * 2 ** 30, '8 GiB'],
    [2 ** 20, '1 MiB'],
    [512, '512 B'],
    [1e6, '1 MB'],
    [133.2e6, '133 MB'],
    [350e9, '350 GB'],
    [0, '0 B'],
    [16 * 2 ** 40, '16 TiB'],
  ])('%d bytes', (bytes, text) => expect(print.bytes(bytes)).toBe(text))

  test.each([
    [230e9, '230 GB/s'],
    [20.6e9, '20.6 GB/s'],
    [1.5e9, '1.5 GB/s'],
    [999.6e9, '1 TB/s'],
    [0, '0 B/s'],
  ])('%d bytes a second', (rate, text) => expect(print.rate(rate)).toBe(text))

  test.each([
    [50e9, '400 Gb/s'],
    [12.5e9, '100 Gb/s'],
    [0.2e12, '1.6 Tb/s'],
  ])('%d bytes a second in bits', (rate, text) => expect(print.bits(rate)).toBe(text))

  test.each([
    [3.93e-3, '3.93 ms'],
    [600e-9, '600 ns'],
    [2.7e-6, '2.7 us'],
    [62.239, '62.2 s'],
    [0.9999, '1 s'],
    [0, '0 s'],
  ])('%d seconds', (seconds, text) => expect(print.duration(seconds)).toBe(text))

  test.each([
    [0.66, '66 %'],
    [0.0042, '0.42 %'],
    [0.0996, '10 %'],
    [1, '100 %'],
    [-0.3, '-30 %'],
    [0, '0 %'],
  ])('a share of %d', (share, text) => expect(print.percent(share)).toBe(text))

  test('counts, numbers and quantities', () => {
    expect(print.count(1234567)).toBe('1,234,567')
    expect(print.number(0.0123)).toBe('0.0123')
    expect(print.number(1234.5)).toBe('1235')
    expect(print.number(-1e-15)).toBe('0')
    expect(print.quantity({ value: 25e9, unit: 'B/s' })).toBe('25 GB/s')
    expect(print.quantity({ value: 1e-3, unit: 's' })).toBe('1 ms')
    expect(print.quantity({ value: 2 ** 30, unit: 'B' })).toBe('1 GiB')
    expect(print.quantity({ value: 0.5, unit: '1' })).toBe('50 %')
  })
})

describe('what is printed can be read again', () => {
  const near = (a: number, b: number) => Math.abs(a - b) <= 0.0051 * Math.abs(b)

  test('sizes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
        const again = parseBytes(print.bytes(bytes))
        expect(again.ok && near(again.value, bytes)).toBe(true)
      }),
    )
  })

  test('powers of two exactly', () => {
    for (let power = 0; power <= 50; power++)
      expect(parseBytes(print.bytes(2 ** power))).toEqual({ ok: true, value: 2 ** power })
  })

  test('rates, in bytes and in bits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e14, noNaN: true }), (rate) => {
        for (const text of [print.rate(rate), print.bits(rate)]) {
          const again = parseRate(text)
          expect(again.ok && near(again.value, rate), text).toBe(true)
        }
      }),
    )
  })

  test('durations', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 1e5, noNaN: true }), (seconds) => {
        const text = print.duration(seconds)
        const again = parseDuration(text)
        expect(again.ok && near(again.value, seconds), text).toBe(true)
      }),
    )
  })
})

test('no exponent, no "undefined", whatever the number', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      for (const one of [print.bytes, print.rate, print.bits, print.duration, print.percent, print.number])
        expect(one(value)).toMatch(/^-?(\d[\d.]*|Infinity|NaN)( [A-Za-z/%]+)?$/)
    }),
  )
})
