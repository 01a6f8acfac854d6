/**
 * Max-min fair sharing of directed links (progressive filling, Bertsekas & Gallager, Data Networks, 6.5.2), repaired
 * where it changes. An allocation is max-min fair exactly when every flow has a bottleneck: a full link on which no
 * flow is faster, or its own limit. After a change only flows that have lost theirs are filled anew, the others held
 * fixed; whoever then lacks a bottleneck joins them, until nobody does.
 */
import type { BytesPerSecond } from '../base/units.ts'
import type { LinkIndex } from '../topology/topology.ts'

/** A number that the caller gives a flow; small numbers, used again. */
export type Flow = number

export interface FairSharing {
  /** The rate at once, where it has its links for itself; else 0, and repair() tells. */
  start(flow: Flow, links: readonly LinkIndex[], alone: BytesPerSecond, limit: BytesPerSecond): BytesPerSecond
  stop(flow: Flow): void
  rate(flow: Flow): BytesPerSecond
  /** Brings all rates up to date; calls for each flow whose rate is another than before. */
  repair(changed: (flow: Flow, rate: BytesPerSecond) => void): void
}

/** Rates are compared across different orders of summation: this far apart they are equal. */
const SAME = 1e-9
/** `bottleneck` of a flow: the link that holds it, or these. */
const OWN_LIMIT = -1

export function fairSharing(bandwidth: Float64Array): FairSharing {
  const flowsOn: Flow[][] = Array.from({ length: bandwidth.length }, () => [])
  const linksOf: (readonly LinkIndex[])[] = []
  const limitOf: BytesPerSecond[] = []
  const rates: BytesPerSecond[] = []
  const bottleneck: number[] = []
  /** Flows to be filled anew: the number of the round in which they joined. */
  const joined: number[] = []
  let dirty: Flow[] = []
  let freed: LinkIndex[] = []
  let round = 1

  // Of the filling under way, by link.
  const left = new Float64Array(bandwidth.length)
  const open = new Int32Array(bandwidth.length)
  const fastest = new Float64Array(bandwidth.length)
  const touchedIn = new Int32Array(bandwidth.length)
  let touch = 0

  function start(
    flow: Flow,
    links: readonly LinkIndex[],
    alone: BytesPerSecond,
    limit: BytesPerSecond,
  ): BytesPerSecond {
    linksOf[flow] = links
    limitOf[flow] = limit
    rates[flow] = 0
    joined[flow] = 0
    let shared = false
    for (const link of links) {
      const flows = flowsOn[link] as Flow[]
      if (flows.length > 0) shared = true
      flows.push(flow)
    }
    if (shared) {
      bottleneck[flow] = OWN_LIMIT
      join(flow)
      return 0
    }
    rates[flow] = alone
    bottleneck[flow] = alone === limit ? OWN_LIMIT : narrowest(links)
    return alone
  }

  const narrowest = (links: readonly LinkIndex[]): LinkIndex => {
    let least = links[0] ?? OWN_LIMIT
    for (const link of links) if ((bandwidth[link] as number) < (bandwidth[least] as number)) least = link
    return least
  }

  function join(flow: Flow): void {
    if (joined[flow] === round) return
    joined[flow] = round
    dirty.push(flow)
  }

  function stop(flow: Flow): void {
    for (const link of linksOf[flow] as readonly LinkIndex[]) {
      const flows = flowsOn[link] as Flow[]
      const last = flows.pop() as Flow
      if (last !== flow) flows[flows.indexOf(flow)] = last
      if (flows.length > 0) freed.push(link)
    }
    linksOf[flow] = []
    joined[flow] = 0
  }

  function repair(changed: (flow: Flow, rate: BytesPerSecond) => void): void {
    if (dirty.length === 0 && freed.length === 0) return
    for (const link of freed)
      for (const flow of flowsOn[link] as Flow[]) if (bottleneck[flow] === link) join(flow)
    freed = []
    if (dirty.length === 0) return
    const before = new Map<Flow, BytesPerSecond>()
    let known = 0
    do {
      for (; known < dirty.length; known++) before.set(dirty[known] as Flow, rates[dirty[known] as Flow] ?? 0)
      fill(dirty)
      joinThoseWithoutBottleneck(dirty.slice(0, known))
    } while (dirty.length > known)
    for (const [flow, rate] of before) if (rates[flow] !== rate) changed(flow, rates[flow] ?? 0)
    dirty = []
    round++
  }

  /** Progressive filling of these flows over what the others leave of their links. */
  function fill(flows: readonly Flow[]): void {
    touch++
    const shares = shareHeap()
    for (const flow of flows) rates[flow] = -1
    for (const flow of flows) {
      for (const link of linksOf[flow] as readonly LinkIndex[]) if (touchedIn[link] !== touch) measure(link)
      const limit = limitOf[flow] as number
      if (limit !== Number.POSITIVE_INFINITY) shares.push(limit, bandwidth.length + flow)
    }
    for (const flow of flows)
      for (const link of linksOf[flow] as readonly LinkIndex[])
        if (touchedIn[link] === touch) {
          touchedIn[link] = -touch
          shares.push((left[link] as number) / (open[link] as number), link)
        }
    for (let unset = flows.length; unset > 0; ) {
      const share = shares.least()
      const key = shares.take()
      if (key >= bandwidth.length) {
        const flow = key - bandwidth.length
        if (rates[flow] !== -1) continue
        settle(flow, share, OWN_LIMIT)
        unset--
        continue
      }
      const openHere = open[key] as number
      if (openHere === 0) continue
      const now = Math.max(0, (left[key] as number) / openHere)
      // Shares only grow while others are settled: an old entry is put back with the share of now.
      if (now > share) {
        shares.push(now, key)
        continue
      }
      for (const flow of flowsOn[key] as Flow[])
        if (rates[flow] === -1) {
          settle(flow, now, key)
          unset--
        }
    }
  }

  function measure(link: LinkIndex): void {
    touchedIn[link] = touch
    let free = bandwidth[link] as number
    let count = 0
    for (const flow of flowsOn[link] as Flow[]) {
      const rate = rates[flow] as number
      if (rate === -1) count++
      else free -= rate
    }
    left[link] = free
    open[link] = count
  }

  function settle(flow: Flow, rate: BytesPerSecond, by: number): void {
    rates[flow] = rate
    bottleneck[flow] = by
    for (const link of linksOf[flow] as readonly LinkIndex[]) {
      left[link] = (left[link] as number) - rate
      open[link] = (open[link] as number) - 1
    }
  }

  /** Looks at every link of the filled flows for others who may now have more, or must give. */
  function joinThoseWithoutBottleneck(filled: readonly Flow[]): void {
    touch++
    for (const filledFlow of filled)
      for (const link of linksOf[filledFlow] as readonly LinkIndex[]) {
        if (touchedIn[link] === touch) continue
        touchedIn[link] = touch
        const flows = flowsOn[link] as Flow[]
        let used = 0
        fastest[link] = 0
        // The level at which filled flows are held here: others must not be faster.
        let level = Number.POSITIVE_INFINITY
        for (const flow of flows) {
          const rate = rates[flow] as number
          used += rate
          if (rate > (fastest[link] as number)) fastest[link] = rate
          if (bottleneck[flow] === link && joined[flow] === round && rate < level) level = rate
        }
        const full = used >= (bandwidth[link] as number) * (1 - SAME)
        for (const flow of flows) {
          if (joined[flow] === round) continue
          const rate = rates[flow] as number
          const mustGive = rate > level * (1 + SAME)
          const mayHaveMore =
            bottleneck[flow] === link && (!full || (fastest[link] as number) > rate * (1 + SAME))
          if (mustGive || mayHaveMore) join(flow)
        }
      }
  }

  return { start, stop, repair, rate: (flow) => rates[flow] ?? 0 }
}

/** The least share first; equal shares by number. */
function shareHeap() {
  const shares: number[] = []
  const keys: number[] = []
  const before = (a: number, b: number) =>
    (shares[a] as number) < (shares[b] as number) ||
    (shares[a] === shares[b] && (keys[a] as number) < (keys[b] as number))
  const swap = (a: number, b: number) => {
    const [share, key] = [shares[a] as number, keys[a] as number]
    shares[a] = shares[b] as number
    keys[a] = keys[b] as number
    shares[b] = share
    keys[b] = key
  }
  return {
    push(share: number, key: number) {
      let at = shares.push(share) - 1
      keys.push(key)
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent)
        at = parent
      }
    },
    least: () => shares[0] ?? 0,
    take(): number {
      const key = keys[0] ?? 0
      swap(0, shares.length - 1)
      shares.pop()
      keys.pop()
      for (let at = 0; ; ) {
        let child = 2 * at + 1
        if (child >= shares.length) break
        if (child + 1 < shares.length && before(child + 1, child)) child++
        if (!before(child, at)) break
        swap(at, child)
        at = child
      }
      return key
    },
  }
}
