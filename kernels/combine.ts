/**
 * What is done on elements as they lie: all operations of types with lanes, and minimum and maximum of bf16
 * and f16.
 */
import { BF16_INFINITY, F16_INFINITY, held } from './held'
import { combineLanes } from './lanes'
import { order16 } from './order-16'

/** Formats of elements: what WebAssembly has lanes for, or one of the two 16-bit floats, whose T is u16. */
export const LANES: i32 = 0
export const F16: i32 = 1
export const BF16: i32 = 2

/** `magnitude` and `infinity` serve order16 alone. */
@inline
export function combine<T>(op: i32, a: v128, b: v128, magnitude: v128, infinity: v128): v128 {
  if (sizeof<T>() == 2) {
    return order16(op, a, b, magnitude, infinity)
  } else {
    return combineLanes<T>(op, a, b)
  }
}

@inline
export function infinityOf(format: i32): i32 {
  return format == BF16 ? BF16_INFINITY : F16_INFINITY
}

@inline
export function heldIf16<T>(index: i32): v128 {
  return sizeof<T>() == 2 ? held(index) : i32x4.splat(0)
}
