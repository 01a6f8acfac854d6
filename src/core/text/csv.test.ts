/** Separated values, one line at a time. */
import { expect, test } from 'vitest'
import { fieldsOf, separatorOf } from './csv.ts'

test('fields', () => {
  expect(fieldsOf('a, b ,,c', ',')).toEqual(['a', 'b', '', 'c'])
  expect(fieldsOf('"a,b","say ""hi""",x', ',')).toEqual(['a,b', 'say "hi"', 'x'])
  expect(fieldsOf('1\t"2\t3"', '\t')).toEqual(['1', '2\t3'])
  expect(fieldsOf('"never closed,1', ',')).toEqual(['never closed,1'])
})

test('the separator is the commonest one', () => {
  expect(['a,b', 'a;b;c,d', 'size\tbusbw (a,b)\tx', 'a b'].map(separatorOf)).toEqual([
    ',',
    ';',
    '\t',
    undefined,
  ])
})
