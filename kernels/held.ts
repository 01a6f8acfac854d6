/**
 * Constants of the inner loops, 32 bits to be repeated over a vector. A loop's function loads them once
 * before it: a literal V8 would build anew in each turn of the loop, in three instructions. They lie in the
 * memory's first page, where nothing else does.
 */
const TABLE = memory.data<u32>([
  0x7fff7fff, // MAGNITUDE
  0x7f807f80, // BF16_INFINITY
  0x7c007c00, // F16_INFINITY
  0xffff0000, // UPPER_HALF
  0x00010001, // LAST_BIT
  0x00008000, // BF16_HALF
  0x8fffe000, // F16_KEPT
  0x00002000, // F16_SHIFT
  0x0ffe0ffe, // F16_NEARLY_HALF
  0x80008000, // SIGN
  0x77ff77ff, // F16_SAFE
])

/** All bits of two 16-bit floats but the signs. */
export const MAGNITUDE: i32 = 0
export const BF16_INFINITY: i32 = 1
export const F16_INFINITY: i32 = 2
/** Where an odd 16-bit element stands in a lane of 32. */
export const UPPER_HALF: i32 = 3
export const LAST_BIT: i32 = 4
/** Half of a bf16's last bit, seen from f32. */
export const BF16_HALF: i32 = 5
/** What an f16 fills of an f32: the sign, 5 bits of exponent, 10 of mantissa. */
export const F16_KEPT: i32 = 6
/** 2^13 for even elements, 0 for odd ones: a factor that moves an f16 to where f32's bits stand. */
export const F16_SHIFT: i32 = 7
/** One less than half of an f16's last bit, which stands at 2^13 of an f32. */
export const F16_NEARLY_HALF: i32 = 8
export const SIGN: i32 = 9
/** The greatest f16 below 32768: two of them add up to no infinity. */
export const F16_SAFE: i32 = 10

@inline
export function held(index: i32): v128 {
  return v128.load32_splat(TABLE + 4 * index)
}
