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
  /** Flows looked at on links so far: what repairing has cost. */
  looks(): number
}

/** Rates are compared across different orders of summation: this far apart they are equal. */
const SAME = 1e-9
/** To put a share into the heap and take it out, in looks. */
const LOOKS_OF_A_SHARE = 8
/** `bottleneck` of a flow: the link that holds it, or these. */
const OWN_LIMIT = -1

export function fairSharing(bandwidth: Float64Array): FairSharing {
  // Of a million links only a few may ever be used.
  const flowsOn: Flow[][] = new Array(bandwidth.length)
  const linksOf: (readonly LinkIndex[])[] = []
  let limitOf = new Float64Array(64)
  let rates = new Float64Array(64)
  let bottleneck = new Int32Array(64)
  /** Flows to be filled anew: the number of the round in which they joined. */
  let joined = new Int32Array(64)
  let dirty: Flow[] = []
  let freed: LinkIndex[] = []
  let round = 1

  // Of the filling under way, by link.
  const left = new Float64Array(bandwidth.length)
  const open = new Int32Array(bandwidth.length)
  const touchedIn = new Int32Array(bandwidth.length)
  const shares = shareHeap()
  let touch = 0
  let looks = 0

  function start(
    flow: Flow,
    links: readonly LinkIndex[],
    alone: BytesPerSecond,
    limit: BytesPerSecond,
  ): BytesPerSecond {
    if (flow >= rates.length) grow(flow)
    linksOf[flow] = links
    limitOf[flow] = limit
    rates[flow] = 0
    joined[flow] = 0
    let shared = false
    for (const link of links) {
      flowsOn[link] ??= []
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

  function grow(flow: Flow): void {
    const room = Math.max(2 * rates.length, flow + 1)
    limitOf = enlarged(limitOf, new Float64Array(room))
    rates = enlarged(rates, new Float64Array(room))
    bottleneck = enlarged(bottleneck, new Int32Array(room))
    joined = enlarged(joined, new Int32Array(room))
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
    const before: BytesPerSecond[] = []
    do {
      while (before.length < dirty.length) before.push(rates[dirty[before.length] as Flow] as number)
      fill()
      joinThoseWithoutBottleneck()
    } while (dirty.length > before.length)
    const repaired = dirty
    dirty = []
    round++
    for (let at = 0; at < repaired.length; at++) {
      const rate = rates[repaired[at] as Flow] as number
      if (rate !== before[at]) changed(repaired[at] as Flow, rate)
    }
  }

  /** Progressive filling of the dirty flows over what the others leave of their links. */
  function fill(): void {
    touch++
    shares.clear()
    for (const flow of dirty) rates[flow] = -1
    for (const flow of dirty) {
      const links = linksOf[flow] as readonly LinkIndex[]
      looks += links.length
      for (const link of links) if (touchedIn[link] !== touch) measure(link)
      const limit = limitOf[flow] as number
      if (limit !== Number.POSITIVE_INFINITY) shares.push(limit, bandwidth.length + flow)
    }
    for (let unset = dirty.length; unset > 0; ) {
      const share = shares.least()
      const key = shares.take()
      looks += LOOKS_OF_A_SHARE
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
    const flows = flowsOn[link] as Flow[]
    looks += flows.length
    for (const flow of flows) {
      const rate = rates[flow] as number
      if (rate === -1) count++
      else free -= rate
    }
    left[link] = free
    open[link] = count
    shares.push(free / count, link)
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
  function joinThoseWithoutBottleneck(): void {
    touch++
    for (let at = 0, filled = dirty.length; at < filled; at++)
      for (const link of linksOf[dirty[at] as Flow] as readonly LinkIndex[])
        if (touchedIn[link] !== touch) joinThoseOn(link)
  }

  function joinThoseOn(link: LinkIndex): void {
    touchedIn[link] = touch
    const flows = flowsOn[link] as Flow[]
    looks += flows.length
    let used = 0
    let fastest = 0
    // The level at which filled flows are held here: others must not be faster.
    let level = Number.POSITIVE_INFINITY
    // Of the others the fastest, and the slowest that this link holds.
    let fastestOther = 0
    let slowestHeld = Number.POSITIVE_INFINITY
    for (const flow of flows) {
      const rate = rates[flow] as number
      used += rate
      if (rate > fastest) fastest = rate
      if (joined[flow] === round) {
        if (bottleneck[flow] === link && rate < level) level = rate
      } else {
        if (rate > fastestOther) fastestOther = rate
        if (bottleneck[flow] === link && rate < slowestHeld) slowestHeld = rate
      }
    }
    const full = used >= (bandwidth[link] as number) * (1 - SAME)
    const most = level * (1 + SAME)
    const held = slowestHeld !== Number.POSITIVE_INFINITY
    const heldMayHaveMore = held && (!full || fastest > slowestHeld * (1 + SAME))
    if (fastestOther <= most && !heldMayHaveMore) return
    for (const flow of flows) {
      if (joined[flow] === round) continue
      const rate = rates[flow] as number
      const mayHaveMore = bottleneck[flow] === link && (!full || fastest > rate * (1 + SAME))
      if (rate > most || mayHaveMore) join(flow)
    }
  }

  return { start, stop, repair, rate: (flow) => rates[flow] ?? 0, looks: () => looks }
}

function enlarged<Column extends Float64Array | Int32Array>(values: Column, larger: Column): Column {
  larger.set(values)
  return larger
}

/** The least share first; equal shares by number. */
function shareHeap() {
  const shares: number[] = []
  const keys: number[] = []
  return {
    clear(): void {
      shares.length = 0
      keys.length = 0
    },
    push(share: number, key: number): void {
      let at = shares.length
      shares.push(share)
      keys.push(key)
      for (; at > 0; ) {
        const parent = (at - 1) >> 1
        const above = shares[parent] as number
        if (above < share || (above === share && (keys[parent] as number) < key)) break
        shares[at] = above
        keys[at] = keys[parent] as number
        at = parent
      }
      shares[at] = share
      keys[at] = key
    },
    least: () => shares[0] ?? 0,
    take(): number {
      const taken = keys[0] ?? 0
      const share = shares.pop() as number
      const key = keys.pop() as number
      const size = shares.length
      if (size > 0) sink(share, key, size)
      return taken
    },
  }

  /** From the top down to where it belongs. */
  function sink(share: number, key: number, size: number): void {
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      let [least, its] = [shares[child] as number, keys[child] as number]
      if (child + 1 < size) {
        const [other, othersKey] = [shares[child + 1] as number, keys[child + 1] as number]
        if (other < least || (other === least && othersKey < its)) {
          child++
          least = other
          its = othersKey
        }
      }
      if (share < least || (share === least && key < its)) break
      shares[at] = least
      keys[at] = its
      at = child
    }
    shares[at] = share
    keys[at] = key
  }
}
