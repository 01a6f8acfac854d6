/**
 * target[i] = op(a[i], b[i]). Loads stand before stores, so that they may overlap; 64 bytes are a cache line. All loops come through
 * the same arithmetic for whole vectors and for the last elements: see loadLanes.
 */
import { bf16Even, bf16Odd, toBf16 } from './bf16'
import { combine, heldIf16 } from './combine'
import { f16Even, f16Odd, fromScaledFinite, scaledEven, scaledOdd, toF16 } from './f16'
import * as constant from './held'
import { held } from './held'
import { combineLanes, loadLanes, PROD, storeFour, storeLanes, SUM } from './lanes'

/** All but sums and products of bf16 and f16: see `combine`. */
// @ts-ignore: decorator
@inline
export function pairs<T>(op: i32, infinityIndex: i32, target: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * sizeof<T>()
  const magnitude = heldIf16<T>(constant.MAGNITUDE)
  const infinity = heldIf16<T>(infinityIndex)
  for (; end - target >= 64; target += 64, a += 64, b += 64) {
    const r0 = combine<T>(op, v128.load(a), v128.load(b), magnitude, infinity)
    const r1 = combine<T>(op, v128.load(a, 16), v128.load(b, 16), magnitude, infinity)
    const r2 = combine<T>(op, v128.load(a, 32), v128.load(b, 32), magnitude, infinity)
    const r3 = combine<T>(op, v128.load(a, 48), v128.load(b, 48), magnitude, infinity)
    storeFour(target, r0, r1, r2, r3)
  }
  for (; end - target >= 16; target += 16, a += 16, b += 16)
    v128.store(target, combine<T>(op, v128.load(a), v128.load(b), magnitude, infinity))
  for (; target != end; target += sizeof<T>(), a += sizeof<T>(), b += sizeof<T>()) {
    const result = combine<T>(op, loadLanes<T>(false, a), loadLanes<T>(false, b), magnitude, infinity)
    storeLanes<T>(false, target, result)
  }
}

/** Sums and products of bf16. */
// @ts-ignore: decorator
@inline
export function pairsBf16(op: i32, target: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  const upperHalf = held(constant.UPPER_HALF)
  const half = held(constant.BF16_HALF)
  const lastBit = held(constant.LAST_BIT)
  for (; end - target >= 64; target += 64, a += 64, b += 64) {
    const r0 = combineBf16(op, v128.load(a), v128.load(b), upperHalf, half, lastBit)
    const r1 = combineBf16(op, v128.load(a, 16), v128.load(b, 16), upperHalf, half, lastBit)
    const r2 = combineBf16(op, v128.load(a, 32), v128.load(b, 32), upperHalf, half, lastBit)
    const r3 = combineBf16(op, v128.load(a, 48), v128.load(b, 48), upperHalf, half, lastBit)
    storeFour(target, r0, r1, r2, r3)
  }
  for (; target != end; target += 2, a += 2, b += 2) {
    const result = combineBf16(op, loadLanes<u16>(false, a), loadLanes<u16>(false, b), upperHalf, half, lastBit)
    storeLanes<u16>(false, target, result)
  }
}

// @ts-ignore: decorator
@inline
function combineBf16(op: i32, a: v128, b: v128, upperHalf: v128, half: v128, lastBit: v128): v128 {
  const even = combineLanes<f32>(op, bf16Even(a), bf16Even(b))
  const odd = combineLanes<f32>(op, bf16Odd(a, upperHalf), bf16Odd(b, upperHalf))
  return toBf16(even, odd, half, lastBit)
}

// @ts-ignore: decorator
@inline
export function sumPairsF16(target: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  const shift = held(constant.F16_SHIFT)
  const kept = held(constant.F16_KEPT)
  const nearlyHalf = held(constant.F16_NEARLY_HALF)
  const sign = held(constant.SIGN)
  const magnitude = held(constant.MAGNITUDE)
  const safe = held(constant.F16_SAFE)
  for (; end - target >= 32; target += 32, a += 32, b += 32) {
    const a0 = v128.load(a)
    const b0 = v128.load(b)
    const a1 = v128.load(a, 16)
    const b1 = v128.load(b, 16)
    const greatest0 = i16x8.max_u(v128.and(a0, magnitude), v128.and(b0, magnitude))
    const greatest1 = i16x8.max_u(v128.and(a1, magnitude), v128.and(b1, magnitude))
    if (v128.any_true(i16x8.gt_s(i16x8.max_u(greatest0, greatest1), safe))) {
      v128.store(target, addAnyF16(a0, b0))
      v128.store(target, addAnyF16(a1, b1), 16)
    } else {
      v128.store(target, addSafeF16(a0, b0, shift, kept, nearlyHalf, sign))
      v128.store(target, addSafeF16(a1, b1, shift, kept, nearlyHalf, sign), 16)
    }
  }
  for (; target != end; target += 2, a += 2, b += 2)
    storeLanes<u16>(false, target, addAnyF16(loadLanes<u16>(false, a), loadLanes<u16>(false, b)))
}

/** Both below 32768: neither can be special nor become so. */
// @ts-ignore: decorator
@inline
function addSafeF16(a: v128, b: v128, shift: v128, kept: v128, nearlyHalf: v128, sign: v128): v128 {
  const even = f32x4.add(scaledEven(a, shift, kept), scaledEven(b, shift, kept))
  const odd = f32x4.add(scaledOdd(a, kept), scaledOdd(b, kept))
  return fromScaledFinite(even, odd, nearlyHalf, sign)
}

// Not inlined: it is rarely needed, and the loop keeps its registers.
function addAnyF16(a: v128, b: v128): v128 {
  return combineF16(SUM, a, b)
}

// @ts-ignore: decorator
@inline
export function productPairsF16(target: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  for (; end - target >= 16; target += 16, a += 16, b += 16)
    v128.store(target, combineF16(PROD, v128.load(a), v128.load(b)))
  for (; target != end; target += 2, a += 2, b += 2)
    storeLanes<u16>(false, target, combineF16(PROD, loadLanes<u16>(false, a), loadLanes<u16>(false, b)))
}

// @ts-ignore: decorator
@inline
function combineF16(op: i32, a: v128, b: v128): v128 {
  return toF16(combineLanes<f32>(op, f16Even(a), f16Even(b)), combineLanes<f32>(op, f16Odd(a), f16Odd(b)))
}
