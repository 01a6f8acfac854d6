import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bar, scale } from './bar.ts'
import { widthOf } from './width.ts'

describe('bar', () => {
  test('eighths of a column, whole columns in ASCII', () => {
    expect(bar(50, { full: 100, columns: 10, ascii: false })).toBe('█████')
    expect(bar(56, { full: 100, columns: 10, ascii: false })).toBe('█████▋')
    expect(bar(56, { full: 100, columns: 10, ascii: true })).toBe('######')
  })

  test('anything above zero shows, nothing at zero or below', () => {
    expect(bar(0.001, { full: 100, columns: 10, ascii: false })).toBe('▏')
    expect(bar(0, { full: 100, columns: 10, ascii: false })).toBe('')
    expect(bar(-3, { full: 100, columns: 10, ascii: false })).toBe('')
    expect(bar(Number.NaN, { full: 100, columns: 10, ascii: false })).toBe('')
    expect(bar(5, { full: 0, columns: 10, ascii: false })).toBe('')
  })

  test('marks what was expected where the bar does not reach it', () => {
    expect(bar(30, { full: 100, columns: 10, ascii: false, mark: 80 })).toBe('███    ·')
    expect(bar(30, { full: 100, columns: 10, ascii: true, mark: 80 })).toBe('###    .')
    expect(bar(90, { full: 100, columns: 10, ascii: false, mark: 80 })).toBe('█████████')
    expect(bar(100, { full: 100, columns: 10, ascii: false, mark: Number.NaN })).toBe('██████████')
  })

  test('never longer than its columns', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.double(), fc.boolean(), (value, full, mark, ascii) => {
        expect(widthOf(bar(value, { full, columns: 20, ascii, mark }))).toBeLessThanOrEqual(20)
      }),
    )
  })
})

describe('scale', () => {
  test('bands and marks on a line', () => {
    const line = { full: 100, columns: 20, ascii: true, marks: [{ at: 50, glyph: 'o' }] }
    expect(scale({ ...line, bands: [{ low: 90, high: 100, glyph: '#' }] })).toBe('|---------o-------###|')
  })

  test('what lies outside is drawn at the end', () => {
    const options = { full: 100, columns: 10, ascii: true, bands: [] }
    expect(scale({ ...options, marks: [{ at: 500, glyph: 'o' }] })).toBe('|---------o|')
    expect(scale({ ...options, marks: [{ at: -5, glyph: 'o' }] })).toBe('|o---------|')
  })
})
