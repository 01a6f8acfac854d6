/** Connections between GPUs of one host: by peer-to-peer, through shared memory, and pairs whose two directions differ. */
import { numbersOf } from '../base/number-set.ts'
import { computed } from './facts.ts'
import { type EdgeEnd, edgeEnds } from './network-edges.ts'

export const localEdges = computed((facts): readonly EdgeEnd[] =>
  edgeEnds(facts).filter(({ transport }) => transport.kind === 'p2p' || transport.kind === 'shm'),
)

export interface UnequalPair {
  readonly p2p: EdgeEnd
  readonly shm: EdgeEnd
  readonly host: string | undefined
}

/** a -> b goes by P2P, b -> a by shared memory. */
export const unequalPairs = computed((facts): readonly UnequalPair[] => {
  const local = localEdges(facts)
  const p2p = new Map<string, EdgeEnd>()
  for (const end of local)
    if (end.transport.kind === 'p2p')
      for (const peer of numbersOf(end.peers)) p2p.set(keyOf(end, end.rank, peer), end)
  const sameWay = new Set<string>()
  for (const end of local)
    if (end.transport.kind === 'shm')
      for (const peer of numbersOf(end.peers))
        if (p2p.has(keyOf(end, end.rank, peer))) sameWay.add(keyOf(end, end.rank, peer))
  return local.flatMap((end) => {
    if (end.transport.kind !== 'shm') return []
    return [...numbersOf(end.peers)].flatMap((peer) => {
      const back = p2p.get(keyOf(end, peer, end.rank))
      // A pair that uses both in one direction belongs to two jobs or communicators.
      return back && !sameWay.has(keyOf(end, end.rank, peer)) ? [{ p2p: back, shm: end, host: end.host }] : []
    })
  })
})

/** Ranks of an unnamed communicator are told apart by log and host. */
const ids = new WeakMap<object, number>()
let next = 0

function idOf(owner: object): number {
  const known = ids.get(owner)
  if (known !== undefined) return known
  next++
  ids.set(owner, next)
  return next
}

const keyOf = ({ communicator, log, host }: EdgeEnd, from: number, to: number): string =>
  `${idOf(communicator ?? log)} ${host} ${from} ${to}`
