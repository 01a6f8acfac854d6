/**
 * Reduce kernels over arrays in the memory that ranks share. AssemblyScript, built by scripts/build.mjs to
 * dist/kernels/reduce.wasm and loaded by src/run/kernels.ts. Exports are named after NCCL's ncclRedOp_t and
 * ncclDataType_t:
 *
 *   op_type(target, a, b, count)   target[i] = op(a[i], b[i])
 *   op_many_type(targets, targetCount, sources, sourceCount, start, count)
 *                                  each target[i] = sources[0][i] op sources[1][i] op …, for i >= start
 *   divide_type(target, count, ranks)
 *
 * Addresses need be aligned to elements only. A target may be one of the arrays that it is made of.
 */
import { BF16, F16, LANES } from './combine'
import { divide, divideBf16, divideF16 } from './divide'
import { MAX, MIN, PROD, SUM } from './lanes'
import { reduceMany } from './many'
import { reducePairs } from './pairs'

export function copy(target: usize, source: usize, bytes: usize): void {
  memory.copy(target, source, bytes)
}

@inline
function pair<T>(format: i32, op: i32, target: usize, a: usize, b: usize, count: usize): void {
  reducePairs<T>(format, op, false, target, target, a, b, count)
}

export function sum_i8(t: usize, a: usize, b: usize, n: usize): void { pair<i8>(LANES, SUM, t, a, b, n) }
export function prod_i8(t: usize, a: usize, b: usize, n: usize): void { pair<i8>(LANES, PROD, t, a, b, n) }
export function min_i8(t: usize, a: usize, b: usize, n: usize): void { pair<i8>(LANES, MIN, t, a, b, n) }
export function max_i8(t: usize, a: usize, b: usize, n: usize): void { pair<i8>(LANES, MAX, t, a, b, n) }

export function sum_u8(t: usize, a: usize, b: usize, n: usize): void { pair<u8>(LANES, SUM, t, a, b, n) }
export function prod_u8(t: usize, a: usize, b: usize, n: usize): void { pair<u8>(LANES, PROD, t, a, b, n) }
export function min_u8(t: usize, a: usize, b: usize, n: usize): void { pair<u8>(LANES, MIN, t, a, b, n) }
export function max_u8(t: usize, a: usize, b: usize, n: usize): void { pair<u8>(LANES, MAX, t, a, b, n) }

export function sum_i32(t: usize, a: usize, b: usize, n: usize): void { pair<i32>(LANES, SUM, t, a, b, n) }
export function prod_i32(t: usize, a: usize, b: usize, n: usize): void { pair<i32>(LANES, PROD, t, a, b, n) }
export function min_i32(t: usize, a: usize, b: usize, n: usize): void { pair<i32>(LANES, MIN, t, a, b, n) }
export function max_i32(t: usize, a: usize, b: usize, n: usize): void { pair<i32>(LANES, MAX, t, a, b, n) }

export function sum_u32(t: usize, a: usize, b: usize, n: usize): void { pair<u32>(LANES, SUM, t, a, b, n) }
export function prod_u32(t: usize, a: usize, b: usize, n: usize): void { pair<u32>(LANES, PROD, t, a, b, n) }
export function min_u32(t: usize, a: usize, b: usize, n: usize): void { pair<u32>(LANES, MIN, t, a, b, n) }
export function max_u32(t: usize, a: usize, b: usize, n: usize): void { pair<u32>(LANES, MAX, t, a, b, n) }

export function sum_i64(t: usize, a: usize, b: usize, n: usize): void { pair<i64>(LANES, SUM, t, a, b, n) }
export function prod_i64(t: usize, a: usize, b: usize, n: usize): void { pair<i64>(LANES, PROD, t, a, b, n) }
export function min_i64(t: usize, a: usize, b: usize, n: usize): void { pair<i64>(LANES, MIN, t, a, b, n) }
export function max_i64(t: usize, a: usize, b: usize, n: usize): void { pair<i64>(LANES, MAX, t, a, b, n) }

export function sum_u64(t: usize, a: usize, b: usize, n: usize): void { pair<u64>(LANES, SUM, t, a, b, n) }
export function prod_u64(t: usize, a: usize, b: usize, n: usize): void { pair<u64>(LANES, PROD, t, a, b, n) }
export function min_u64(t: usize, a: usize, b: usize, n: usize): void { pair<u64>(LANES, MIN, t, a, b, n) }
export function max_u64(t: usize, a: usize, b: usize, n: usize): void { pair<u64>(LANES, MAX, t, a, b, n) }

export function sum_f16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(F16, SUM, t, a, b, n) }
export function prod_f16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(F16, PROD, t, a, b, n) }
export function min_f16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(F16, MIN, t, a, b, n) }
export function max_f16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(F16, MAX, t, a, b, n) }

export function sum_bf16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(BF16, SUM, t, a, b, n) }
export function prod_bf16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(BF16, PROD, t, a, b, n) }
export function min_bf16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(BF16, MIN, t, a, b, n) }
export function max_bf16(t: usize, a: usize, b: usize, n: usize): void { pair<u16>(BF16, MAX, t, a, b, n) }

export function sum_f32(t: usize, a: usize, b: usize, n: usize): void { pair<f32>(LANES, SUM, t, a, b, n) }
export function prod_f32(t: usize, a: usize, b: usize, n: usize): void { pair<f32>(LANES, PROD, t, a, b, n) }
export function min_f32(t: usize, a: usize, b: usize, n: usize): void { pair<f32>(LANES, MIN, t, a, b, n) }
export function max_f32(t: usize, a: usize, b: usize, n: usize): void { pair<f32>(LANES, MAX, t, a, b, n) }

export function sum_f64(t: usize, a: usize, b: usize, n: usize): void { pair<f64>(LANES, SUM, t, a, b, n) }
export function prod_f64(t: usize, a: usize, b: usize, n: usize): void { pair<f64>(LANES, PROD, t, a, b, n) }
export function min_f64(t: usize, a: usize, b: usize, n: usize): void { pair<f64>(LANES, MIN, t, a, b, n) }
export function max_f64(t: usize, a: usize, b: usize, n: usize): void { pair<f64>(LANES, MAX, t, a, b, n) }

export function sum_many_i8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i8>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_i8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i8>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_i8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i8>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_i8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i8>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_u8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u8>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_u8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u8>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_u8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u8>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_u8(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u8>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_i32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i32>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_i32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i32>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_i32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i32>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_i32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i32>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_u32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u32>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_u32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u32>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_u32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u32>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_u32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u32>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_i64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i64>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_i64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i64>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_i64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i64>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_i64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<i64>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_u64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u64>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_u64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u64>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_u64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u64>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_u64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u64>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_f16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(F16, SUM, t, tn, s, sn, start, n)
}
export function prod_many_f16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(F16, PROD, t, tn, s, sn, start, n)
}
export function min_many_f16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(F16, MIN, t, tn, s, sn, start, n)
}
export function max_many_f16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(F16, MAX, t, tn, s, sn, start, n)
}

export function sum_many_bf16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(BF16, SUM, t, tn, s, sn, start, n)
}
export function prod_many_bf16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(BF16, PROD, t, tn, s, sn, start, n)
}
export function min_many_bf16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(BF16, MIN, t, tn, s, sn, start, n)
}
export function max_many_bf16(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<u16>(BF16, MAX, t, tn, s, sn, start, n)
}

export function sum_many_f32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f32>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_f32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f32>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_f32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f32>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_f32(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f32>(LANES, MAX, t, tn, s, sn, start, n)
}

export function sum_many_f64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f64>(LANES, SUM, t, tn, s, sn, start, n)
}
export function prod_many_f64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f64>(LANES, PROD, t, tn, s, sn, start, n)
}
export function min_many_f64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f64>(LANES, MIN, t, tn, s, sn, start, n)
}
export function max_many_f64(t: usize, tn: usize, s: usize, sn: usize, start: usize, n: usize): void {
  reduceMany<f64>(LANES, MAX, t, tn, s, sn, start, n)
}

export function divide_i8(t: usize, n: usize, ranks: u32): void { divide<i8>(t, n, ranks) }
export function divide_u8(t: usize, n: usize, ranks: u32): void { divide<u8>(t, n, ranks) }
export function divide_i32(t: usize, n: usize, ranks: u32): void { divide<i32>(t, n, ranks) }
export function divide_u32(t: usize, n: usize, ranks: u32): void { divide<u32>(t, n, ranks) }
export function divide_i64(t: usize, n: usize, ranks: u32): void { divide<i64>(t, n, ranks) }
export function divide_u64(t: usize, n: usize, ranks: u32): void { divide<u64>(t, n, ranks) }
export function divide_f16(t: usize, n: usize, ranks: u32): void { divideF16(t, n, ranks) }
export function divide_bf16(t: usize, n: usize, ranks: u32): void { divideBf16(t, n, ranks) }
export function divide_f32(t: usize, n: usize, ranks: u32): void { divide<f32>(t, n, ranks) }
export function divide_f64(t: usize, n: usize, ranks: u32): void { divide<f64>(t, n, ranks) }
