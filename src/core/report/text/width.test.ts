import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, padEnd, padStart, widthOf, wrap } from './width.ts'

const RED = `${String.fromCharCode(27)}[31m`
const RESET = `${String.fromCharCode(27)}[0m`

describe('width', () => {
  test.each([
    ['', 0],
    ['busbw', 5],
    ['带宽', 4],
    ['（12 条 NVLink）', 16],
    ['██▌', 3],
    ['é', 1],
    ['e\u0301', 1],
    [`${RED}ERROR${RESET}`, 5],
  ])('of %j is %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })

  test('padding counts columns, not characters', () => {
    expect(padEnd('带宽', 6)).toBe('带宽  ')
    expect(padStart('带宽', 6)).toBe('  带宽')
    expect(padEnd('too long', 3)).toBe('too long')
  })

  test('cutting leaves a mark and never exceeds the columns', () => {
    expect(cut('all_reduce', 10)).toBe('all_reduce')
    expect(cut('all_reduce', 8)).toBe('all_r...')
    expect(cut('带宽带宽', 6)).toBe('带...')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, columns) => {
        expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(Math.max(columns, 0))
      }),
    )
  })
})

describe('wrap', () => {
  test('breaks at blanks, in Chinese anywhere but before closing punctuation', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('交换机求和，并多播。', 10)).toEqual(['交换机求', '和，并多', '播。'])
    expect(wrap('移出调度（drain）并报修', 12)).toEqual(['移出调度', '（drain）并', '报修'])
    expect(wrap('first\nsecond', 20)).toEqual(['first', 'second'])
    expect(wrap('', 20)).toEqual([''])
  })

  test('a word that fits nowhere is divided', () => {
    expect(wrap('src/core/topology', 8)).toEqual(['src/core', '/topolog', 'y'])
  })

  test('loses no word and keeps to the columns', () => {
    const word = fc.stringMatching(/^[a-z0-9_]{1,12}$/)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.integer({ min: 12, max: 60 }), (words, columns) => {
        const lines = wrap(words.join(' '), columns)
        expect(lines.join(' ').split(' ').filter(Boolean)).toEqual(words)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })

  test('blanks before a word as wide as the line are dropped', () => {
    expect(wrap(' NVLinkNVLink', 12)).toEqual(['NVLinkNVLink'])
  })

  test('Chinese and mixed text keeps to the columns', () => {
    const piece = fc.constantFrom('带宽', 'NVLink', '，', '。', ' ', '480', 'GB/s', '（环）')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 12, max: 60 }), (pieces, columns) => {
        const text = pieces.join('')
        const lines = wrap(text, columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        // Punctuation may hang over by itself rather than begin a line.
        for (const line of lines) expect(widthOf(line.replace(/[，。）]+$/, ''))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
