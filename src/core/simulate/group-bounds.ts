/**
 * Groups of ranks: of m groups, every byte of an all_reduce needs 2(m-1) messages between groups, whichever algorithm sends them.
 */
import type { Bytes, BytesPerSecond } from '../base/units.ts'
import type { Topology } from '../topology/topology.ts'
import type { Bound } from './certificate.ts'

/** Ranks alone, the ranks of a node together, the ranks of half the machine: whichever groups send least for what they must. */
export function groupBounds(topology: Topology, bytes: Bytes): readonly Bound[] {
  const { ranks, shape = [] } = topology
  const sizes = new Set([1, ...(shape.length === 2 ? [shape[1] ?? 1] : [])])
  return [...sizes].flatMap((each) => {
    const groups = ranks / each
    if (!Number.isInteger(groups) || groups < 2) return []
    const bandwidth = groupCapacity(topology, each)
    const must = 2 * (groups - 1) * bytes
    return [
      {
        seconds: bandwidth > 0 ? must / bandwidth : Number.POSITIVE_INFINITY,
        certificate: { kind: 'groups', groups, each, bytes: must, bandwidth } as const,
      },
    ]
  })
}

/** What leaves all groups together. A node without rank belongs to the group of the ranks it hangs on, when that is one. */
function groupCapacity(topology: Topology, each: number): BytesPerSecond {
  const { links } = topology
  const owner = ownersOf(topology, each)
  let sum = 0
  for (let link = 0; link < links.count; link++) {
    const [a, b] = [owner[links.from[link] ?? 0] ?? -1, owner[links.to[link] ?? 0] ?? -1]
    if (a >= 0 && a !== b) sum += links.bandwidth[link] ?? 0
  }
  return sum
}

const UNKNOWN = -2
const SHARED = -1

/** The group of each node; -1 for what several groups share. */
function ownersOf({ links, nodes, ranks }: Topology, each: number): Int32Array {
  const owner = Int32Array.from({ length: nodes }, (_, node) =>
    node < ranks ? Math.floor(node / each) : UNKNOWN,
  )
  if (nodes === ranks) return owner
  for (let again = true; again; ) {
    again = false
    for (let link = 0; link < links.count; link++) {
      const [a, b] = [links.from[link] ?? 0, links.to[link] ?? 0]
      if (handedOn(a, b)) again = true
      if (handedOn(b, a)) again = true
    }
  }
  return owner

  /** What a node belongs to, a switch beside it belongs to as well, until another group says the same. */
  function handedOn(a: number, b: number): boolean {
    const ownerOfA = owner[a] ?? UNKNOWN
    const known = owner[b] ?? UNKNOWN
    if (b < ranks || ownerOfA === UNKNOWN || known === SHARED || known === ownerOfA) return false
    owner[b] = known === UNKNOWN && each > 1 ? ownerOfA : SHARED
    return true
  }
}
