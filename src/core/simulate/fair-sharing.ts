/**
 * Max-min fair sharing of directed links (progressive filling, Bertsekas & Gallager, Data Networks, 6.5.2), repaired
 * where it changes. An allocation is max-min fair exactly when every flow has a bottleneck: a full link on which no
 * flow is faster, or its own limit. After a change only flows that have lost theirs are filled anew, the others held
 * fixed; whoever then lacks a bottleneck joins them, until nobody does.
 */
import type { BytesPerSecond } from '../base/units.ts'
import type { LinkIndex } from '../topology/topology.ts'
import { bottlenecks } from './bottlenecks.ts'
import { type Flow, flowTable, OWN_LIMIT } from './flow-table.ts'
import { progressiveFilling } from './progressive-filling.ts'

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

export function fairSharing(bandwidth: Float64Array): FairSharing {
  const flows = flowTable(bandwidth.length)
  const filling = progressiveFilling(bandwidth, flows)
  const checks = bottlenecks(bandwidth, flows)
  let freed: LinkIndex[] = []

  function start(
    flow: Flow,
    links: readonly LinkIndex[],
    alone: BytesPerSecond,
    limit: BytesPerSecond,
  ): BytesPerSecond {
    if (!flows.add(flow, links, limit)) {
      flows.rates[flow] = alone
      flows.bottleneck[flow] = alone === limit ? OWN_LIMIT : narrowest(links)
      return alone
    }
    flows.bottleneck[flow] = OWN_LIMIT
    flows.join(flow)
    return 0
  }

  const narrowest = (links: readonly LinkIndex[]): LinkIndex => {
    let least = links[0] ?? OWN_LIMIT
    for (const link of links) if ((bandwidth[link] as number) < (bandwidth[least] as number)) least = link
    return least
  }

  function stop(flow: Flow): void {
    for (const link of flows.linksOf[flow] as readonly LinkIndex[]) {
      const there = flows.flowsOn[link] as Flow[]
      const last = there.pop() as Flow
      if (last !== flow) there[there.indexOf(flow)] = last
      if (there.length > 0) freed.push(link)
    }
    flows.linksOf[flow] = []
    flows.joined[flow] = 0
  }

  function repair(changed: (flow: Flow, rate: BytesPerSecond) => void): void {
    if (flows.dirty.length === 0 && freed.length === 0) return
    for (const link of freed)
      for (const flow of flows.flowsOn[link] as Flow[]) if (flows.bottleneck[flow] === link) flows.join(flow)
    freed = []
    if (flows.dirty.length === 0) return
    const { dirty: repaired, rates } = flows
    const before: BytesPerSecond[] = []
    do {
      while (before.length < repaired.length) before.push(rates[repaired[before.length] as Flow] as number)
      filling.fill()
      checks.joinThoseWithout()
    } while (repaired.length > before.length)
    flows.nextRound()
    for (let at = 0; at < repaired.length; at++) {
      const rate = rates[repaired[at] as Flow] as number
      if (rate !== before[at]) changed(repaired[at] as Flow, rate)
    }
  }

  return {
    start,
    stop,
    repair,
    rate: (flow) => flows.rates[flow] ?? 0,
    looks: () => filling.looks() + checks.looks(),
  }
}
