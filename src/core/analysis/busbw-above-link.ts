/**
 * busbw above what the links of a GPU, or all NICs of a node, carry in one direction, and why. With NVLS (the switch
 * reduces: wire = algbw (N+1)/N) and with a tree on two nodes that is right; otherwise it is not the machine that was said.
 */
import { GBps } from '../base/units.ts'
import { ABOVE_LINKS } from '../expectation/judge.ts'
import { machineFacts } from '../machine/facts.ts'
import type { Judged } from './judged.ts'

export interface AboveLink {
  /** What is exceeded, in one direction, bytes/s. */
  readonly rate: number
  readonly of: 'links' | 'nics'
  readonly why: 'nvls' | 'tree-on-two-nodes' | 'more-than-said'
}

export function aboveLink(judgedSeries: Judged): AboveLink | undefined {
  const link = oneDirection(judgedSeries)
  if (link === undefined || judgedSeries.point.busbw * GBps <= link.rate * link.margin) return undefined
  return {
    rate: link.rate,
    of: judgedSeries.expectation.nodes > 1 ? 'nics' : 'links',
    why: reasonOf(judgedSeries),
  }
}

/** bytes/s in one direction of what bounds it: a GPU's links in one node, all NICs of a node between nodes. */
function oneDirection({
  expectation,
}: Judged): { readonly rate: number; readonly margin: number } | undefined {
  // The wire's rate is nominal and cannot be passed; that of links is what is usable.
  if (expectation.nodes > 1) return expectation.wire && { rate: expectation.wire.busbw * GBps, margin: 1 }
  const { gpuLinks, gpuLinkBandwidth } = machineFacts(expectation.machine)
  const most = Math.max(0, ...gpuLinks) * gpuLinkBandwidth
  return most > 0 ? { rate: most, margin: ABOVE_LINKS.value } : undefined
}

function reasonOf({ expectation, expected }: Judged): AboveLink['why'] {
  if (expectation.nodes === 2 && !expectation.testsNetwork) return 'tree-on-two-nodes'
  return expected.algorithm === 'NVLS' && expectation.nodes === 1 ? 'nvls' : 'more-than-said'
}
