/**
 * Reduce kernels: target[i] = op(a[i], b[i]) over arrays in the memory that all ranks share. AssemblyScript, built by
 * scripts/build.mjs to dist/kernels/reduce.wasm and loaded by src/run/kernels.ts. An export is named op_type, after NCCL's
 * ncclRedOp_t and ncclDataType_t. Addresses need only be aligned to the element; target may be a or b.
 */
import { combineLanes, MAX, MIN, PROD, SUM } from './lanes'

// @ts-ignore: decorator
@inline
function reduce<T>(op: i32, target: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * sizeof<T>()
  // Four vectors at a time: one cache line.
  for (; end - target >= 64; target += 64, a += 64, b += 64) {
    const r0 = combineLanes<T>(op, v128.load(a, 0), v128.load(b, 0))
    const r1 = combineLanes<T>(op, v128.load(a, 16), v128.load(b, 16))
    const r2 = combineLanes<T>(op, v128.load(a, 32), v128.load(b, 32))
    const r3 = combineLanes<T>(op, v128.load(a, 48), v128.load(b, 48))
    v128.store(target, r0, 0)
    v128.store(target, r1, 16)
    v128.store(target, r2, 32)
    v128.store(target, r3, 48)
  }
  for (; end - target >= 16; target += 16, a += 16, b += 16)
    v128.store(target, combineLanes<T>(op, v128.load(a), v128.load(b)))
  // One element at a time by the same instructions, so that a result never depends on where an element stands.
  for (; target != end; target += sizeof<T>(), a += sizeof<T>(), b += sizeof<T>())
    v128.store_lane<T>(target, combineLanes<T>(op, v128.load_splat<T>(a), v128.load_splat<T>(b)), 0)
}

export function sum_f32(target: usize, a: usize, b: usize, count: usize): void {
  reduce<f32>(SUM, target, a, b, count)
}

export function copy(target: usize, source: usize, bytes: usize): void {
  memory.copy(target, source, bytes)
}
