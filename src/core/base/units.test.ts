import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBytes, parseCount, parseDuration, parseRate } from './units.ts'

const value = (result: { ok: boolean; value?: number }) => (result.ok ? result.value : undefined)

describe('sizes', () => {
  test.each([
    ['8G', 8 * 2 ** 30],
    ['8g', 8 * 2 ** 30],
    ['1K', 1024],
    ['128M', 128 * 2 ** 20],
    ['8GB', 8e9],
    ['8 MB', 8e6],
    ['8mb', 8e6],
    ['8MiB', 8 * 2 ** 20],
    ['8388608', 8388608],
    ['8 bytes', 8],
    ['16B', 16],
    ['1.5K', 1536],
    ['.5G', 2 ** 29],
    ['1,073,741,824', 2 ** 30],
    ['1e9', 1e9],
    ['0', 0],
    [' 4M ', 4 * 2 ** 20],
  ])('%s', (text, bytes) => expect(value(parseBytes(text))).toBe(bytes))

  test.each([
    '',
    'G',
    '8Gb',
    '8Mb',
    '-8G',
    '8X',
    '8 G B',
    '1,5G',
    'NaN',
    'Infinity',
    '1e400',
    '1e308P',
    '0x10',
    '8G8',
    '１',
    '8\n9',
  ])('%j is none', (text) =>
    expect(parseBytes(text)).toEqual({ ok: false, problem: { seen: text, wanted: 'bytes' } }),
  )

  test('binary and decimal never mix', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.constantFrom('K', 'M', 'G', 'T'), (number, letter) => {
        const power = 'KMGT'.indexOf(letter) + 1
        expect(value(parseBytes(`${number}${letter}`))).toBe(number * 1024 ** power)
        expect(value(parseBytes(`${number}${letter}iB`))).toBe(number * 1024 ** power)
        expect(value(parseBytes(`${number} ${letter}B`))).toBe(number * 1000 ** power)
      }),
    )
  })
})

describe('rates', () => {
  test.each([
    ['310GB/s', 310e9],
    ['310', 310e9],
    ['200Gb/s', 25e9],
    ['400 Gbps', 50e9],
    ['100Gbit/s', 12.5e9],
    ['25 GiB/s', 25 * 2 ** 30],
    ['12.4 GBps', 12.4e9],
    ['900 MB/sec', 900e6],
    ['1.6Tb/s', 0.2e12],
    ['5 GBytes/s', 5e9],
    ['8 b/s', 1],
  ])('%s', (text, rate) => expect(value(parseRate(text))).toBeCloseTo(rate, 3))

  test('a bare number counts in what is asked', () => expect(value(parseRate('310', 1e6))).toBe(310e6))

  test.each(['', '400G', 'GB/s', '-1GB/s', '10 GB/min', '1e400', '10 XB/s', 'fast'])('%j is none', (text) =>
    expect(parseRate(text).ok).toBe(false),
  )

  test('eight bits are a byte, for any number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (number) => {
        expect(value(parseRate(`${number * 8} Gb/s`))).toBe(value(parseRate(`${number} GB/s`)))
      }),
    )
  })
})

describe('durations and counts', () => {
  test.each([
    ['12.4ms', 0.0124],
    ['120 us', 120e-6],
    ['120µs', 120e-6],
    ['120 μs', 120e-6],
    ['1.5 s', 1.5],
    ['900ns', 900e-9],
    ['2min', 120],
  ])('%s', (text, seconds) => expect(value(parseDuration(text))).toBeCloseTo(seconds, 12))

  test.each(['12.4', 'ms', '5 constructor', '5 valueOf', '3 weeks', '-1ms', ''])(
    '%j is no duration',
    (text) => expect(parseDuration(text).ok).toBe(false),
  )

  test.each([
    ['70B', 70e9],
    ['25.6M', 25.6e6],
    ['1.5e9', 1.5e9],
    ['8', 8],
    ['1T', 1e12],
    ['175b', 175e9],
  ])('%s', (text, count) => expect(value(parseCount(text))).toBeCloseTo(count, 3))

  test.each(['', 'B', '-7B', '7 billion', '1e400', '7BB'])('%j is no count', (text) =>
    expect(parseCount(text).ok).toBe(false),
  )
})

test('whatever is typed, a value is finite and not negative, and nothing throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[+-]?[0-9.,_eE+-]{0,12} ?[a-zA-Zµ/]{0,12}$/)),
      (text) => {
        for (const parse of [parseBytes, parseRate, parseDuration, parseCount]) {
          const result = parse(text)
          if (result.ok) expect(Number.isFinite(result.value) && result.value >= 0).toBe(true)
          else expect(result.problem.seen).toBe(text)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('a pasted megabyte is refused quickly', () => {
  const text = '1'.repeat(1_000_000)
  const start = performance.now()
  for (const parse of [parseBytes, parseRate, parseDuration, parseCount]) parse(`${text}x`)
  expect(performance.now() - start).toBeLessThan(1000)
})
