/** XML as a tree. */
import { describe, expect, test } from 'vitest'
import { parseXml } from './xml.ts'

describe('XML', () => {
  test('elements, attributes and lines; comments and text are passed over', () => {
    const read = parseXml(
      '<?xml version="1.0"?>\n<!-- about -->\n<system version="1">\n  words <cpu id="a&lt;b"\n   x="1"/>\n</system>\n',
    )
    expect(read).toEqual({
      ok: true,
      value: {
        name: 'system',
        attributes: { version: '1' },
        line: 3,
        children: [{ name: 'cpu', attributes: { id: 'a<b', x: '1' }, children: [], line: 4 }],
      },
    })
  })

  test('says where a text stops being XML', () => {
    expect(parseXml('<a>\n<b>\n</a>')).toEqual({ ok: false, problem: { line: 3, seen: '</a>' } })
    expect(parseXml('<a>\n<b/>\n').ok).toBe(false)
    expect(parseXml('not XML at all')).toEqual({ ok: false, problem: { line: 1, seen: 'not XML at all' } })
    expect(parseXml('').ok).toBe(false)
  })

  test('does not grow on entities, and does not go down without end', () => {
    const laughs =
      '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>\n<a x="&d;"/>'
    expect(parseXml(laughs).ok).toBe(false)
    expect(parseXml('<a>'.repeat(100_000)).ok).toBe(false)
  })
})
