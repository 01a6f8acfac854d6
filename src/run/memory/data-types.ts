/** Element types as NCCL names them (ncclDataType_t), and the arrays that hold them in JavaScript. */

export type DataType = 'i8' | 'u8' | 'i32' | 'u32' | 'i64' | 'u64' | 'f16' | 'bf16' | 'f32' | 'f64'

export const DATA_TYPES: readonly DataType[] = [
  'i8',
  'u8',
  'i32',
  'u32',
  'i64',
  'u64',
  'f16',
  'bf16',
  'f32',
  'f64',
]

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array

export interface DataTypeFacts {
  readonly bytes: 1 | 2 | 4 | 8
  /** As nccl-tests prints it in the column `type`. */
  readonly ncclName: string
  readonly exact: boolean
  readonly arrayOf: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => NumberArray
}

/** f16 and bf16 have no array of their own in Node 20: their bit patterns stand in a Uint16Array. */
export const dataTypes: Readonly<Record<DataType, DataTypeFacts>> = {
  i8: { bytes: 1, ncclName: 'int8', exact: true, arrayOf: Int8Array },
  u8: { bytes: 1, ncclName: 'uint8', exact: true, arrayOf: Uint8Array },
  i32: { bytes: 4, ncclName: 'int32', exact: true, arrayOf: Int32Array },
  u32: { bytes: 4, ncclName: 'uint32', exact: true, arrayOf: Uint32Array },
  i64: { bytes: 8, ncclName: 'int64', exact: true, arrayOf: BigInt64Array },
  u64: { bytes: 8, ncclName: 'uint64', exact: true, arrayOf: BigUint64Array },
  f16: { bytes: 2, ncclName: 'half', exact: false, arrayOf: Uint16Array },
  bf16: { bytes: 2, ncclName: 'bfloat16', exact: false, arrayOf: Uint16Array },
  f32: { bytes: 4, ncclName: 'float', exact: false, arrayOf: Float32Array },
  f64: { bytes: 8, ncclName: 'double', exact: false, arrayOf: Float64Array },
}

/** The type that an array implies; a Uint16Array does not say whether it holds f16 or bf16: undefined. */
export function dataTypeOf(array: NumberArray): DataType | undefined {
  if (array instanceof Float32Array) return 'f32'
  if (array instanceof Float64Array) return 'f64'
  if (array instanceof Int32Array) return 'i32'
  if (array instanceof Uint32Array) return 'u32'
  if (array instanceof BigInt64Array) return 'i64'
  if (array instanceof BigUint64Array) return 'u64'
  if (array instanceof Int8Array) return 'i8'
  if (array instanceof Uint8Array) return 'u8'
  return undefined
}

/** ncclRedOp_t. avg is the sum divided by the number of ranks once all is added up; of integers it is cut towards zero. */
export type ReduceOp = 'sum' | 'prod' | 'min' | 'max' | 'avg'

export const REDUCE_OPS: readonly ReduceOp[] = ['sum', 'prod', 'min', 'max', 'avg']
