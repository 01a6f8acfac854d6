/** Why a row takes its time: read from the loads of the links, the share of latency, and the ways of its messages. */
import type { Bytes, Seconds } from '../base/units.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { type LinkIndex, linkName, type Topology } from '../topology/topology.ts'
import { nodeOf } from './messages.ts'

export type Why =
  /** Most of the time is latency, not bytes. */
  | { readonly kind: 'latency'; readonly seconds: Seconds; readonly share: number }
  /** A connection that was slowed down on purpose costs time here: so many times the time without. */
  | { readonly kind: 'slow-link'; readonly link: string; readonly times: number }
  /** All used links are as full as each other, and full all the time. */
  | { readonly kind: 'even' }
  /** Every link is full, and yet more bytes go over them than must. */
  | { readonly kind: 'more-data'; readonly times: number }
  /** Ranks that no link joins send to each other; others pass it on. */
  | { readonly kind: 'relayed'; readonly pairs: number; readonly first: readonly string[] }
  | { readonly kind: 'idle-links'; readonly share: number }
  /** One link carries more than the others; as a multiple of the data. */
  | { readonly kind: 'tight-link'; readonly link: string; readonly carries: number; readonly busy: number }
  /** No link is full: steps wait for each other. */
  | { readonly kind: 'waits'; readonly link: string; readonly busy: number }

export interface WhyInput {
  readonly schedule: Schedule
  readonly topology: Topology
  readonly bytes: Bytes
  readonly seconds: Seconds
  /** The same with nothing in the messages. */
  readonly latencySeconds: Seconds
  readonly linkBytes: Float64Array
  /** Bytes that the busiest rank sends, and the least that it must. */
  readonly sent: Bytes
  readonly leastSent: Bytes
  readonly slowLinks: readonly LinkIndex[]
  /** With the links as they were before they were slowed down. */
  readonly healthySeconds?: Seconds
}

/** A slow link that costs less is not what decides. */
const SLOWED = 1.005
/** More than half of the time. */
const LATENCY_DECIDES = 0.5
/** A link that is busy for this share of the time is full: the rest is latency and filling. */
const FULL = 0.85
/** All links as full as the fullest, but for this. */
const EVEN = 0.97
const MUCH_MORE = 1.25
const MANY_IDLE = 0.25

/** The strongest reasons, two at the most. */
export function whyOf(input: WhyInput): readonly Why[] {
  const { topology, bytes, seconds, latencySeconds, linkBytes, slowLinks } = input
  if (seconds === 0) return []
  const times = seconds / (input.healthySeconds ?? seconds)
  const slow = slowLinks
    .filter((link) => (linkBytes[link] ?? 0) > 0)
    .sort((a, b) => busySeconds(input, b) - busySeconds(input, a) || a - b)[0]
  if (slow !== undefined && times > SLOWED)
    return [{ kind: 'slow-link', link: linkName(topology, slow), times }]
  const share = latencySeconds / seconds
  if (share > LATENCY_DECIDES) return [{ kind: 'latency', seconds: latencySeconds, share }]
  const loads = loadsOf(topology, linkBytes)
  const [fullest] = loads
  if (!fullest) return []
  const link = linkName(topology, fullest.link)
  const busy = Math.min(1, fullest.seconds / seconds)
  const relayed = relayedPairs(input)
  const idle = idleShare(topology, linkBytes)
  const reasons: Why[] = []
  if (input.leastSent > 0 && input.sent / input.leastSent > MUCH_MORE)
    reasons.push({ kind: 'more-data', times: input.sent / input.leastSent })
  if (relayed.length > 0) reasons.push({ kind: 'relayed', pairs: relayed.length, first: relayed.slice(0, 2) })
  const even = (loads.at(-1)?.seconds ?? 0) >= EVEN * fullest.seconds
  if (idle > MANY_IDLE && reasons.length < 2) reasons.push({ kind: 'idle-links', share: idle })
  if (busy < FULL && reasons.length < 2) reasons.push({ kind: 'waits', link, busy })
  if (busy >= FULL && even && reasons.length === 0) return [{ kind: 'even' }]
  if (busy >= FULL && !even && reasons.length < 2)
    reasons.push({ kind: 'tight-link', link, carries: (linkBytes[fullest.link] ?? 0) / bytes, busy })
  return reasons.slice(0, 2)
}

const busySeconds = ({ topology, linkBytes }: WhyInput, link: LinkIndex): Seconds =>
  (linkBytes[link] ?? 0) / (topology.links.bandwidth[link] ?? 0)

interface Load {
  readonly link: LinkIndex
  readonly seconds: Seconds
}

/** Links that carry something, fullest first. */
function loadsOf({ links }: Topology, linkBytes: Float64Array): readonly Load[] {
  const loads: Load[] = []
  for (let link = 0; link < links.count; link++)
    if ((linkBytes[link] ?? 0) > 0)
      loads.push({ link, seconds: (linkBytes[link] ?? 0) / (links.bandwidth[link] ?? 0) })
  return loads.sort((a, b) => b.seconds - a.seconds || a.link - b.link)
}

function idleShare({ links }: Topology, linkBytes: Float64Array): number {
  let idle = 0
  for (let link = 0; link < links.count; link++) if ((linkBytes[link] ?? 0) === 0) idle++
  return links.count === 0 ? 0 : idle / links.count
}

/** Pairs whose way leads through a third rank: "3->4". */
function relayedPairs({ schedule, topology }: WhyInput): readonly string[] {
  const { links, ranks, route } = topology
  const seen = new Set<number>()
  const pairs: string[] = []
  for (const { repeat, step } of schedule.rounds()) {
    if (repeat < 1) continue
    for (const { from, to } of step(0)) {
      const key = from * (ranks + schedule.switches) + to
      if (seen.has(key)) continue
      seen.add(key)
      const way = route(nodeOf(topology, from), nodeOf(topology, to)) ?? []
      if (way.slice(0, -1).some((link) => (links.to[link] ?? 0) < ranks)) pairs.push(`${from}->${to}`)
    }
  }
  return pairs
}
