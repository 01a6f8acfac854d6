/**
 * Eight f16 (IEEE 754 binary16: sign, 5 bits of exponent with bias 15, 10 of mantissa) as f32 and back, even
 * and odd elements apart as in bf16.ts.
 *
 * Widening only moves the bits to where an f32 has them. As its bias is 127, the lane then holds the value
 * times 2^-112, subnormals included: "scaled". Sums of scaled numbers are the scaled sums, and narrowing
 * moves the bits back; only infinity and NaN look like finite numbers then. Where one may come up, and for
 * products, the slower exact f32 is made.
 */
import { interleave } from './lanes'

/** A signed product with 2^13 moves bits as a shift does, on a port of the processor that has less to do. */
@inline
export function scaledEven(x: v128, shift: v128, kept: v128): v128 {
  return v128.and(i32x4.dot_i16x8_s(x, shift), kept)
}

@inline
export function scaledOdd(x: v128, kept: v128): v128 {
  return v128.and(i32x4.shr_s(x, 3), kept)
}

/** Rounds to the nearest, ties to even. Only for magnitudes that stay below 65520, where infinity begins. */
@inline
export function fromScaledFinite(even: v128, odd: v128, nearlyHalf: v128, sign: v128): v128 {
  const upper = interleave(i32x4.shr_u(even, 16), odd)
  return v128.or(roundedMagnitude(upper, even, odd, nearlyHalf), v128.and(upper, sign))
}

/** The same for magnitudes up to 2^48; NaN becomes infinity. */
@inline
export function fromScaled(even: v128, odd: v128, nearlyHalf: v128, sign: v128, infinity: v128): v128 {
  const upper = interleave(i32x4.shr_u(even, 16), odd)
  const magnitude = i16x8.min_u(roundedMagnitude(upper, even, odd, nearlyHalf), infinity)
  return v128.or(magnitude, v128.and(upper, sign))
}

@inline
function roundedMagnitude(upper: v128, even: v128, odd: v128, nearlyHalf: v128): v128 {
  // `upper` has the sign, 3 unused bits, the exponent and 7 bits of mantissa; `lower` 3 bits of mantissa and
  // 13 to round.
  const lower = interleave(even, i32x4.shl(odd, 16))
  // lower + 0x0fff + (last kept bit): avgr_u keeps a 17th bit and adds the 1 that 0x0ffe lacks; of the kept
  // bits it already sets two.
  const addend = v128.or(i16x8.shr_u(lower, 13), nearlyHalf)
  return i16x8.add(i16x8.shl(upper, 3), i16x8.shr_u(i16x8.avgr_u(lower, addend), 12))
}

/** The exact f32, of infinity and NaN too. */
@inline
export function f16Even(x: v128): v128 {
  const finite = scaledEven(x, i32x4.splat(0x2000), i32x4.splat(0x8fffe000))
  return unscaled(finite, i32x4.shl(special(x), 16))
}

@inline
export function f16Odd(x: v128): v128 {
  return unscaled(scaledOdd(x, i32x4.splat(0x8fffe000)), special(x))
}

/** All ones where an infinity or NaN stands. */
@inline
function special(x: v128): v128 {
  return i16x8.ge_u(i16x8.shl(x, 1), i16x8.splat(-0x0800))
}

@inline
function unscaled(x: v128, special: v128): v128 {
  // Three more bits of exponent make f32's infinity and NaN of the f16's.
  const spread = v128.or(x, v128.and(special, i32x4.splat(0x70000000)))
  const twoTo112 = i32x4.splat((127 + 112) << 23)
  return f32x4.mul(spread, twoTo112)
}

/** Any f32, rounded once: too large gives infinity, NaN 0xffff. */
@inline
export function toF16(even: v128, odd: v128): v128 {
  const nearlyHalf = i16x8.splat(0x0ffe)
  const sign = i16x8.splat(i16.MIN_VALUE)
  const number = fromScaled(scaled(even), scaled(odd), nearlyHalf, sign, i16x8.splat(0x7c00))
  return v128.or(number, interleave(f32x4.ne(even, even), f32x4.ne(odd, odd)))
}

/**
 * A product with 2^-112 would round to f32's subnormals first and to f16's then. Where the result is no
 * normal f16, an addition rounds once: between 0.5 and 1 f32 numbers stand 2^-24 apart, as f16's subnormals
 * do.
 */
@inline
function scaled(x: v128): v128 {
  const magnitude = v128.and(x, i32x4.splat(i32.MAX_VALUE))
  const half = f32x4.splat(0.5)
  const subnormal = i32x4.shl(i32x4.sub(f32x4.add(magnitude, half), half), 13)
  // From 2^17 on all is infinity anyway; so the exponent always fits.
  const normal = i32x4.sub(i32x4.min_u(magnitude, f32x4.splat(131072)), i32x4.splat(112 << 23))
  const isNormal = f32x4.ge(magnitude, f32x4.splat(6.103515625e-5))
  return v128.or(v128.bitselect(normal, subnormal, isNormal), v128.and(x, i32x4.splat(i32.MIN_VALUE)))
}
