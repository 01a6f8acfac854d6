import { describe, expect, test } from 'vitest'
import { bytes, choice, share, sizes, whole } from './values.ts'

describe('values', () => {
  test('a choice in any case; another word names the nearest', () => {
    const read = choice(['text', 'json', 'md'])
    expect(read('--format', 'JSON')).toEqual({ ok: true, value: 'json' })
    expect(read('--format', 'jsn')).toMatchObject({
      problem: { id: 'choice-unknown', values: { choices: ['text', 'json', 'md'] }, nearest: ['json'] },
    })
  })

  test.each(['0', '-1', '1.5', 'x', '', '1e99', '99999999999999999999'])('%j is no whole number', (seen) => {
    expect(whole('--nodes', seen).ok).toBe(false)
  })

  test('a whole number that is too large is told how large it may be', () => {
    expect(whole('--nodes', '99999999')).toMatchObject({
      problem: { id: 'value-too-large', values: { option: '--nodes', seen: 99_999_999, most: 10_000_000 } },
    })
  })

  test.each(['0', '-8', 'NaN', '8 lightyears'])('%j is no size', (seen) => {
    expect(bytes('--size', seen)).toMatchObject({ problem: { values: { wanted: 'bytes' } } })
  })

  test.each([
    ['0.5', 0.5],
    ['.5', 0.5],
    ['50%', 0.5],
    ['1', 1],
    ['0', 0],
  ])('%s is the share %d', (seen, value) => {
    expect(share('--overlap', seen)).toEqual({ ok: true, value })
  })

  test.each(['1.1', '101%', '-0.1', 'half'])('%j is no share', (seen) => {
    expect(share('--overlap', seen).ok).toBe(false)
  })

  test.each([
    ['1M', [2 ** 20]],
    ['1M,64M', [2 ** 20, 2 ** 26]],
    ['1M-8M', [2 ** 20, 2 ** 21, 2 ** 22, 2 ** 23]],
    ['1K,1M-2M', [2 ** 10, 2 ** 20, 2 ** 21]],
  ])('%s are sizes', (seen, value) => {
    expect(sizes('--sizes', seen)).toEqual({ ok: true, value })
  })

  test.each(['', '1M-', '-1M', '2M-1M', '1M-2M-4M', '0', 'x,1M', '1M,,2M'])('%j are none', (seen) => {
    expect(sizes('--sizes', seen).ok).toBe(false)
  })

  test('a range cannot grow without end', () => {
    expect(sizes('--sizes', '1-999999999999999999999').ok).toBe(false)
    const read = sizes('--sizes', Array(9).fill('1-512P').join(','))
    expect(read.ok && read.value.length).toBe(256)
  })
})
