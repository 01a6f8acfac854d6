/** Callers without types: what they hand in is named by its kind, never written out. */
import '../english.ts'
import { expect, test } from 'vitest'
import { allocationBytes, checkOptions, notAllocated, requestOf } from './arguments.ts'

const world = { rank: 0, ranks: 2 }
const call = (input: unknown) => () => requestOf('all_reduce', world, { input, output: undefined } as never)

test.each<[unknown, string]>([
  [Array.from({ length: 1e6 }, (_, at) => at), 'Array'],
  [undefined, 'undefined'],
  [null, 'null'],
  ['x'.repeat(1000), `"${'x'.repeat(40)}"`],
  [new DataView(new ArrayBuffer(8)), 'DataView'],
  [Object.create(null), 'object'],
])('no typed array: %#', (input, kind) => {
  expect(call(input)).toThrow(`input: got ${kind}, expected Float32Array | Int32Array | …`)
})

test('room is made for arrays of known types, of a length that there is', () => {
  expect(allocationBytes(Uint16Array, 3)).toBe(6)
  expect(allocationBytes(BigInt64Array, 0)).toBe(0)
  expect(() => allocationBytes(Array, 3)).toThrow('arrayOf: got Array,')
  expect(() => allocationBytes(undefined, 3)).toThrow('arrayOf: got undefined,')
  for (const length of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => allocationBytes(Float32Array, length)).toThrow(`length: got ${length},`)
})

test.each<[unknown, string]>([
  [null, 'options: got null,'],
  ['max', 'options: got "max",'],
  [{ timeoutSeconds: Number.NaN }, 'timeoutSeconds: got NaN, expected > 0'],
  [{ timeoutSeconds: -1 }, 'timeoutSeconds: got -1, expected > 0'],
  [{ timeoutSeconds: '1' }, 'timeoutSeconds: got "1", expected > 0'],
])('no options of a call: %j', (options, message) => {
  expect(() => checkOptions(options as never)).toThrow(message)
})

test('options that make sense pass', () => {
  expect(() => checkOptions(undefined)).not.toThrow()
  expect(() => checkOptions({ timeoutSeconds: Number.POSITIVE_INFINITY })).not.toThrow()
})

test('an array of another memory is named', () => {
  expect(notAllocated(new Float32Array(3)).message).toBe('array: got Float32Array(3), expected comm.alloc(…)')
  expect(notAllocated(undefined).message).toBe('array: got undefined, expected comm.alloc(…)')
})
