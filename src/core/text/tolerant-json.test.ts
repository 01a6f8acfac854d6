/** JSON of programs that crashed: what is complete is kept, nothing is guessed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './tolerant-json.ts'

test.each([
  ['{"a":1,"b":[1,2', { a: 1, b: [1] }],
  ['{"a":1,"b":[1,2,', { a: 1, b: [1, 2] }],
  ['{"a":"x","b":"half', { a: 'x' }],
  ['{"a":{"b":{"c":1}', { a: { b: { c: 1 } } }],
  ['{"a":tru', {}],
  ['{"a":1,}', { a: 1 }],
  ['[1,2,]', [1, 2]],
  ['{"a":nan,"b":-inf}', { a: Number.NaN, b: Number.NEGATIVE_INFINITY }],
  ['{"a":1} trailing', { a: 1 }],
  ['\ufeff{"a":1,', { a: 1 }],
  ['{"__proto__":{"x":1},"y":2,', JSON.parse('{"__proto__":{"x":1},"y":2}')],
])('%s', (text, value) => {
  const read = parseJson(text)
  expect(read.ok && read.value.value).toEqual(value)
})

test('says whether it was cut', () => {
  expect(parseJson('{"a":1')).toMatchObject({ value: { cut: true } })
  expect(parseJson('{"a":1}')).toMatchObject({ value: { cut: false } })
  expect(parseJson('{"a":1,}')).toMatchObject({ value: { cut: false } })
})

test('no JSON, and nesting that would break the stack', () => {
  expect(parseJson('hello world').ok).toBe(false)
  expect(parseJson('').ok).toBe(false)
  expect(() => parseJson('['.repeat(5_000_000))).not.toThrow()
  expect(() => parseJson('{"a":'.repeat(1_000_000))).not.toThrow()
})

test('every beginning of any JSON is read, and holds nothing that the whole does not', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (value, share) => {
        const text = JSON.stringify(value)
        const read = parseJson(text.slice(0, 1 + Math.floor(share * (text.length - 1))))
        expect(read.ok).toBe(true)
        const whole = JSON.parse(text)
        if (read.ok)
          for (const key of Object.keys(read.value.value as object))
            expect(Object.hasOwn(whole, key)).toBe(true)
      },
    ),
  )
})
