/**
 * busbw above what the links of a GPU, or all NICs of a node, carry in one direction, and why. With NVLS (the switch
 * reduces: wire = algbw (N+1)/N) and with a tree on two nodes that is right; otherwise it is not the machine that was said.
 */
import { GBps } from '../base/units.ts'
import { machineFacts } from '../machine/facts.ts'
import { linkKind } from '../machine/links.ts'
import type { Judged } from './judged.ts'

export interface AboveLink {
  /** What is exceeded, in one direction, bytes/s. */
  readonly rate: number
  readonly of: 'links' | 'nics'
  readonly why: 'nvls' | 'tree-on-two-nodes' | 'more-than-said'
}

export function aboveLink(it: Judged): AboveLink | undefined {
  const rate = oneDirection(it)
  if (rate === undefined || it.point.busbw * GBps <= rate) return undefined
  return { rate, of: it.expectation.nodes > 1 ? 'nics' : 'links', why: reasonOf(it) }
}

/** bytes/s in one direction, raw: of a GPU's links in one node, of all NICs of a node between nodes. Below it nothing is strange. */
function oneDirection({ expectation }: Judged): number | undefined {
  if (expectation.nodes > 1) return expectation.wire && expectation.wire.busbw * GBps
  const { gpuLinks, gpuLinkBandwidth, gpuLinkKind } = machineFacts(expectation.machine)
  const kind = gpuLinkKind && linkKind(gpuLinkKind)
  const raw = kind && 'bandwidth' in kind ? (kind.rawBandwidth ?? kind.bandwidth) / kind.bandwidth : 1
  const most = Math.max(0, ...gpuLinks) * gpuLinkBandwidth * raw
  return most > 0 ? most : undefined
}

function reasonOf({ expectation, expected }: Judged): AboveLink['why'] {
  if (expectation.nodes === 2 && !expectation.testsNetwork) return 'tree-on-two-nodes'
  return expected.algorithm === 'NVLS' && expectation.nodes === 1 ? 'nvls' : 'more-than-said'
}
