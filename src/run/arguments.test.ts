/** Callers without types: what they hand in is named by its kind, never written out. */
import { expect, test } from 'vitest'
import { allocationBytes, requestOf } from './arguments.ts'

const world = { rank: 0, ranks: 2 }
const call = (input: unknown) => () => requestOf('all_reduce', world, { input, output: undefined } as never)

test.each<[unknown, string]>([
  [Array.from({ length: 1e6 }, (_, at) => at), 'Array'],
  [undefined, 'undefined'],
  [null, 'null'],
  ['x'.repeat(1000), 'x'.repeat(40)],
  [new DataView(new ArrayBuffer(8)), 'DataView'],
  [Object.create(null), 'object'],
])('no typed array: %#', (input, kind) => {
  expect(call(input)).toThrow(`input: got ${kind}, wanted Float32Array | Int32Array | …`)
})

test('room is made for arrays of known types, of a length that there is', () => {
  expect(allocationBytes(Uint16Array, 3)).toBe(6)
  expect(allocationBytes(BigInt64Array, 0)).toBe(0)
  expect(() => allocationBytes(Array, 3)).toThrow('arrayOf: got Array,')
  expect(() => allocationBytes(undefined, 3)).toThrow('arrayOf: got undefined,')
  for (const length of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => allocationBytes(Float32Array, length)).toThrow(`length: got ${length},`)
})
