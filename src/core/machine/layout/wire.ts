/** Links of a device graph: both directions of one connection. */
import type { BytesPerSecond } from '../../base/units.ts'
import { type LinkId, linkKind, usableBandwidth } from '../links.ts'
import type { Link } from '../machine.ts'

export interface Wire {
  readonly kind: LinkId
  readonly count: number
  /** Usable rate of all `count` together where it differs from the catalogue's. */
  readonly bandwidth?: BytesPerSecond
  /** As sold, for kinds whose ports have many rates. */
  readonly rawBandwidth?: BytesPerSecond
  /** Share of the kind's latency: 0.5 for each of two links through a switch. */
  readonly latencyShare?: number
}

/** The two directions between `a` and `b`. */
export function wired(a: string, b: string, wire: Wire): readonly Link[] {
  const { kind, count, rawBandwidth, latencyShare = 1 } = wire
  const rest = {
    kind,
    count,
    bandwidth: wire.bandwidth ?? usableBandwidth(kind, count, rawBandwidth),
    ...(rawBandwidth === undefined ? {} : { rawBandwidth }),
    latencySeconds: linkKind(kind).latencySeconds * latencyShare,
  }
  return [
    { from: a, to: b, ...rest },
    { from: b, to: a, ...rest },
  ]
}
