/**
 * Pairs of GPUs under one PCIe switch that measure slower than pairs far apart (p2pBandwidthLatencyTest, nvbandwidth with
 * topo -m): their traffic does not take the switch. (docs/diagnosis.md, What a host's tools tell.)
 */

import { median } from 'simple-statistics'
import { computed, evidenceOf } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { threshold } from '../../base/threshold.ts'
import type { GpuPairFact } from '../../evidence/host-facts.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'

export interface SlowClosePairs {
  readonly host: HostView
  readonly close: number
  readonly far: number
  readonly slowest: GpuPairFact
  readonly pairs: number
}

/** Of pairs far apart. */
const SLOWER = threshold(
  'acs-redirect.close',
  0.8,
  'share',
  'our choice: noise of such tests is a few percent, and what access control redirects loses half',
)

export const slowClosePairs = computed((facts): readonly SlowClosePairs[] =>
  hosts(facts).flatMap((host) => {
    const pairs = factsOf(host, 'gpu-pair').filter(
      ({ mode, bidirectional }) => mode === 'p2p' && !bidirectional,
    )
    const matrix = matrixFor(host, evidenceOf(facts, 'topo-matrix'))
    if (!matrix || pairs.length === 0) return []
    const pathOf = ({ from, to }: GpuPairFact) => matrix.cells.get(`GPU${from}`)?.get(`GPU${to}`)?.path
    const close = pairs.filter((pair) => ['PIX', 'PXB'].includes(pathOf(pair) ?? ''))
    const far = pairs.filter((pair) => ['PHB', 'NODE', 'SYS', 'SOC'].includes(pathOf(pair) ?? ''))
    if (close.length === 0 || far.length === 0) return []
    const [near, apart] = [close, far].map((group) => median(group.map(({ bandwidth }) => bandwidth)))
    if (near === undefined || apart === undefined || near >= SLOWER.value * apart) return []
    const slowest = close.reduce((low, pair) => (pair.bandwidth < low.bandwidth ? pair : low))
    return [{ host, close: near, far: apart, slowest, pairs: close.length }]
  }),
)

/** The host's own; where only one is given without a name, that. */
const matrixFor = ({ name }: HostView, all: readonly TopoMatrix[]): TopoMatrix | undefined =>
  all.find(({ host }) => host !== undefined && host === name) ?? (all.length === 1 ? all[0] : undefined)
