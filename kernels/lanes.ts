/**
 * One vector of 16 bytes against another, for the element types that WebAssembly has lanes for. `op` is always a constant
 * where these are inlined, so each kernel keeps only its own branch.
 *
 * Integers wrap, as in C. Float min and max are IEEE 754-2019 minimum and maximum: NaN wins, -0 < +0.
 */
export const SUM: i32 = 0
export const PROD: i32 = 1
export const MIN: i32 = 2
export const MAX: i32 = 3

// @ts-ignore: decorator
@inline
export function combineLanes<T>(op: i32, a: v128, b: v128): v128 {
  if (op == SUM) return v128.add<T>(a, b)
  if (op == PROD) return multiply<T>(a, b)
  if (sizeof<T>() == 8 && isInteger<T>()) {
    const greater = isGreater64<T>(a, b)
    return op == MAX ? v128.bitselect(a, b, greater) : v128.bitselect(b, a, greater)
  } else {
    return op == MAX ? v128.max<T>(a, b) : v128.min<T>(a, b)
  }
}

// @ts-ignore: decorator
@inline
function multiply<T>(a: v128, b: v128): v128 {
  if (sizeof<T>() == 1) {
    // No 8-bit multiplication: the low byte of a 16-bit product depends on low bytes alone; the high bytes are taken apart.
    const low = v128.and(i16x8.mul(a, b), i16x8.splat(0x00ff))
    const high = i16x8.mul(i16x8.shr_u(a, 8), v128.and(b, i16x8.splat(0xff00)))
    return v128.or(low, high)
  } else {
    return v128.mul<T>(a, b)
  }
}

// @ts-ignore: decorator
@inline
function isGreater64<T>(a: v128, b: v128): v128 {
  if (isSigned<T>()) return i64x2.gt_s(a, b)
  // Only signed comparison exists: moving both by half the range keeps the order.
  const half = i64x2.splat(i64.MIN_VALUE)
  return i64x2.gt_s(v128.xor(a, half), v128.xor(b, half))
}
