/**
 * Minimum and maximum of eight bf16 or f16, on their bits: both formats are a sign and a magnitude that grows
 * with its bits. As in lanes.ts -0 is less than +0 and NaN wins; the NaN that comes out is 0xffff.
 */
import { MAX } from './lanes'

/** `magnitude` is 0x7fff, `infinity` the format's, both in all lanes. */
@inline
export function order16(op: i32, a: v128, b: v128, magnitude: v128, infinity: v128): v128 {
  // With a negative among them, lesser bits are the greater number: of two negatives the lesser magnitude,
  // else the positive one.
  const negative = i16x8.shr_s(v128.or(a, b), 15)
  const less = i16x8.min_u(a, b)
  const more = i16x8.max_u(a, b)
  const result = op == MAX ? v128.bitselect(less, more, negative) : v128.bitselect(more, less, negative)
  const nan = i16x8.gt_s(i16x8.max_s(v128.and(a, magnitude), v128.and(b, magnitude)), infinity)
  return v128.or(result, nan)
}
