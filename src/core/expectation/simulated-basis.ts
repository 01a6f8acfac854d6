/**
 * A further basis of what a ring reaches inside one node: the best rings over its device graph, simulated link by link. Real rings
 * reach 93 to 99 % of it. Between nodes the simulation of all links takes longer than an expectation may.
 */
import { busFactor } from '../collectives/names.ts'
import { race } from '../simulate/quickest.ts'
import { deviceTopology } from '../topology/device-topology.ts'
import type { Basis, Expectation } from './expectation.ts'

/** Among more ranks rings are sought for longer than an expectation may take: through switches, and over links between GPUs. */
const [MOST_SWITCHED, MOST_LINKED] = [16, 8]
const RINGS: ReadonlySet<string> = new Set(['all_reduce', 'all_gather', 'reduce_scatter'])

/** The expectation with that basis beside those of a ring, be it the default or the alternative. */
export function withSimulatedRing(expectation: Expectation): Expectation {
  const { bases, alternatives, plateau } = expectation
  const rings = plateau.algorithm === 'Ring' || alternatives.some(({ algorithm }) => algorithm === 'Ring')
  const basis = rings ? simulatedRing(expectation) : undefined
  if (!basis) return expectation
  return {
    ...expectation,
    bases: plateau.algorithm === 'Ring' ? [...bases, basis] : bases,
    alternatives: alternatives.map((alternative) =>
      alternative.algorithm === 'Ring'
        ? { ...alternative, bases: [...alternative.bases, basis] }
        : alternative,
    ),
  }
}

function simulatedRing({ collective, machine, nodes, ranks, plateau }: Expectation): Basis | undefined {
  if (nodes > 1 || !RINGS.has(collective)) return undefined
  const topology = deviceTopology(machine)
  if (topology.ranks !== ranks || ranks > (topology.nodes > ranks ? MOST_SWITCHED : MOST_LINKED))
    return undefined
  const question = { collective, topology, algorithm: 'ring', rings: 'best' } as const
  const best = race({ ...question, options: { bytes: plateau.bytes } }).at(plateau.bytes)
  if (!best) return undefined
  const busbw = ((plateau.bytes / best.simulation.seconds) * busFactor(collective, ranks)) / 1e9
  return { kind: 'simulated', busbw, low: busbw, high: busbw, source: 'docs/simulation.md' }
}
