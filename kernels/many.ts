/**
 * One pass over any number of arrays: each target[i] = sources[0][i] op sources[1][i] op …, in this order. `targets` and `sources`
 * are lists of addresses in memory. bf16 and f16 are folded in f32 and rounded once. A source may be a target, too.
 */
import { bf16Even, bf16Odd, toBf16 } from './bf16'
import { combine, heldIf16 } from './combine'
import { f16Even, f16Odd, fromScaled, scaledEven, scaledOdd, toF16 } from './f16'
import * as constant from './held'
import { held } from './held'
import { combineLanes, loadLanes, PROD, storeFour, storeLanes, SUM } from './lanes'

const POINTER: usize = sizeof<usize>()

/** All but sums and products of bf16 and f16: see `combine`. Offsets `at` and `end` are in bytes. */
// @ts-ignore: decorator
@inline
export function many<T>(
  op: i32, infinityIndex: i32, targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize,
): void {
  const targetsEnd = targets + targetCount * POINTER
  const sourcesEnd = sources + sourceCount * POINTER
  const magnitude = heldIf16<T>(constant.MAGNITUDE)
  const infinity = heldIf16<T>(infinityIndex)
  let at = start * sizeof<T>()
  const end = at + count * sizeof<T>()
  for (; end - at >= 64; at += 64) {
    let from = load<usize>(sources) + at
    let r0 = v128.load(from)
    let r1 = v128.load(from, 16)
    let r2 = v128.load(from, 32)
    let r3 = v128.load(from, 48)
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
      from = load<usize>(source) + at
      r0 = combine<T>(op, r0, v128.load(from), magnitude, infinity)
      r1 = combine<T>(op, r1, v128.load(from, 16), magnitude, infinity)
      r2 = combine<T>(op, r2, v128.load(from, 32), magnitude, infinity)
      r3 = combine<T>(op, r3, v128.load(from, 48), magnitude, infinity)
    }
    for (let target = targets; target != targetsEnd; target += POINTER) storeFour(load<usize>(target) + at, r0, r1, r2, r3)
  }
  for (; at != end; at += sizeof<T>()) {
    let result = loadLanes<T>(false, load<usize>(sources) + at)
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER)
      result = combine<T>(op, result, loadLanes<T>(false, load<usize>(source) + at), magnitude, infinity)
    storeAll<T>(false, targets, targetsEnd, at, result)
  }
}

// @ts-ignore: decorator
@inline
function storeAll<T>(whole: bool, targets: usize, targetsEnd: usize, at: usize, result: v128): void {
  for (let target = targets; target != targetsEnd; target += POINTER) storeLanes<T>(whole, load<usize>(target) + at, result)
}

/** Sums and products of bf16. */
// @ts-ignore: decorator
@inline
export function manyBf16(
  op: i32, targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize,
): void {
  const targetsEnd = targets + targetCount * POINTER
  const sourcesEnd = sources + sourceCount * POINTER
  const upperHalf = held(constant.UPPER_HALF)
  const half = held(constant.BF16_HALF)
  const lastBit = held(constant.LAST_BIT)
  let at = start * 2
  const end = at + count * 2
  for (; end - at >= 16; at += 16)
    storeAll<u16>(true, targets, targetsEnd, at, foldBf16(op, true, sources, sourcesEnd, at, upperHalf, half, lastBit))
  for (; at != end; at += 2)
    storeAll<u16>(false, targets, targetsEnd, at, foldBf16(op, false, sources, sourcesEnd, at, upperHalf, half, lastBit))
}

// @ts-ignore: decorator
@inline
function foldBf16(
  op: i32, whole: bool, sources: usize, sourcesEnd: usize, at: usize, upperHalf: v128, half: v128, lastBit: v128,
): v128 {
  let x = loadLanes<u16>(whole, load<usize>(sources) + at)
  let even = bf16Even(x)
  let odd = bf16Odd(x, upperHalf)
  for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
    x = loadLanes<u16>(whole, load<usize>(source) + at)
    even = combineLanes<f32>(op, even, bf16Even(x))
    odd = combineLanes<f32>(op, odd, bf16Odd(x, upperHalf))
  }
  return toBf16(even, odd, half, lastBit)
}

// @ts-ignore: decorator
@inline
export function sumManyF16(
  targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize,
): void {
  const targetsEnd = targets + targetCount * POINTER
  const sourcesEnd = sources + sourceCount * POINTER
  const shift = held(constant.F16_SHIFT)
  const kept = held(constant.F16_KEPT)
  const nearlyHalf = held(constant.F16_NEARLY_HALF)
  const sign = held(constant.SIGN)
  const magnitude = held(constant.MAGNITUDE)
  const infinity = held(constant.F16_INFINITY)
  let at = start * 2
  const end = at + count * 2
  for (; end - at >= 16; at += 16) {
    let x = v128.load(load<usize>(sources) + at)
    let even = scaledEven(x, shift, kept)
    let odd = scaledOdd(x, kept)
    let greatest = v128.and(x, magnitude)
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
      x = v128.load(load<usize>(source) + at)
      even = f32x4.add(even, scaledEven(x, shift, kept))
      odd = f32x4.add(odd, scaledOdd(x, kept))
      greatest = i16x8.max_u(greatest, v128.and(x, magnitude))
    }
    const result = v128.any_true(i16x8.ge_s(greatest, infinity))
      ? sumAnyF16(true, sources, sourcesEnd, at)
      : fromScaled(even, odd, nearlyHalf, sign, infinity)
    storeAll<u16>(true, targets, targetsEnd, at, result)
  }
  for (; at != end; at += 2) storeAll<u16>(false, targets, targetsEnd, at, sumAnyF16(false, sources, sourcesEnd, at))
}

// Not inlined: it is rarely needed, and the loop keeps its registers.
function sumAnyF16(whole: bool, sources: usize, sourcesEnd: usize, at: usize): v128 {
  return foldF16(SUM, whole, sources, sourcesEnd, at)
}

// @ts-ignore: decorator
@inline
export function productManyF16(
  targets: usize, targetCount: usize, sources: usize, sourceCount: usize, start: usize, count: usize,
): void {
  const targetsEnd = targets + targetCount * POINTER
  const sourcesEnd = sources + sourceCount * POINTER
  let at = start * 2
  const end = at + count * 2
  for (; end - at >= 16; at += 16)
    storeAll<u16>(true, targets, targetsEnd, at, foldF16(PROD, true, sources, sourcesEnd, at))
  for (; at != end; at += 2)
    storeAll<u16>(false, targets, targetsEnd, at, foldF16(PROD, false, sources, sourcesEnd, at))
}

// @ts-ignore: decorator
@inline
function foldF16(op: i32, whole: bool, sources: usize, sourcesEnd: usize, at: usize): v128 {
  let x = loadLanes<u16>(whole, load<usize>(sources) + at)
  let even = f16Even(x)
  let odd = f16Odd(x)
  for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
    x = loadLanes<u16>(whole, load<usize>(source) + at)
    even = combineLanes<f32>(op, even, f16Even(x))
    odd = combineLanes<f32>(op, odd, f16Odd(x))
  }
  return toF16(even, odd)
}
