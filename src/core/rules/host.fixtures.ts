/** Evidence about hosts: what their tools print, with a fault and without. */

import { facts, printed } from '../analysis/hand-made.fixtures.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { NodePairs } from '../evidence/node-pairs.ts'
import { nodePairs } from '../parsers/bandwidth/node-pairs.ts'
import { type PrintedHost, printedHost } from './printed-hosts.fixtures.ts'

/** One host with this fault. */
export const one = (host: PrintedHost) => facts(printed('gpu-01', printedHost(host)))

/** So many hosts, the last with this fault. */
export const many = (count: number, odd: PrintedHost, all: PrintedHost = {}) =>
  facts(
    Array.from({ length: count }, (_, at) =>
      printed(`gpu-${at + 1}`, printedHost(at === count - 1 ? { ...all, ...odd } : all)),
    ).flat(),
  )

export const well = one({})

/** A table of so many nodes, pair by pair. */
export function pairTable(rate: (a: number, b: number) => number, nodes = 8): readonly Evidence[] {
  const reader = nodePairs.start('pairs.csv')
  reader.line('node1,node2,busbw', 1)
  let line = 2
  for (let a = 0; a < nodes; a++)
    for (let b = a + 1; b < nodes; b++) reader.line(`gpu-${a},gpu-${b},${rate(a, b)}`, line++)
  return reader.end().evidence.filter((evidence): evidence is NodePairs => evidence.kind === 'node-pairs')
}
