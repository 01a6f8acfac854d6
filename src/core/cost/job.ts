/** The ranks of one collective on a machine: how many, on how many nodes, and what each GPU and NIC of them carries. */
import { failed, ok, type Result } from '../base/result.ts'
import type { BytesPerSecond } from '../base/units.ts'
import { type MachineFacts, machineFacts, type NicFacts } from '../machine/facts.ts'
import type { Machine } from '../machine/machine.ts'
import { smallestCut } from './smallest-cut.ts'

export interface Job {
  readonly machine: Machine
  readonly facts: MachineFacts
  readonly ranks: number
  readonly nodes: number
  readonly ranksPerNode: number
  /**
   * What the slowest GPU of the job reaches the others of its node with, one direction: all its NVLinks or xGMI links
   * to them, or its PCIe path.
   */
  readonly insideBandwidth: BytesPerSecond
  /** Inside the node the GPUs talk over NVLink or xGMI and not over PCIe. */
  readonly linked: boolean
  /** The ring inside a node crosses from one CPU socket to the other over PCIe. */
  readonly crossesSockets: boolean
  /** The NICs of one node that the job can use; empty on one node. */
  readonly nics: readonly NicFacts[]
}

/** Why a machine has no such job. */
export type NoJob = 'one-rank' | 'more-ranks-than-gpus' | 'no-nics'

/** As many ranks as asked, spread evenly over the machine's nodes, one a GPU; all GPUs when not given. */
export function jobOf(
  machine: Machine,
  asked: { readonly ranks?: number; readonly ranksPerNode?: number } = {},
): Result<Job, NoJob> {
  const facts = factsOf(machine)
  const ranks = asked.ranks ?? (asked.ranksPerNode ?? facts.gpus) * machine.nodes
  const ranksPerNode = Math.min(ranks, asked.ranksPerNode ?? Math.ceil(ranks / machine.nodes))
  const nodes = Math.ceil(ranks / ranksPerNode)
  if (!(ranks > 1)) return failed('one-rank')
  if (ranksPerNode > facts.gpus || nodes > machine.nodes) return failed('more-ranks-than-gpus')
  const nics = nodes > 1 ? usableNics(facts, ranksPerNode) : []
  if (nodes > 1 && nics.length === 0) return failed('no-nics')
  return ok({ machine, facts, ranks, nodes, ranksPerNode, nics, ...insideOf(machine, facts, ranksPerNode) })
}

/** A machine is asked about many times: at other sizes, with other algorithms, with more nodes of the same links. */
const known = new WeakMap<Machine['links'], MachineFacts>()

function factsOf(machine: Machine): MachineFacts {
  const held = known.get(machine.links)
  if (held) return held.nodes === machine.nodes ? held : { ...held, nodes: machine.nodes }
  const facts = machineFacts(machine)
  known.set(machine.links, facts)
  return facts
}

/** A GPU has its share of the node's NICs, at least one. */
function usableNics({ nics, gpus }: MachineFacts, ranksPerNode: number): readonly NicFacts[] {
  return nics
    .filter(({ bandwidth }) => bandwidth > 0)
    .slice(0, Math.max(1, Math.ceil((nics.length * ranksPerNode) / gpus)))
}

function insideOf(
  machine: Machine,
  facts: MachineFacts,
  ranksPerNode: number,
): Pick<Job, 'insideBandwidth' | 'linked' | 'crossesSockets'> {
  const { gpuLinks, gpuLinkBandwidth, pcieBandwidth, socketBandwidth, gpus, sockets } = facts
  if (ranksPerNode === 1) return { insideBandwidth: Infinity, linked: true, crossesSockets: false }
  const ids = machine.devices
    .filter(({ kind }) => kind === 'GPU')
    .map(({ id }) => id)
    .slice(0, ranksPerNode)
  const links =
    facts.inside === 'nvswitch'
      ? Math.min(...gpuLinks.slice(0, ranksPerNode)) * gpuLinkBandwidth
      : smallestCut(machine, ids)
  if (links > 0) return { insideBandwidth: links, linked: true, crossesSockets: false }
  const crossesSockets = ranksPerNode > gpus / sockets
  const between = crossesSockets ? (socketBandwidth ?? Infinity) : Infinity
  return { insideBandwidth: Math.min(pcieBandwidth, between), linked: false, crossesSockets }
}
