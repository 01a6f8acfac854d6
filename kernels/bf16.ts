/**
 * Eight bf16 as f32 and back. A bf16 is the upper half of an f32 (Intel, "BFLOAT16 Hardware Numerics
 * Definition", 2018): widening is a shift; narrowing rounds to the nearest, ties to even. Element 2i of a
 * vector is widened into lane i of `even`, element 2i+1 into lane i of `odd`, so that no lane crosses
 * another.
 */
import { interleave } from './lanes'

@inline
export function bf16Even(x: v128): v128 {
  return i32x4.shl(x, 16)
}

@inline
export function bf16Odd(x: v128, upperHalf: v128): v128 {
  return v128.and(x, upperHalf)
}

/**
 * NaN needs no care: a processor makes it from an operand, whose lower half is empty here, or as its default,
 * whose lower half is empty too; so nothing is carried into the upper half.
 */
@inline
export function toBf16(even: v128, odd: v128, half: v128, lastBit: v128): v128 {
  // With half of the last bit added, ties go up, too. They are seen by nothing being left below; the last
  // bit is cleared again then, which is the even one of the two neighbours.
  const upEven = i32x4.add(even, half)
  const upOdd = i32x4.add(odd, half)
  const upper = interleave(i32x4.shr_u(upEven, 16), upOdd)
  const lower = interleave(upEven, i32x4.shl(upOdd, 16))
  const tie = i16x8.eq(lower, i16x8.splat(0))
  return v128.andnot(upper, v128.and(tie, lastBit))
}
