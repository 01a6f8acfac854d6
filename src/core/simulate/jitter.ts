/**
 * Latency that differs from message to message: drawn from an exponential distribution given by its 99th percentile,
 * for all messages or for those that leave one rank. The same seed draws the same.
 */
import type { Seconds } from '../base/units.ts'

export interface Jitter {
  readonly p99Seconds: Seconds
  /** Only messages that this rank sends. */
  readonly rank?: number
}

/** ln 100: the 99th percentile of an exponential distribution in units of its mean. */
const P99_IN_MEANS = Math.log(100)

/** The extra latency of a message: a function of the seed and its number alone, whatever the order of events. */
export function jitterSeconds({ p99Seconds }: Jitter, seed: number, message: number): Seconds {
  return (-Math.log(1 - uniform(seed, message)) / P99_IN_MEANS) * p99Seconds
}

/** 0 <= u < 1 from two numbers (the finaliser of MurmurHash3, twice). */
function uniform(seed: number, index: number): number {
  return mixed(mixed(seed + 0x9e3779b9) ^ (index + 1)) / 2 ** 32
}

function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
