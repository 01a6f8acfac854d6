/** Evidence of benchmarks: healthy runs, and runs that are not. */
import { facts, risingTo, run } from '../analysis/hand-made.fixtures.ts'

export const onA100 = { on: 'dgx-a100' }

export const healthy = facts([run({ host: 'gpu-07', busbw: risingTo(232) })], onA100)

/** What this share of the expected gives on eight A100: 230 GB/s at 8 GiB. */
export const ofExpected = (share: number) => facts([run({ busbw: risingTo(230 * share) })], onA100)

/** A value at one size in place of the curve's. */
export const at =
  (sizes: Readonly<Record<number, number>>, otherwise = risingTo(232)) =>
  (bytes: number): number =>
    sizes[bytes] ?? otherwise(bytes)
