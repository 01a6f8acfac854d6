/**
 * An allocation is max-min fair exactly when every flow has a bottleneck: a full link on which no flow is faster, or its own
 * limit. Here the flows beside those that were filled anew are checked; whoever lacks one joins them.
 */
import type { LinkIndex } from '../topology/topology.ts'
import type { Flow, FlowTable } from './flow-table.ts'

/** Rates are compared across different orders of summation: this far apart they are equal. */
const SAME = 1e-9

export interface Bottlenecks {
  /** Looks at every link of the filled flows for others who may now have more, or must give. */
  joinThoseWithout(): void
  /** Flows looked at on links so far. */
  looks(): number
}

export function bottlenecks(bandwidth: Float64Array, flows: FlowTable): Bottlenecks {
  const touchedIn = new Int32Array(bandwidth.length)
  let touch = 0
  let looks = 0

  function joinThoseWithout(): void {
    touch++
    const { dirty, linksOf } = flows
    for (let at = 0, filled = dirty.length; at < filled; at++)
      for (const link of linksOf[dirty[at] as Flow] as readonly LinkIndex[])
        if (touchedIn[link] !== touch) joinThoseOn(link)
  }

  function joinThoseOn(link: LinkIndex): void {
    touchedIn[link] = touch
    const { rates, joined, bottleneck, round } = flows
    const there = flows.flowsOn[link] as Flow[]
    looks += there.length
    let used = 0
    let fastest = 0
    // The level at which filled flows are held here: others must not be faster.
    let level = Number.POSITIVE_INFINITY
    // Of the others the fastest, and the slowest that this link holds.
    let fastestOther = 0
    let slowestHeld = Number.POSITIVE_INFINITY
    for (const flow of there) {
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
    for (const flow of there) {
      if (joined[flow] === round) continue
      const rate = rates[flow] as number
      const mayHaveMore = bottleneck[flow] === link && (!full || fastest > rate * (1 + SAME))
      if (rate > most || mayHaveMore) flows.join(flow)
    }
  }

  return { joinThoseWithout, looks: () => looks }
}
