/**
 * target[i] = op(a[i], b[i]), and with `two` second[i] as well. Loads stand before stores, so that they may
 * overlap; 64 bytes are a cache line. `op` and `two` are constants wherever these are inlined.
 */
import { bf16Even, bf16Odd, toBf16 } from './bf16'
import { BF16, combine, heldIf16, infinityOf, LANES } from './combine'
import { f16Even, f16Odd, fromScaledFinite, scaledEven, scaledOdd, toF16 } from './f16'
import * as constant from './held'
import { held } from './held'
import { combineLanes, loadLanes, MAX, MIN, PROD, storeLanes, SUM } from './lanes'

/** T is u16 for bf16 and f16. */
@inline
export function reducePairs<T>(
  format: i32,
  op: i32,
  two: bool,
  target: usize,
  second: usize,
  a: usize,
  b: usize,
  count: usize,
): void {
  if (format == LANES || op == MIN || op == MAX)
    pairs<T>(op, infinityOf(format), two, target, second, a, b, count)
  else if (format == BF16) pairsBf16(op, two, target, second, a, b, count)
  else if (op == SUM) sumPairsF16(two, target, second, a, b, count)
  else productPairsF16(two, target, second, a, b, count)
}

/** All but sums and products of bf16 and f16: see `combine`. */
@inline
function pairs<T>(
  op: i32,
  infinityIndex: i32,
  two: bool,
  target: usize,
  second: usize,
  a: usize,
  b: usize,
  count: usize,
): void {
  const end = target + count * sizeof<T>()
  const magnitude = heldIf16<T>(constant.MAGNITUDE)
  const infinity = heldIf16<T>(infinityIndex)
  for (; end - target >= 64; target += 64, second += 64, a += 64, b += 64) {
    const r0 = combine<T>(op, v128.load(a), v128.load(b), magnitude, infinity)
    const r1 = combine<T>(op, v128.load(a, 16), v128.load(b, 16), magnitude, infinity)
    const r2 = combine<T>(op, v128.load(a, 32), v128.load(b, 32), magnitude, infinity)
    const r3 = combine<T>(op, v128.load(a, 48), v128.load(b, 48), magnitude, infinity)
    putFour(two, target, second, r0, r1, r2, r3)
  }
  for (; end - target >= 16; target += 16, second += 16, a += 16, b += 16) {
    const result = combine<T>(op, v128.load(a), v128.load(b), magnitude, infinity)
    put<T>(true, two, target, second, result)
  }
  for (; target != end; target += sizeof<T>(), second += sizeof<T>(), a += sizeof<T>(), b += sizeof<T>()) {
    const result = combine<T>(op, loadLanes<T>(false, a), loadLanes<T>(false, b), magnitude, infinity)
    put<T>(false, two, target, second, result)
  }
}

/** Sums and products of bf16. */
@inline
function pairsBf16(op: i32, two: bool, target: usize, second: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  const upperHalf = held(constant.UPPER_HALF)
  const half = held(constant.BF16_HALF)
  const lastBit = held(constant.LAST_BIT)
  for (; end - target >= 64; target += 64, second += 64, a += 64, b += 64) {
    const r0 = combineBf16(op, v128.load(a), v128.load(b), upperHalf, half, lastBit)
    const r1 = combineBf16(op, v128.load(a, 16), v128.load(b, 16), upperHalf, half, lastBit)
    const r2 = combineBf16(op, v128.load(a, 32), v128.load(b, 32), upperHalf, half, lastBit)
    const r3 = combineBf16(op, v128.load(a, 48), v128.load(b, 48), upperHalf, half, lastBit)
    putFour(two, target, second, r0, r1, r2, r3)
  }
  for (; end - target >= 16; target += 16, second += 16, a += 16, b += 16) {
    const result = combineBf16(op, v128.load(a), v128.load(b), upperHalf, half, lastBit)
    put<u16>(true, two, target, second, result)
  }
  for (; target != end; target += 2, second += 2, a += 2, b += 2) {
    const result = combineBf16(
      op,
      loadLanes<u16>(false, a),
      loadLanes<u16>(false, b),
      upperHalf,
      half,
      lastBit,
    )
    put<u16>(false, two, target, second, result)
  }
}

@inline
function combineBf16(op: i32, a: v128, b: v128, upperHalf: v128, half: v128, lastBit: v128): v128 {
  const even = combineLanes<f32>(op, bf16Even(a), bf16Even(b))
  const odd = combineLanes<f32>(op, bf16Odd(a, upperHalf), bf16Odd(b, upperHalf))
  return toBf16(even, odd, half, lastBit)
}

@inline
function sumPairsF16(two: bool, target: usize, second: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  const shift = held(constant.F16_SHIFT)
  const kept = held(constant.F16_KEPT)
  const nearlyHalf = held(constant.F16_NEARLY_HALF)
  const sign = held(constant.SIGN)
  const magnitude = held(constant.MAGNITUDE)
  const safe = held(constant.F16_SAFE)
  for (; end - target >= 32; target += 32, second += 32, a += 32, b += 32) {
    const a0 = v128.load(a)
    const b0 = v128.load(b)
    const a1 = v128.load(a, 16)
    const b1 = v128.load(b, 16)
    const greatest0 = i16x8.max_u(v128.and(a0, magnitude), v128.and(b0, magnitude))
    const greatest1 = i16x8.max_u(v128.and(a1, magnitude), v128.and(b1, magnitude))
    if (v128.any_true(i16x8.gt_s(i16x8.max_u(greatest0, greatest1), safe))) {
      put<u16>(true, two, target, second, addAnyF16(a0, b0))
      put<u16>(true, two, target + 16, second + 16, addAnyF16(a1, b1))
    } else {
      put<u16>(true, two, target, second, addSafeF16(a0, b0, shift, kept, nearlyHalf, sign))
      put<u16>(true, two, target + 16, second + 16, addSafeF16(a1, b1, shift, kept, nearlyHalf, sign))
    }
  }
  for (; target != end; target += 2, second += 2, a += 2, b += 2)
    put<u16>(false, two, target, second, addAnyF16(loadLanes<u16>(false, a), loadLanes<u16>(false, b)))
}

/** Both below 32768: neither is infinity or NaN, nor is the sum. */
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

@inline
function productPairsF16(two: bool, target: usize, second: usize, a: usize, b: usize, count: usize): void {
  const end = target + count * 2
  for (; end - target >= 16; target += 16, second += 16, a += 16, b += 16)
    put<u16>(true, two, target, second, combineF16(PROD, v128.load(a), v128.load(b)))
  for (; target != end; target += 2, second += 2, a += 2, b += 2)
    put<u16>(false, two, target, second, combineF16(PROD, loadLanes<u16>(false, a), loadLanes<u16>(false, b)))
}

@inline
function combineF16(op: i32, a: v128, b: v128): v128 {
  return toF16(combineLanes<f32>(op, f16Even(a), f16Even(b)), combineLanes<f32>(op, f16Odd(a), f16Odd(b)))
}

@inline
function put<T>(whole: bool, two: bool, target: usize, second: usize, result: v128): void {
  storeLanes<T>(whole, target, result)
  if (two) storeLanes<T>(whole, second, result)
}

@inline
function putFour(two: bool, target: usize, second: usize, r0: v128, r1: v128, r2: v128, r3: v128): void {
  v128.store(target, r0)
  v128.store(target, r1, 16)
  v128.store(target, r2, 32)
  v128.store(target, r3, 48)
  if (!two) return
  v128.store(second, r0)
  v128.store(second, r1, 16)
  v128.store(second, r2, 32)
  v128.store(second, r3, 48)
}
