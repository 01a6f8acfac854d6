/** XML as a tree. */
import { describe, expect, test } from 'vitest'
import { parseXml } from './xml.ts'

describe('XML', () => {
  test('elements, attributes and lines; comments and text are passed over', () => {
    const read = parseXml(
      '<?xml version="1.0"?>\n<!-- about -->\n<system version="1">\n  words <cpu id="a&lt;b"\n   x="1"/>\n</system>\n',
    )
    expect(read).toEqual({
      root: {
        name: 'system',
        attributes: { version: '1' },
        line: 3,
        children: [{ name: 'cpu', attributes: { id: 'a<b', x: '1' }, children: [], line: 4 }],
      },
    })
  })

  test('says where a text stops being XML, and keeps what stands before', () => {
    expect(parseXml('<a>\n<b>\n</a>')).toMatchObject({ root: { name: 'a' }, brokenAt: 3 })
    expect(parseXml('<a>\n<b/>\n')).toMatchObject({
      root: { children: [{ name: 'b', line: 2 }] },
      brokenAt: 3,
    })
    expect(parseXml('not XML at all')).toEqual({ brokenAt: 1 })
    expect(parseXml('').root).toBeUndefined()
  })

  test('does not grow on entities, and does not go down without end', () => {
    const laughs =
      '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>\n<a x="&d;"/>'
    expect(parseXml(laughs).brokenAt).toBe(2)
    expect(parseXml('<a>'.repeat(100_000)).brokenAt).toBe(1)
  })
})
