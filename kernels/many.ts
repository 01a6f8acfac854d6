/**
 * One pass over any number of arrays: each target[i] = sources[0][i] op sources[1][i] op …, in this order.
 * `targets` and `sources` are lists of addresses in memory; offsets `at` and `end` are in bytes. bf16 and f16
 * are folded in f32 and rounded once.
 */
import { bf16Even, bf16Odd, toBf16 } from './bf16'
import { BF16, combine, heldIf16, infinityOf, LANES } from './combine'
import { f16Even, f16Odd, fromScaled, scaledEven, scaledOdd, toF16 } from './f16'
import * as constant from './held'
import { held } from './held'
import { combineLanes, loadLanes, MAX, MIN, PROD, storeLanes, SUM } from './lanes'
import { reducePairs } from './pairs'

const POINTER: usize = sizeof<usize>()

/** T is u16 for bf16 and f16. */
@inline
export function reduceMany<T>(
  format: i32,
  op: i32,
  targets: usize,
  targetCount: usize,
  sources: usize,
  sourceCount: usize,
  start: usize,
  count: usize,
): void {
  const at = start * sizeof<T>()
  const end = at + count * sizeof<T>()
  const targetsEnd = targets + targetCount * POINTER
  const sourcesEnd = sources + sourceCount * POINTER
  if (targetCount == 2 && sourceCount == 2) {
    // Two ranks are common, and four addresses fit into registers.
    const target = load<usize>(targets) + at
    const second = load<usize>(targets, POINTER) + at
    reducePairs<T>(
      format,
      op,
      true,
      target,
      second,
      load<usize>(sources) + at,
      load<usize>(sources, POINTER) + at,
      count,
    )
  } else if (format == LANES || op == MIN || op == MAX) {
    many<T>(op, infinityOf(format), targets, targetsEnd, sources, sourcesEnd, at, end)
  } else if (format == BF16) {
    manyBf16(op, targets, targetsEnd, sources, sourcesEnd, at, end)
  } else if (op == SUM) {
    sumManyF16(targets, targetsEnd, sources, sourcesEnd, at, end)
  } else {
    productManyF16(targets, targetsEnd, sources, sourcesEnd, at, end)
  }
}

/** All but sums and products of bf16 and f16: see `combine`. */
@inline
function many<T>(
  op: i32,
  infinityIndex: i32,
  targets: usize,
  targetsEnd: usize,
  sources: usize,
  sourcesEnd: usize,
  at: usize,
  end: usize,
): void {
  const magnitude = heldIf16<T>(constant.MAGNITUDE)
  const infinity = heldIf16<T>(infinityIndex)
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
    for (let target = targets; target != targetsEnd; target += POINTER) {
      const to = load<usize>(target) + at
      v128.store(to, r0)
      v128.store(to, r1, 16)
      v128.store(to, r2, 32)
      v128.store(to, r3, 48)
    }
  }
  for (; end - at >= 16; at += 16) {
    const result = fold<T>(true, op, sources, sourcesEnd, at, magnitude, infinity)
    storeAll<T>(true, targets, targetsEnd, at, result)
  }
  for (; at != end; at += sizeof<T>()) {
    const result = fold<T>(false, op, sources, sourcesEnd, at, magnitude, infinity)
    storeAll<T>(false, targets, targetsEnd, at, result)
  }
}

@inline
function fold<T>(
  whole: bool,
  op: i32,
  sources: usize,
  sourcesEnd: usize,
  at: usize,
  magnitude: v128,
  infinity: v128,
): v128 {
  let result = loadLanes<T>(whole, load<usize>(sources) + at)
  for (let source = sources + POINTER; source != sourcesEnd; source += POINTER)
    result = combine<T>(op, result, loadLanes<T>(whole, load<usize>(source) + at), magnitude, infinity)
  return result
}

/** Sums and products of bf16. */
@inline
function manyBf16(
  op: i32,
  targets: usize,
  targetsEnd: usize,
  sources: usize,
  sourcesEnd: usize,
  at: usize,
  end: usize,
): void {
  const upperHalf = held(constant.UPPER_HALF)
  const half = held(constant.BF16_HALF)
  const lastBit = held(constant.LAST_BIT)
  for (; end - at >= 32; at += 32) {
    let from = load<usize>(sources) + at
    let x0 = v128.load(from)
    let x1 = v128.load(from, 16)
    let even0 = bf16Even(x0)
    let even1 = bf16Even(x1)
    let odd0 = bf16Odd(x0, upperHalf)
    let odd1 = bf16Odd(x1, upperHalf)
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
      from = load<usize>(source) + at
      x0 = v128.load(from)
      x1 = v128.load(from, 16)
      even0 = combineLanes<f32>(op, even0, bf16Even(x0))
      even1 = combineLanes<f32>(op, even1, bf16Even(x1))
      odd0 = combineLanes<f32>(op, odd0, bf16Odd(x0, upperHalf))
      odd1 = combineLanes<f32>(op, odd1, bf16Odd(x1, upperHalf))
    }
    storeAllTwice(
      targets,
      targetsEnd,
      at,
      toBf16(even0, odd0, half, lastBit),
      toBf16(even1, odd1, half, lastBit),
    )
  }
  for (; at != end; at += 2) {
    let x = loadLanes<u16>(false, load<usize>(sources) + at)
    let even = bf16Even(x)
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
      x = loadLanes<u16>(false, load<usize>(source) + at)
      even = combineLanes<f32>(op, even, bf16Even(x))
    }
    storeAll<u16>(false, targets, targetsEnd, at, toBf16(even, even, half, lastBit))
  }
}

@inline
function sumManyF16(
  targets: usize,
  targetsEnd: usize,
  sources: usize,
  sourcesEnd: usize,
  at: usize,
  end: usize,
): void {
  const shift = held(constant.F16_SHIFT)
  const kept = held(constant.F16_KEPT)
  const nearlyHalf = held(constant.F16_NEARLY_HALF)
  const sign = held(constant.SIGN)
  const magnitude = held(constant.MAGNITUDE)
  const infinity = held(constant.F16_INFINITY)
  for (; end - at >= 32; at += 32) {
    let from = load<usize>(sources) + at
    let x0 = v128.load(from)
    let x1 = v128.load(from, 16)
    let even0 = scaledEven(x0, shift, kept)
    let even1 = scaledEven(x1, shift, kept)
    let odd0 = scaledOdd(x0, kept)
    let odd1 = scaledOdd(x1, kept)
    let greatest = i16x8.max_u(v128.and(x0, magnitude), v128.and(x1, magnitude))
    for (let source = sources + POINTER; source != sourcesEnd; source += POINTER) {
      from = load<usize>(source) + at
      x0 = v128.load(from)
      x1 = v128.load(from, 16)
      even0 = f32x4.add(even0, scaledEven(x0, shift, kept))
      even1 = f32x4.add(even1, scaledEven(x1, shift, kept))
      odd0 = f32x4.add(odd0, scaledOdd(x0, kept))
      odd1 = f32x4.add(odd1, scaledOdd(x1, kept))
      greatest = i16x8.max_u(greatest, i16x8.max_u(v128.and(x0, magnitude), v128.and(x1, magnitude)))
    }
    // Nothing is stored yet, so infinity or NaN among the sources lets all be added again, the slower way.
    const special = v128.any_true(i16x8.ge_s(greatest, infinity))
    const r0 = special
      ? sumAnyF16(true, sources, sourcesEnd, at)
      : fromScaled(even0, odd0, nearlyHalf, sign, infinity)
    const r1 = special
      ? sumAnyF16(true, sources, sourcesEnd, at + 16)
      : fromScaled(even1, odd1, nearlyHalf, sign, infinity)
    storeAllTwice(targets, targetsEnd, at, r0, r1)
  }
  for (; at != end; at += 2)
    storeAll<u16>(false, targets, targetsEnd, at, sumAnyF16(false, sources, sourcesEnd, at))
}

// Not inlined: it is rarely needed, and the loop keeps its registers.
function sumAnyF16(whole: bool, sources: usize, sourcesEnd: usize, at: usize): v128 {
  return foldF16(SUM, whole, sources, sourcesEnd, at)
}

@inline
function productManyF16(
  targets: usize,
  targetsEnd: usize,
  sources: usize,
  sourcesEnd: usize,
  at: usize,
  end: usize,
): void {
  for (; end - at >= 16; at += 16)
    storeAll<u16>(true, targets, targetsEnd, at, foldF16(PROD, true, sources, sourcesEnd, at))
  for (; at != end; at += 2)
    storeAll<u16>(false, targets, targetsEnd, at, foldF16(PROD, false, sources, sourcesEnd, at))
}

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

@inline
function storeAll<T>(whole: bool, targets: usize, targetsEnd: usize, at: usize, result: v128): void {
  for (let target = targets; target != targetsEnd; target += POINTER)
    storeLanes<T>(whole, load<usize>(target) + at, result)
}

@inline
function storeAllTwice(targets: usize, targetsEnd: usize, at: usize, r0: v128, r1: v128): void {
  for (let target = targets; target != targetsEnd; target += POINTER) {
    const to = load<usize>(target) + at
    v128.store(to, r0)
    v128.store(to, r1, 16)
  }
}
