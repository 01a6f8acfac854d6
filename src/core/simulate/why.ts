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
  const { fullest, least } = extremes(topology, linkBytes)
  if (!fullest) return []
  const link = linkName(topology, fullest.link)
  const busy = Math.min(1, fullest.seconds / seconds)
  const relayed = relayedPairs(input)
  const idle = idleShare(topology, linkBytes)
  const reasons: Why[] = []
  if (input.leastSent > 0 && input.sent / input.leastSent > MUCH_MORE)
    reasons.push({ kind: 'more-data', times: input.sent / input.leastSent })
  if (relayed.pairs > 0) reasons.push({ kind: 'relayed', ...relayed })
  const even = least >= EVEN * fullest.seconds
  if (idle > MANY_IDLE && reasons.length < 2) reasons.push({ kind: 'idle-links', share: idle })
  if (busy < FULL && reasons.length < 2) reasons.push({ kind: 'waits', link, busy })
  if (busy >= FULL && even && reasons.length === 0) return [{ kind: 'even' }]
  if (busy >= FULL && !even && reasons.length < 2)
    reasons.push({ kind: 'tight-link', link, carries: (linkBytes[fullest.link] ?? 0) / bytes, busy })
  return reasons.slice(0, 2)
}

const busySeconds = ({ topology, linkBytes }: WhyInput, link: LinkIndex): Seconds =>
  (linkBytes[link] ?? 0) / (topology.links.bandwidth[link] ?? 0)

/** Of the links that carry something the one that takes longest for it, and the least time of any. */
function extremes(
  { links }: Topology,
  linkBytes: Float64Array,
): { readonly fullest?: { readonly link: LinkIndex; readonly seconds: Seconds }; readonly least: Seconds } {
  let fullest: { readonly link: LinkIndex; readonly seconds: Seconds } | undefined
  let least = Number.POSITIVE_INFINITY
  for (let link = 0; link < links.count; link++) {
    const bytes = linkBytes[link] ?? 0
    if (bytes <= 0) continue
    const seconds = bytes / (links.bandwidth[link] ?? 0)
    if (!fullest || seconds > fullest.seconds) fullest = { link, seconds }
    least = Math.min(least, seconds)
  }
  return { ...(fullest ? { fullest } : {}), least }
}

function idleShare({ links }: Topology, linkBytes: Float64Array): number {
  let idle = 0
  for (let link = 0; link < links.count; link++) if ((linkBytes[link] ?? 0) === 0) idle++
  return links.count === 0 ? 0 : idle / links.count
}

/** Pairs whose way leads through a third rank, and the first of them: "3->4". */
function relayedPairs({ schedule, topology }: WhyInput): {
  readonly pairs: number
  readonly first: readonly string[]
} {
  const nodes = topology.ranks + schedule.switches
  const isRelayed = relaying(topology)
  // Most ranks send to the same other again and again. Only pairs that are relayed are remembered: of all there may be too many.
  const lastTo = new Int32Array(nodes).fill(-1)
  const seen = new Set<number>()
  const first: string[] = []
  for (const { repeat, step, pairs } of schedule.rounds()) {
    if (repeat < 1) continue
    for (const { from, to } of pairs?.() ?? [])
      for (let at = 0; at < from.length; at++) look(from[at] ?? 0, to[at] ?? 0)
    if (!pairs) for (const { from, to } of step(0)) look(from, to)
  }
  return { pairs: seen.size, first }

  function look(from: number, to: number): void {
    if (lastTo[from] === to) return
    lastTo[from] = to
    if (!isRelayed(from, to) || seen.has(from * nodes + to)) return
    seen.add(from * nodes + to)
    if (first.length < MOST_NAMED) first.push(`${from}->${to}`)
  }
}

const MOST_NAMED = 2

/** Whether a third rank passes on what one sends to another; where the graph can be turned, that is the same as many places on. */
function relaying(topology: Topology): (from: number, to: number) => boolean {
  const { links, ranks, route, turning } = topology
  const look = (from: number, to: number): boolean => {
    const way = route(nodeOf(topology, from), nodeOf(topology, to)) ?? []
    return way.some((link, hop) => hop < way.length - 1 && (links.to[link] ?? 0) < ranks)
  }
  if (!turning) return look
  const known: boolean[] = []
  return (from, to) => {
    if (from >= ranks || to >= ranks) return look(from, to)
    const ahead = (to - from + ranks) % ranks
    known[ahead] ??= look(from, to)
    return known[ahead]
  }
}
