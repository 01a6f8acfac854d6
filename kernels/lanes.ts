/**
 * One vector of 16 bytes against another, for the element types that WebAssembly has lanes for. `op` is a
 * constant wherever these are inlined, so that a kernel keeps only its own branch.
 *
 * Integers wrap, as in C. Minimum and maximum of floats are those of IEEE 754-2019: NaN wins, and -0 is less
 * than +0.
 */

export const SUM: i32 = 0
export const PROD: i32 = 1
export const MIN: i32 = 2
export const MAX: i32 = 3

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

/**
 * Whole vectors; at the end of an array, where only one element is left, that element in all lanes: see
 * storeLanes.
 */
@inline
export function loadLanes<T>(whole: bool, address: usize): v128 {
  return whole ? v128.load(address) : v128.load_splat<T>(address)
}

/**
 * The last elements pass through the same instructions as all others: a result never depends on where an
 * element stands.
 */
@inline
export function storeLanes<T>(whole: bool, address: usize, value: v128): void {
  if (whole) v128.store(address, value)
  else v128.store_lane<T>(address, value, 0)
}

/** 16-bit elements 0, 2, 4, 6 of `even` and 1, 3, 5, 7 of `odd`. */
@inline
export function interleave(even: v128, odd: v128): v128 {
  return v128.shuffle<u16>(even, odd, 0, 9, 2, 11, 4, 13, 6, 15)
}

@inline
function multiply<T>(a: v128, b: v128): v128 {
  if (sizeof<T>() == 1) {
    // There are no 8-bit products. The low byte of a 16-bit one depends on low bytes alone; high bytes are
    // taken apart.
    const low = v128.and(i16x8.mul(a, b), i16x8.splat(0x00ff))
    const high = i16x8.mul(i16x8.shr_u(a, 8), v128.and(b, i16x8.splat(-0x0100)))
    return v128.or(low, high)
  } else {
    return v128.mul<T>(a, b)
  }
}

@inline
function isGreater64<T>(a: v128, b: v128): v128 {
  if (isSigned<T>()) return i64x2.gt_s(a, b)
  // Only signed comparison exists; moving both by half the range keeps the order.
  const half = i64x2.splat(i64.MIN_VALUE)
  return i64x2.gt_s(v128.xor(a, half), v128.xor(b, half))
}
