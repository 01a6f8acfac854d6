/**
 * Progressive filling (Bertsekas & Gallager, Data Networks, 6.5.2): the rates of all flows grow alike until a link is full or a
 * flow has its limit; these are settled, the others go on. Here of the dirty flows alone, over what the others leave.
 */
import type { BytesPerSecond } from '../base/units.ts'
import type { LinkIndex } from '../topology/topology.ts'
import { type Flow, type FlowTable, OWN_LIMIT } from './flow-table.ts'
import { shareHeap } from './share-heap.ts'

/** To put a share into the heap and take it out, in looks. */
const LOOKS_OF_A_SHARE = 8

export interface Filling {
  /** Sets the rates of the dirty flows, and what holds each. */
  fill(): void
  /** Flows looked at on links so far. */
  looks(): number
}

export function progressiveFilling(bandwidth: Float64Array, flows: FlowTable): Filling {
  const left = new Float64Array(bandwidth.length)
  const open = new Int32Array(bandwidth.length)
  const touchedIn = new Int32Array(bandwidth.length)
  const shares = shareHeap()
  let touch = 0
  let looks = 0

  function fill(): void {
    touch++
    shares.clear()
    const { dirty, rates, limitOf, linksOf } = flows
    for (const flow of dirty) rates[flow] = -1
    for (const flow of dirty) {
      const links = linksOf[flow] as readonly LinkIndex[]
      looks += links.length
      for (const link of links) if (touchedIn[link] !== touch) measure(link)
      const limit = limitOf[flow] as number
      if (limit !== Number.POSITIVE_INFINITY) shares.push(limit, bandwidth.length + flow)
    }
    settleAll(dirty.length)
  }

  function settleAll(unset: number): void {
    const { rates, flowsOn } = flows
    for (let still = unset; still > 0; ) {
      const share = shares.least()
      const key = shares.take()
      looks += LOOKS_OF_A_SHARE
      if (key >= bandwidth.length) {
        const flow = key - bandwidth.length
        if (rates[flow] !== -1) continue
        settle(flow, share, OWN_LIMIT)
        still--
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
          still--
        }
    }
  }

  function measure(link: LinkIndex): void {
    touchedIn[link] = touch
    const { rates } = flows
    let free = bandwidth[link] as number
    let count = 0
    const there = flows.flowsOn[link] as Flow[]
    looks += there.length
    for (const flow of there) {
      const rate = rates[flow] as number
      if (rate === -1) count++
      else free -= rate
    }
    left[link] = free
    open[link] = count
    shares.push(free / count, link)
  }

  function settle(flow: Flow, rate: BytesPerSecond, by: number): void {
    flows.rates[flow] = rate
    flows.bottleneck[flow] = by
    for (const link of flows.linksOf[flow] as readonly LinkIndex[]) {
      left[link] = (left[link] as number) - rate
      open[link] = (open[link] as number) - 1
    }
  }

  return { fill, looks: () => looks }
}
