/**
 * The data that perf sends, and what must come out of it: known for each element, without asking any kernel. Values repeat after
 * a prime number of elements, which no slot, piece or share is a multiple of, and differ from rank to rank: whatever lands at a
 * wrong place, twice or not at all shows. They are small whole numbers, so that sums are exact in every type.
 */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { type DataType, dataTypes, type NumberArray, type ReduceOp } from '../memory/data-types.ts'
import { fromHalf, toHalf } from '../memory/half-floats.ts'

const PERIOD = 251
/** Below this, ranks x values stay whole numbers in bf16 (8 bits of mantissa) for up to 16 ranks. */
const VALUES = 17

/** Element `index` of the data that `rank` contributes. A product grows by factors of two alone. */
function valueAt(op: ReduceOp, rank: Rank, index: number): number {
  const place = index % PERIOD
  return op === 'prod'
    ? (place + 5 * rank) % 3 === 0
      ? 2
      : 1
    : (place * 3 + rank * 7 + (place >> 3)) % VALUES
}

/** Where an element of a result comes from. */
export interface Origin {
  readonly contributors: 'all' | Rank
  /** Index of the element in the contributors' input. */
  readonly index: number
}

export interface Shape {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  readonly count: number
}

/** Elements that `rank` contributes. */
export function inputLength({ collective, ranks, root, count }: Shape, rank: Rank): number {
  switch (collective) {
    case 'all_reduce':
    case 'reduce':
    case 'all_gather':
    case 'gather':
    case 'send_recv':
      return count
    case 'broadcast':
      return rank === root ? count : 0
    case 'scatter':
      return rank === root ? ranks * count : 0
    case 'reduce_scatter':
    case 'all_to_all':
      return ranks * count
  }
}

/** Elements that `rank` receives. */
export function outputLength({ collective, ranks, root, count }: Shape, rank: Rank): number {
  switch (collective) {
    case 'all_reduce':
    case 'broadcast':
    case 'reduce_scatter':
    case 'scatter':
    case 'send_recv':
      return count
    case 'reduce':
      return rank === root ? count : 0
    case 'gather':
      return rank === root ? ranks * count : 0
    case 'all_gather':
    case 'all_to_all':
      return ranks * count
  }
}

/** Block `block` of the output of `rank`: from whom, and where its first element stands in their input. */
export function originOf({ collective, ranks, root, count }: Shape, rank: Rank, block: number): Origin {
  switch (collective) {
    case 'all_reduce':
    case 'reduce':
      return { contributors: 'all', index: 0 }
    case 'reduce_scatter':
      return { contributors: 'all', index: rank * count }
    case 'broadcast':
      return { contributors: root, index: 0 }
    case 'scatter':
      return { contributors: root, index: rank * count }
    case 'all_gather':
    case 'gather':
      return { contributors: block, index: 0 }
    case 'all_to_all':
      return { contributors: block, index: rank * count }
    case 'send_recv':
      return { contributors: (rank + ranks - 1) % ranks, index: 0 }
  }
}

/** Writes what `rank` contributes, `data[0]` being element `first` of its input. */
export function fill(data: NumberArray, type: DataType, op: ReduceOp, rank: Rank, first = 0): void {
  const values = Array.from({ length: PERIOD }, (_, at) => encoded(type, valueAt(op, rank, at)))
  repeat(data, values, first % PERIOD)
}

/** Writes what no correct result contains. */
export function corrupt(data: NumberArray): void {
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength).fill(0xa5)
}

/** How many elements of the output of `rank` are not what they must be. */
export function wrongIn(output: NumberArray, type: DataType, op: ReduceOp, shape: Shape, rank: Rank): number {
  let wrong = 0
  const { count } = shape
  for (let block = 0; block * count < output.length; block++) {
    const { contributors, index } = originOf(shape, rank, block)
    const expected = Array.from({ length: PERIOD }, (_, at) =>
      contributors === 'all'
        ? combined(op, type, shape.ranks, index + at)
        : valueAt(op, contributors, index + at),
    )
    const exact = expected.map((value) => encoded(type, value))
    const slack = slackOf(type, op, contributors === 'all' ? shape.ranks : 1)
    for (let at = 0; at < count; at++) {
      const seen = output[block * count + at] as number | bigint
      const phase = at % PERIOD
      if (seen !== exact[phase] && !close(decoded(type, seen), expected[phase] as number, slack)) wrong++
    }
  }
  return wrong
}

function combined(op: ReduceOp, type: DataType, ranks: number, index: number): number {
  const values = Array.from({ length: ranks }, (_, rank) => valueAt(op, rank, index))
  switch (op) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0)
    case 'prod':
      return values.reduce((product, value) => product * value, 1)
    case 'min':
      return Math.min(...values)
    case 'max':
      return Math.max(...values)
    case 'avg': {
      const sum = values.reduce((total, value) => total + value, 0)
      // The sum of integers wraps before it is divided.
      return dataTypes[type].exact ? Math.trunc(Number(encoded(type, sum)) / ranks) : sum / ranks
    }
  }
}

/** Relative error that rounding explains (Higham, Accuracy and Stability of Numerical Algorithms, 4.2): 0 for integers. */
function slackOf(type: DataType, op: ReduceOp, ranks: number): number {
  const roundings = op === 'avg' ? ranks + 1 : op === 'sum' || op === 'prod' ? ranks - 1 : 0
  return dataTypes[type].exact ? 0 : roundings * UNIT_ROUNDOFF[type]
}

const UNIT_ROUNDOFF: Readonly<Record<DataType, number>> = {
  ...{ i8: 0, u8: 0, i32: 0, u32: 0, i64: 0, u64: 0 },
  ...{ f16: 2 ** -11, bf16: 2 ** -8, f32: 2 ** -24, f64: 2 ** -53 },
}

const close = (seen: number, wanted: number, slack: number): boolean =>
  slack > 0 && Math.abs(seen - wanted) <= slack * Math.abs(wanted)

/** As it stands in the array. Integers wrap as they do in C. */
function encoded(type: DataType, value: number): number | bigint {
  switch (type) {
    case 'i8':
      return (value << 24) >> 24
    case 'u8':
      return value & 0xff
    case 'i32':
      return value | 0
    case 'u32':
      return value >>> 0
    case 'i64':
    case 'u64':
      return BigInt(value)
    case 'f16':
    case 'bf16':
      return toHalf(type, value)
    case 'f32':
      return Math.fround(value)
    case 'f64':
      return value
  }
}

const decoded = (type: DataType, seen: number | bigint): number =>
  type === 'f16' || type === 'bf16' ? fromHalf(type, Number(seen)) : Number(seen)

/** Doubles what is written instead of writing each element: gigabytes are filled at the speed of memory. */
function repeat(data: NumberArray, values: readonly (number | bigint)[], phase: number): void {
  const written = Math.min(PERIOD, data.length)
  for (let at = 0; at < written; at++)
    (data as (number | bigint)[] & NumberArray)[at] = values[(phase + at) % PERIOD] as never
  for (let done = written; done < data.length; done *= 2)
    data.copyWithin(done, 0, Math.min(done, data.length - done))
}
