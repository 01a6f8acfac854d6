/** What the kernels must give, one element at a time in plain numbers: the yardstick of tests. */
import { type DataType, dataTypes, type ReduceOp } from '../../src/run/memory/data-types.ts'
import { fromHalf, toHalf } from '../../src/run/memory/half-floats.ts'

/** As an array of the type holds it: a bigint of i64 and u64, bits of f16 and bf16, the number otherwise. */
export type Stored = number | bigint

/** All values folded in order. f16 and bf16 are folded in f32 and rounded once, as kernels with many inputs do; of two it is the same. */
export function referenceReduce(op: ReduceOp, type: DataType, values: readonly Stored[]): Stored {
  const numbers = values.map((value) => fromStored(type, value))
  const folded = numbers.reduce((a, b) => combine(op, type, a, b))
  return toStored(type, folded)
}

/** avg's last step: floats to the nearest, integers cut towards zero. */
export function referenceScale(type: DataType, value: Stored, ranks: number): Stored {
  if (typeof value === 'bigint') return value / BigInt(ranks)
  if (dataTypes[type].exact) return Number(BigInt(value) / BigInt(ranks))
  const quotient = (fromStored(type, value) as number) / ranks
  return toStored(type, type === 'f64' ? quotient : Math.fround(quotient))
}

function combine(op: ReduceOp, type: DataType, a: Stored, b: Stored): Stored {
  if (typeof a === 'bigint' || typeof b === 'bigint') return combineIntegers(op, type, BigInt(a), BigInt(b))
  if (dataTypes[type].exact) return Number(combineIntegers(op, type, BigInt(a), BigInt(b)))
  const result = combineFloats(op, a, b)
  return type === 'f64' ? result : Math.fround(result)
}

/** Math.min and Math.max are IEEE 754-2019's minimum and maximum: NaN wins, -0 < +0. */
function combineFloats(op: ReduceOp, a: number, b: number): number {
  if (op === 'min') return Math.min(a, b)
  if (op === 'max') return Math.max(a, b)
  return op === 'prod' ? a * b : a + b
}

function combineIntegers(op: ReduceOp, type: DataType, a: bigint, b: bigint): bigint {
  if (op === 'min') return a < b ? a : b
  if (op === 'max') return a > b ? a : b
  const bits = 8 * dataTypes[type].bytes
  const result = op === 'prod' ? a * b : a + b
  return type.startsWith('u') ? BigInt.asUintN(bits, result) : BigInt.asIntN(bits, result)
}

function fromStored(type: DataType, value: Stored): Stored {
  return type === 'f16' || type === 'bf16' ? fromHalf(type, Number(value)) : value
}

function toStored(type: DataType, value: Stored): Stored {
  return type === 'f16' || type === 'bf16' ? toHalf(type, Number(value)) : value
}
