/**
 * target[i] divided by the number of ranks: what makes avg of a sum. Floats are rounded to the nearest, bf16
 * and f16 through f32; integers are cut towards zero, as in C.
 */
import { bf16Even, bf16Odd, toBf16 } from './bf16'
import { f16Even, f16Odd, toF16 } from './f16'
import { loadLanes, storeLanes } from './lanes'

@inline
export function divide<T>(target: usize, count: usize, ranks: u32): void {
  const end = target + count * sizeof<T>()
  if (isFloat<T>()) {
    const divisor = v128.splat<T>(<T>ranks)
    for (; end - target >= 16; target += 16) v128.store(target, v128.div<T>(v128.load(target), divisor))
  }
  for (; target != end; target += sizeof<T>()) store<T>(target, <T>(load<T>(target) / <T>ranks))
}

export function divideBf16(target: usize, count: usize, ranks: u32): void {
  const end = target + count * 2
  for (; end - target >= 16; target += 16) divideVectorBf16(true, target, ranks)
  for (; target != end; target += 2) divideVectorBf16(false, target, ranks)
}

@inline
function divideVectorBf16(whole: bool, target: usize, ranks: u32): void {
  const divisor = f32x4.splat(<f32>ranks)
  const x = loadLanes<u16>(whole, target)
  const even = f32x4.div(bf16Even(x), divisor)
  const odd = f32x4.div(bf16Odd(x, i32x4.splat(0xffff0000)), divisor)
  storeLanes<u16>(whole, target, toBf16(even, odd, i32x4.splat(0x8000), i16x8.splat(1)))
}

export function divideF16(target: usize, count: usize, ranks: u32): void {
  const end = target + count * 2
  for (; end - target >= 16; target += 16) divideVectorF16(true, target, ranks)
  for (; target != end; target += 2) divideVectorF16(false, target, ranks)
}

@inline
function divideVectorF16(whole: bool, target: usize, ranks: u32): void {
  const divisor = f32x4.splat(<f32>ranks)
  const x = loadLanes<u16>(whole, target)
  storeLanes<u16>(whole, target, toF16(f32x4.div(f16Even(x), divisor), f32x4.div(f16Odd(x), divisor)))
}
