/** The kernels against plain numbers: every 16-bit float, random and special pairs of all types, all short lengths and places. */
import { describe, expect, test } from 'vitest'
import { referenceReduce, referenceScale, type Stored } from '../../../test/kits/reference-reduce.ts'
import { type Random, seededRandom } from '../../core/base/random.ts'
import { RunError } from '../run-error.ts'
import { DATA_TYPES, type DataType, dataTypes, type NumberArray, type ReduceOp } from './data-types.ts'
import { fromHalf } from './half-floats.ts'
import { createMemory, RESERVED_BYTES } from './heap.ts'
import { compileKernels, createKernels } from './kernels.ts'

const OPS: readonly ReduceOp[] = ['sum', 'prod', 'min', 'max']
const HALVES = ['f16', 'bf16'] as const
const memory = createMemory(2 ** 23)
const kernels = createKernels(memory)

/** Three arrays far apart, of at most 2^17 elements. */
const A = RESERVED_BYTES
const B = A + 2 ** 21
const TARGET = B + 2 ** 21

const arrayAt = (type: DataType, address: number, count: number): NumberArray =>
  new dataTypes[type].arrayOf(memory.buffer, address, count)

const write = (type: DataType, address: number, values: readonly Stored[]): void => {
  const array = arrayAt(type, address, values.length)
  for (const [i, value] of values.entries()) array[i] = value as never
}

/** NaN may have any payload, and -0 is another number than 0. */
const same = (type: DataType, a: Stored | undefined, b: Stored | undefined): boolean => {
  if (type === 'f16' || type === 'bf16') return a === b || (isNaN16(type, a) && isNaN16(type, b))
  return Object.is(a, b)
}
const isNaN16 = (type: 'f16' | 'bf16', value: Stored | undefined) =>
  Number.isNaN(fromHalf(type, Number(value)))

const firstWrong = (
  type: DataType,
  seen: NumberArray,
  expected: (i: number) => Stored,
): string | undefined => {
  for (let i = 0; i < seen.length; i++)
    if (!same(type, seen[i], expected(i))) return `${i}: ${seen[i]}, not ${expected(i)}`
  return undefined
}

const bits64 = new DataView(new ArrayBuffer(8))

/**
 * Any pattern of bits, so that all exponents, NaN and the ends of ranges come up. `moderate`: floats without infinity and NaN near,
 * some close enough to each other to be rounded: what the kernels have fast paths for.
 */
function randomStored(type: DataType, random: Random, moderate: boolean): Stored {
  if (moderate && type === 'f32') return Math.fround(random() * 4 - 2)
  if (moderate && type === 'f64') return random() * 4 - 2
  bits64.setUint32(0, random() * 2 ** 32)
  bits64.setUint32(4, random() * 2 ** 32)
  const any = storedAt(bits64, type)
  if (moderate && type === 'f16') return (Number(any) % 0x7800) | (random() < 0.5 ? 0x8000 : 0)
  if (moderate && type === 'bf16') return ((Number(any) % 0x800) + 0x3c00) | (random() < 0.5 ? 0x8000 : 0)
  return any
}

function randomArray(type: DataType, count: number, random: Random): readonly Stored[] {
  const moderate = random() < 0.5
  return Array.from({ length: count }, () => randomStored(type, random, moderate))
}

function storedAt(view: DataView, type: DataType): Stored {
  switch (type) {
    case 'i8':
      return view.getInt8(0)
    case 'u8':
      return view.getUint8(0)
    case 'i32':
      return view.getInt32(0)
    case 'u32':
      return view.getUint32(0)
    case 'i64':
      return view.getBigInt64(0)
    case 'u64':
      return view.getBigUint64(0)
    case 'f16':
    case 'bf16':
      return view.getUint16(0)
    case 'f32':
      return view.getFloat32(0)
    case 'f64':
      return view.getFloat64(0)
  }
}

const signed = (values: readonly number[]): readonly number[] => values.flatMap((value) => [value, -value])
const SPECIAL: Readonly<Record<DataType, readonly Stored[]>> = {
  i8: [0, 1, -1, 127, -128],
  u8: [0, 1, 127, 128, 255],
  i32: [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)],
  u32: [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1],
  i64: [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 32n],
  u64: [0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 32n],
  // Zero, least and greatest subnormal, least normal, 1, its neighbours, powers around infinity, greatest, infinity, NaNs; both signs.
  f16: [
    0, 1, 2, 0x3ff, 0x400, 0x3bff, 0x3c00, 0x3c01, 0x7800, 0x77ff, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7e00,
    0x7fff,
  ].flatMap((bits) => [bits, bits | 0x8000]),
  bf16: [
    0, 1, 2, 0x7f, 0x80, 0x3f7f, 0x3f80, 0x3f81, 0x7f00, 0x7f7e, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0, 0x7fff,
  ].flatMap((bits) => [bits, bits | 0x8000]),
  f32: [...signed([0, 2 ** -149, 2 ** -126, 1, 3.4028234663852886e38, Infinity]), NaN],
  f64: [...signed([0, 5e-324, 2 ** -1022, 1, Number.MAX_VALUE, Infinity]), NaN],
}

/** All pairs of special values, and then `count` random ones, in turns moderate and any. */
function pairsOf(type: DataType, count: number, random: Random) {
  const a = SPECIAL[type].flatMap((value) => SPECIAL[type].map(() => value))
  const b = SPECIAL[type].flatMap(() => SPECIAL[type])
  for (let i = 0; i < count; i++) {
    a.push(randomStored(type, random, i % 2 ** 10 < 2 ** 9))
    b.push(randomStored(type, random, i % 2 ** 10 < 2 ** 9))
  }
  return { a, b }
}

describe.each(DATA_TYPES)('%s', (type) => {
  test('all operations give what plain numbers give', () => {
    const { a, b } = pairsOf(type, 65_536, seededRandom(7))
    write(type, A, a)
    write(type, B, b)
    for (const op of OPS) {
      kernels.reduce(op, type)(TARGET, A, B, a.length)
      const expected = (i: number) => referenceReduce(op, type, [a[i] as Stored, b[i] as Stored])
      expect(firstWrong(type, arrayAt(type, TARGET, a.length), expected), op).toBeUndefined()
    }
  })

  test('every length from every place of an element, into a third array and into either of the two', () => {
    const { bytes } = dataTypes[type]
    const random = seededRandom(11)
    for (let count = 0; count <= 70; count++)
      for (const op of OPS) {
        const places = [A, B, TARGET].map((at) => at + bytes * Math.floor(random() * (64 / bytes)))
        const [a = 0, b = 0, third = 0] = places
        const target = [third, a, b][count % 3] as number
        const values = [a, b].map((address) => {
          const values = randomArray(type, count, random)
          write(type, address, values)
          return values
        })
        const before = around(target, count * bytes)
        kernels.reduce(op, type)(target, a, b, count)
        const expected = (i: number) =>
          referenceReduce(
            op,
            type,
            values.map((array) => array[i] as Stored),
          )
        expect(firstWrong(type, arrayAt(type, target, count), expected), `${op} of ${count}`).toBeUndefined()
        expect(around(target, count * bytes), `around ${op} of ${count}`).toEqual(before)
      }
  })

  test('one pass over many arrays folds them in order', () => {
    const { bytes } = dataTypes[type]
    const random = seededRandom(13)
    const lists = A
    for (let sources = 1; sources <= 5; sources++)
      for (const count of [0, 1, 7, 8, 9, 63, 64, 70, 1000]) {
        const start = Math.floor(random() * 20)
        const inputs = Array.from({ length: sources }, (_, i) => B + i * 16_384 + bytes * (i % 3))
        const values = inputs.map((address) => {
          const values = randomArray(type, start + count, random)
          write(type, address, values)
          return values
        })
        // The first input is a target, too.
        const outputs = [TARGET, TARGET + 32_768 + bytes, inputs[0] as number].slice(0, 1 + (count % 3))
        write('u32', lists, inputs)
        write('u32', lists + 64, outputs)
        const op = OPS[(sources + count) % 4] as ReduceOp
        const before = outputs.map((at) => around(at + start * bytes, count * bytes))
        kernels.reduceMany(op, type)(lists + 64, outputs.length, lists, sources, start, count)
        const expected = (i: number) =>
          referenceReduce(
            op,
            type,
            values.map((array) => array[start + i] as Stored),
          )
        for (const [i, output] of outputs.entries()) {
          const seen = arrayAt(type, output + start * bytes, count)
          expect(firstWrong(type, seen, expected), `${op}, ${sources} of ${count}`).toBeUndefined()
          expect(around(output + start * bytes, count * bytes)).toEqual(before[i])
        }
      }
  })

  test('scale divides by the number of ranks', () => {
    const random = seededRandom(17)
    const values = [...SPECIAL[type], ...randomArray(type, 1001, random)]
    for (const ranks of [1, 2, 3, 7, 8, 100]) {
      write(type, TARGET, values)
      const before = around(TARGET, values.length * dataTypes[type].bytes)
      kernels.scale(type)(TARGET, values.length, ranks)
      const seen = arrayAt(type, TARGET, values.length)
      const expected = (i: number) => referenceScale(type, values[i] as Stored, ranks)
      expect(firstWrong(type, seen, expected), `by ${ranks}`).toBeUndefined()
      expect(around(TARGET, values.length * dataTypes[type].bytes)).toEqual(before)
    }
  })

  test('avg adds up as sum does', () => {
    expect(kernels.reduce('avg', type)).toBe(kernels.reduce('sum', type))
  })
})

/** 80 bytes on both sides. */
function around(address: number, bytes: number): readonly number[] {
  const all = new Uint8Array(memory.buffer)
  return [...all.subarray(address - 80, address), ...all.subarray(address + bytes, address + bytes + 80)]
}

describe.each(HALVES)('all 65,536 %s', (type) => {
  const all = Array.from({ length: 65_536 }, (_, bits) => bits)
  const zero = 0x8000
  const one = type === 'f16' ? 0x3c00 : 0x3f80

  test.each([
    ['sum', zero],
    ['prod', one],
    ['min', undefined],
    ['max', undefined],
  ] as const)('%s with its neutral element changes nothing', (op, neutral) => {
    write(type, A, all)
    write(type, B, neutral === undefined ? all : all.map(() => neutral))
    kernels.reduce(op, type)(TARGET, A, B, all.length)
    expect(firstWrong(type, arrayAt(type, TARGET, all.length), (i) => i)).toBeUndefined()
  })

  test.each([3, 7, 4096])('divided by %i', (ranks) => {
    write(type, TARGET, all)
    kernels.scale(type)(TARGET, all.length, ranks)
    const expected = (i: number) => referenceScale(type, i, ranks)
    expect(firstWrong(type, arrayAt(type, TARGET, all.length), expected)).toBeUndefined()
  })

  test('every one against its mirror image and against numbers of all sizes', () => {
    for (const step of [0xffff, 0x2003]) {
      const others = all.map((bits) => (bits * step + 0x5a5a) & 0xffff)
      write(type, A, all)
      write(type, B, others)
      for (const op of OPS) {
        kernels.reduce(op, type)(TARGET, A, B, all.length)
        const expected = (i: number) => referenceReduce(op, type, [i, others[i] as number])
        expect(firstWrong(type, arrayAt(type, TARGET, all.length), expected), op).toBeUndefined()
      }
    }
  })
})

test('copy moves bytes and nothing around them', () => {
  const bytes = new Uint8Array(memory.buffer)
  for (let i = 0; i < 100; i++) bytes[A + i] = i
  const before = around(B + 3, 77)
  kernels.copy(B + 3, A + 1, 77)
  expect([...bytes.subarray(B + 3, B + 80)]).toEqual([...bytes.subarray(A + 1, A + 78)])
  expect(around(B + 3, 77)).toEqual(before)
})

test('addresses above 2 GiB, up to the last byte of 4 GiB', () => {
  const whole = createMemory(2 ** 32)
  const tail = new Float32Array(whole.buffer, 2 ** 32 - 400, 100).fill(3)
  const at = tail.byteOffset
  createKernels(whole).reduce('sum', 'f32')(at, at, at, 100)
  expect(tail).toEqual(new Float32Array(100).fill(6))
})

test('kernels that were not built are named', () => {
  const absent = new URL('../absent.wasm', import.meta.url)
  expect(() => compileKernels(absent)).toThrow(RunError)
  expect(() => compileKernels(absent)).toThrow(/absent\.wasm/)
})
