/**
 * Latency and bandwidth of a curve: T(S) = latency + S / bandwidth (Hockney), by least squares of the relative error,
 * so that 8 bytes and 8 GiB count alike. Half of the bandwidth is reached at latency x bandwidth bytes.
 */

import type { Point } from '../../analysis/curves.ts'
import { threshold } from '../../base/threshold.ts'
import type { Bytes, BytesPerSecond, Seconds } from '../../base/units.ts'

export interface LatencyBandwidthFit {
  readonly latencySeconds: Seconds
  /** Of algbw: data of one rank over time. */
  readonly bandwidth: BytesPerSecond
  /** The size of half performance. */
  readonly halfBytes: Bytes
}

const FEWEST = threshold(
  'latency-bound.fit',
  4,
  'count',
  'our choice: of two sizes in the latency and one beyond it, the one alone decides the slope',
)

/** Undefined for too few sizes, or where no line with a positive slope and latency fits. */
export function fitLatencyBandwidth(points: readonly Point[]): LatencyBandwidthFit | undefined {
  if (points.length < FEWEST.value) return undefined
  // Minimise sum((a/T + b S/T - 1)^2): two unknowns, two normal equations.
  let aa = 0
  let ab = 0
  let bb = 0
  let a1 = 0
  let b1 = 0
  for (const { bytes, seconds } of points) {
    const a = 1 / seconds
    const b = bytes / seconds
    aa += a * a
    ab += a * b
    bb += b * b
    a1 += a
    b1 += b
  }
  const determinant = aa * bb - ab * ab
  const latencySeconds = (a1 * bb - b1 * ab) / determinant
  const secondsPerByte = (b1 * aa - a1 * ab) / determinant
  if (!(latencySeconds > 0) || !(secondsPerByte > 0)) return undefined
  return { latencySeconds, bandwidth: 1 / secondsPerByte, halfBytes: latencySeconds / secondsPerByte }
}
