/** What is done on elements as they lie: all operations of types with lanes, and minimum and maximum of bf16 and f16 (T = u16). */
import { held } from './held'
import { combineLanes } from './lanes'
import { order16 } from './order-16'

/** `magnitude` and `infinity` serve order16 alone. */
// @ts-ignore: decorator
@inline
export function combine<T>(op: i32, a: v128, b: v128, magnitude: v128, infinity: v128): v128 {
  if (sizeof<T>() == 2) {
    return order16(op, a, b, magnitude, infinity)
  } else {
    return combineLanes<T>(op, a, b)
  }
}

// @ts-ignore: decorator
@inline
export function heldIf16<T>(index: i32): v128 {
  return sizeof<T>() == 2 ? held(index) : i32x4.splat(0)
}
