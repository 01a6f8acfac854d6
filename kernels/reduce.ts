/**
 * Reduce kernels over arrays in the memory that ranks share. AssemblyScript, built by scripts/build.mjs to dist/kernels/reduce.wasm
 * and loaded by src/run/kernels.ts. Exports are named after NCCL's ncclRedOp_t and ncclDataType_t:
 *
 *   op_type(target, a, b, count)     target[i] = op(a[i], b[i])
 *   op_many_type(targets, targetCount, sources, sourceCount, start, count)
 *                                    each target[i] = sources[0][i] op sources[1][i] op …, for i from `start` on
 *   divide_type(target, count, ranks)
 *
 * Addresses need be aligned to elements only. A target may be one of the arrays that it is made of.
 */
import { BF16_INFINITY, F16_INFINITY } from './held'
import { MAX, MIN, PROD, SUM } from './lanes'
import { many, manyBf16, productManyF16, sumManyF16 } from './many'
import { pairs, pairsBf16, productPairsF16, sumPairsF16 } from './pairs'
import { divide, divideBf16, divideF16 } from './scale'

export function copy(target: usize, source: usize, bytes: usize): void {
  memory.copy(target, source, bytes)
}

export function sum_i8(target: usize, a: usize, b: usize, count: usize): void { pairs<i8>(SUM, 0, target, a, b, count) }
export function prod_i8(target: usize, a: usize, b: usize, count: usize): void { pairs<i8>(PROD, 0, target, a, b, count) }
export function min_i8(target: usize, a: usize, b: usize, count: usize): void { pairs<i8>(MIN, 0, target, a, b, count) }
export function max_i8(target: usize, a: usize, b: usize, count: usize): void { pairs<i8>(MAX, 0, target, a, b, count) }

export function sum_u8(target: usize, a: usize, b: usize, count: usize): void { pairs<u8>(SUM, 0, target, a, b, count) }
export function prod_u8(target: usize, a: usize, b: usize, count: usize): void { pairs<u8>(PROD, 0, target, a, b, count) }
export function min_u8(target: usize, a: usize, b: usize, count: usize): void { pairs<u8>(MIN, 0, target, a, b, count) }
export function max_u8(target: usize, a: usize, b: usize, count: usize): void { pairs<u8>(MAX, 0, target, a, b, count) }

export function sum_i32(target: usize, a: usize, b: usize, count: usize): void { pairs<i32>(SUM, 0, target, a, b, count) }
export function prod_i32(target: usize, a: usize, b: usize, count: usize): void { pairs<i32>(PROD, 0, target, a, b, count) }
export function min_i32(target: usize, a: usize, b: usize, count: usize): void { pairs<i32>(MIN, 0, target, a, b, count) }
export function max_i32(target: usize, a: usize, b: usize, count: usize): void { pairs<i32>(MAX, 0, target, a, b, count) }

export function sum_u32(target: usize, a: usize, b: usize, count: usize): void { pairs<u32>(SUM, 0, target, a, b, count) }
export function prod_u32(target: usize, a: usize, b: usize, count: usize): void { pairs<u32>(PROD, 0, target, a, b, count) }
export function min_u32(target: usize, a: usize, b: usize, count: usize): void { pairs<u32>(MIN, 0, target, a, b, count) }
export function max_u32(target: usize, a: usize, b: usize, count: usize): void { pairs<u32>(MAX, 0, target, a, b, count) }

export function sum_i64(target: usize, a: usize, b: usize, count: usize): void { pairs<i64>(SUM, 0, target, a, b, count) }
export function prod_i64(target: usize, a: usize, b: usize, count: usize): void { pairs<i64>(PROD, 0, target, a, b, count) }
export function min_i64(target: usize, a: usize, b: usize, count: usize): void { pairs<i64>(MIN, 0, target, a, b, count) }
export function max_i64(target: usize, a: usize, b: usize, count: usize): void { pairs<i64>(MAX, 0, target, a, b, count) }

export function sum_u64(target: usize, a: usize, b: usize, count: usize): void { pairs<u64>(SUM, 0, target, a, b, count) }
export function prod_u64(target: usize, a: usize, b: usize, count: usize): void { pairs<u64>(PROD, 0, target, a, b, count) }
export function min_u64(target: usize, a: usize, b: usize, count: usize): void { pairs<u64>(MIN, 0, target, a, b, count) }
export function max_u64(target: usize, a: usize, b: usize, count: usize): void { pairs<u64>(MAX, 0, target, a, b, count) }

export function sum_f16(target: usize, a: usize, b: usize, count: usize): void { sumPairsF16(target, a, b, count) }
export function prod_f16(target: usize, a: usize, b: usize, count: usize): void { productPairsF16(target, a, b, count) }
export function min_f16(target: usize, a: usize, b: usize, count: usize): void { pairs<u16>(MIN, F16_INFINITY, target, a, b, count) }
export function max_f16(target: usize, a: usize, b: usize, count: usize): void { pairs<u16>(MAX, F16_INFINITY, target, a, b, count) }

export function sum_bf16(target: usize, a: usize, b: usize, count: usize): void { pairsBf16(SUM, target, a, b, count) }
export function prod_bf16(target: usize, a: usize, b: usize, count: usize): void { pairsBf16(PROD, target, a, b, count) }
export function min_bf16(target: usize, a: usize, b: usize, count: usize): void { pairs<u16>(MIN, BF16_INFINITY, target, a, b, count) }
export function max_bf16(target: usize, a: usize, b: usize, count: usize): void { pairs<u16>(MAX, BF16_INFINITY, target, a, b, count) }

export function sum_f32(target: usize, a: usize, b: usize, count: usize): void { pairs<f32>(SUM, 0, target, a, b, count) }
export function prod_f32(target: usize, a: usize, b: usize, count: usize): void { pairs<f32>(PROD, 0, target, a, b, count) }
export function min_f32(target: usize, a: usize, b: usize, count: usize): void { pairs<f32>(MIN, 0, target, a, b, count) }
export function max_f32(target: usize, a: usize, b: usize, count: usize): void { pairs<f32>(MAX, 0, target, a, b, count) }

export function sum_f64(target: usize, a: usize, b: usize, count: usize): void { pairs<f64>(SUM, 0, target, a, b, count) }
export function prod_f64(target: usize, a: usize, b: usize, count: usize): void { pairs<f64>(PROD, 0, target, a, b, count) }
export function min_f64(target: usize, a: usize, b: usize, count: usize): void { pairs<f64>(MIN, 0, target, a, b, count) }
export function max_f64(target: usize, a: usize, b: usize, count: usize): void { pairs<f64>(MAX, 0, target, a, b, count) }

export function sum_many_i8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i8>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_i8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i8>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_i8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i8>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_i8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i8>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_u8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u8>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_u8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u8>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_u8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u8>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_u8(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u8>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_i32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i32>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_i32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i32>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_i32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i32>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_i32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i32>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_u32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u32>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_u32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u32>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_u32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u32>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_u32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u32>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_i64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i64>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_i64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i64>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_i64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i64>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_i64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<i64>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_u64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u64>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_u64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u64>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_u64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u64>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_u64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u64>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_f16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { sumManyF16(targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_f16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { productManyF16(targets, targetCount, sources, sourceCount, start, count) }
export function min_many_f16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u16>(MIN, F16_INFINITY, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_f16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u16>(MAX, F16_INFINITY, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_bf16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { manyBf16(SUM, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_bf16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { manyBf16(PROD, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_bf16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u16>(MIN, BF16_INFINITY, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_bf16(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<u16>(MAX, BF16_INFINITY, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_f32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f32>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_f32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f32>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_f32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f32>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_f32(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f32>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function sum_many_f64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f64>(SUM, 0, targets, targetCount, sources, sourceCount, start, count) }
export function prod_many_f64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f64>(PROD, 0, targets, targetCount, sources, sourceCount, start, count) }
export function min_many_f64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f64>(MIN, 0, targets, targetCount, sources, sourceCount, start, count) }
export function max_many_f64(targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize): void { many<f64>(MAX, 0, targets, targetCount, sources, sourceCount, start, count) }

export function divide_i8(target: usize, count: usize, ranks: u32): void { divide<i8>(target, count, ranks) }
export function divide_u8(target: usize, count: usize, ranks: u32): void { divide<u8>(target, count, ranks) }
export function divide_i32(target: usize, count: usize, ranks: u32): void { divide<i32>(target, count, ranks) }
export function divide_u32(target: usize, count: usize, ranks: u32): void { divide<u32>(target, count, ranks) }
export function divide_i64(target: usize, count: usize, ranks: u32): void { divide<i64>(target, count, ranks) }
export function divide_u64(target: usize, count: usize, ranks: u32): void { divide<u64>(target, count, ranks) }
export function divide_f16(target: usize, count: usize, ranks: u32): void { divideF16(target, count, ranks) }
export function divide_bf16(target: usize, count: usize, ranks: u32): void { divideBf16(target, count, ranks) }
export function divide_f32(target: usize, count: usize, ranks: u32): void { divide<f32>(target, count, ranks) }
export function divide_f64(target: usize, count: usize, ranks: u32): void { divide<f64>(target, count, ranks) }
