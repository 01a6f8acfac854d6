/** How exact the numbers of a row are: what its printed digits leave out. */
import { ELEMENT_BYTES } from './cells.ts'
import type { Layout } from './layout.ts'

/** Deviation of two numbers beyond their last printed digits: times are rounded too. */
export const TOLERANCE = 0.002
/** Below this, in GB/s, two decimals say too little about a ratio. */
export const TELLING = 0.5

/** In GB/s. `base`: 1, or (n-1)/n where a test counts only what it sends. */
export const algbwOf = (seconds: number, bytes: number, base: number): number =>
  (base * bytes) / seconds / 1e9

/** 1 where the type is not known. */
export const elementBytes = (type: string | undefined): number => ELEMENT_BYTES[type ?? ''] ?? 1

/** Equal but for the digits that are not printed, of this number and of what it is compared with. */
export function near(printed: number, expected: number, tolerance = TOLERANCE, unprinted = 0): boolean {
  return Math.abs(printed - expected) <= digitOf(printed) + unprinted + tolerance * expected
}

/** Two decimals are printed below 1000. */
export const digitOf = (printed: number): number => (printed >= 999 ? 0.6 : 0.006)

/** What a printed time leaves out, as a share: microseconds have two decimals, above 10 s two digits; 1.0 ms three. */
export const unprintedTime = (seconds: number, layout: Layout | undefined): number =>
  layout?.timeUnit === 1e-3 ? 0.6e-6 / seconds : seconds >= 9.999_999 ? 0.06 : 0.006e-6 / seconds
