/** A schedule over a topology: by rounds where that is exact, else message by message. */
import { failed, ok, type Result } from '../base/result.ts'
import type { Bytes, Seconds } from '../base/units.ts'
import type { LinkLoad, Timeline } from '../timeline/timeline.ts'
import { type LinkIndex, type LinkTable, linkName, type Topology } from '../topology/topology.ts'
import { looksOfMessages, UNLIMITED } from './effort.ts'
import { type Run, runEvents } from './events.ts'
import type { Messages } from './message-columns.ts'
import { MOST_MESSAGES, messagesOf } from './messages.ts'
import { chunkBytes, type Job, type SimulateProblem } from './options.ts'
import { type Paths, pathsOver } from './paths.ts'
import { runRounds } from './rounds.ts'
import { stepLoads } from './step-loads.ts'
import { asMessages, stepMerger } from './step-messages.ts'
import { timelineEvents } from './timeline-events.ts'

export interface Simulation {
  readonly seconds: Seconds
  /** The same with nothing in the messages, where the way of computing it tells. */
  readonly latencySeconds?: Seconds
  /** How it was computed. */
  readonly by: 'rounds' | 'events'
  /** Bytes over each link. */
  readonly linkBytes: Float64Array
  /** What it took message by message (effort.ts). */
  readonly looks?: number
}

/** Seconds and loads, on the quickest way that is exact. */
export function simulate(job: Job): Result<Simulation, SimulateProblem> {
  const problem = mismatch(job)
  if (problem) return failed(problem)
  job.watch?.({ by: 'rounds', steps: 0 })
  const rounds = runRounds(job)
  if (rounds.applies) {
    const { seconds, latencySeconds, linkBytes } = rounds
    return ok({ seconds, latencySeconds, by: 'rounds', linkBytes })
  }
  const { crossings, looks } = job.effort ?? UNLIMITED
  // Message by message it would be more.
  if (rounds.why === 'too-much-work')
    return failed({ kind: 'too-much-work', counted: 'crossings', most: crossings })
  // What is known to be too much is not even written down message by message.
  if (looksOfMessages(rounds.messages, 0) > looks)
    return failed({ kind: 'too-much-work', counted: 'looks', most: looks })
  if (rounds.messages > MOST_MESSAGES)
    return failed({ kind: 'too-large', messages: rounds.messages, most: MOST_MESSAGES })
  const simulated = simulateEvents(job)
  return simulated.ok ? ok({ ...simulated.value, by: 'events' }) : simulated
}

interface Simulated {
  readonly seconds: Seconds
  readonly linkBytes: Float64Array
  readonly looks: number
  readonly messages: Messages
  readonly run: Run
}

/** Always message by message. */
export function simulateEvents(job: Job): Result<Simulated, SimulateProblem> {
  const problem = mismatch(job)
  if (problem) return failed(problem)
  const { schedule, topology, options } = job
  const mostLooks = (job.effort ?? UNLIMITED).looks
  const paths = pathsOver(topology, options)
  const messages = messagesOf(schedule, topology, paths, chunkBytes(schedule, options.bytes), job.effort)
  if (!messages.ok) return messages
  const run = runEvents(messages.value, job, paths)
  if (run.looks > mostLooks) return failed({ kind: 'too-much-work', counted: 'looks', most: mostLooks })
  if (run.stuck > 0) return failed({ kind: 'deadlock', messages: run.stuck })
  const linkBytes = bytesOverLinks(messages.value, paths, topology.links)
  return ok({ seconds: run.seconds, linkBytes, looks: run.looks, messages: messages.value, run })
}

export interface Least {
  readonly latencySeconds: Seconds
  /** The time in which the link that has most to carry has carried it. */
  readonly fullestSeconds: Seconds
}

/** What it takes at least: message by message, but with nothing in the messages, and the load of the links without their sharing. */
export function leastOf(job: Job): Result<Least, SimulateProblem> {
  const problem = mismatch(job)
  if (problem) return failed(problem)
  const { schedule, topology, options, effort } = job
  const paths = pathsOver(topology, options)
  const messages = messagesOf(schedule, topology, paths, chunkBytes(schedule, options.bytes), effort)
  if (!messages.ok) return messages
  const { seconds: fullestSeconds } = fullestLink(
    topology,
    bytesOverLinks(messages.value, paths, topology.links),
  ) ?? { seconds: 0 }
  messages.value.bytes.fill(0)
  messages.value.reduced.fill(0)
  const { seconds, stuck } = runEvents(messages.value, { topology, options }, paths)
  if (stuck > 0) return failed({ kind: 'deadlock', messages: stuck })
  return ok({ latencySeconds: seconds, fullestSeconds })
}

/** The same of its fullest link without its messages, from the rounds alone. */
export function fullestByRounds({
  schedule,
  topology,
  options,
  effort = UNLIMITED,
}: Job): Seconds | 'too-much-work' {
  const loads = stepLoads(topology, options, effort.crossings)
  const merge = stepMerger(schedule.ranks + schedule.switches)
  const bytesOfChunk = chunkBytes(schedule, options.bytes)
  for (const { repeat, step, pairs } of schedule.rounds()) {
    if (repeat < 1) continue
    const messages = pairs ? asMessages(pairs()) : merge(step(0))
    if (loads.add(messages, bytesOfChunk, repeat) === 'too-much-work') return 'too-much-work'
  }
  return fullestLink(topology, loads.linkBytes())?.seconds ?? 0
}

/** The link whose bytes take longest at its full rate; undefined when none has any. */
export function fullestLink(
  { links }: Topology,
  linkBytes: Float64Array,
): { readonly link: LinkIndex; readonly seconds: Seconds } | undefined {
  let fullest: { link: LinkIndex; seconds: Seconds } | undefined
  for (let link = 0; link < links.count; link++) {
    const seconds = (linkBytes[link] ?? 0) / (links.bandwidth[link] ?? 0)
    if (seconds > (fullest?.seconds ?? 0)) fullest = { link, seconds }
  }
  return fullest
}

/** Who did what when: every message as a send and a receive. */
export function timelineOf(job: Job): Result<Timeline, SimulateProblem> {
  const simulated = simulateEvents(job)
  if (!simulated.ok) return simulated
  const { seconds, linkBytes, messages, run } = simulated.value
  return ok({
    seconds,
    ranks: job.schedule.ranks,
    events: timelineEvents(messages, run),
    links: linkLoads(job.topology, linkBytes),
  })
}

/** The links that carried something, busiest first; `busySeconds` is the time that their bytes take at full rate. Of more than `most` the busiest. */
export function linkLoads(
  topology: Topology,
  linkBytes: Float64Array,
  most = Number.POSITIVE_INFINITY,
): readonly LinkLoad[] {
  const { links, nodeName } = topology
  const busy = (link: number) => (linkBytes[link] ?? 0) / (links.bandwidth[link] ?? 0)
  return busiest(linksUsed(linkBytes), busy, most)
    .sort((a, b) => busy(b) - busy(a) || a - b)
    .map((link) => ({
      link: linkName(topology, link),
      from: nodeName(links.from[link] ?? -1),
      to: nodeName(links.to[link] ?? -1),
      bytes: linkBytes[link] ?? 0,
      bandwidth: links.bandwidth[link] ?? 0,
      busySeconds: busy(link),
    }))
}

/** Those that carry something, by number. */
export function linksUsed(linkBytes: Float64Array): readonly LinkIndex[] {
  const used: LinkIndex[] = []
  for (let link = 0; link < linkBytes.length; link++) if ((linkBytes[link] ?? 0) > 0) used.push(link)
  return used
}

/** So many of the busiest, of equally busy ones the first, without putting all in order. */
function busiest(used: readonly LinkIndex[], busy: (link: LinkIndex) => Seconds, most: number): LinkIndex[] {
  if (used.length <= most) return [...used]
  const least = Float64Array.from(used, busy).sort()[used.length - most] ?? 0
  const busier = used.filter((link) => busy(link) > least)
  const equally = used.filter((link) => busy(link) === least)
  return [...busier, ...equally.slice(0, most - busier.length)]
}

function bytesOverLinks(messages: Messages, paths: Paths, { count }: LinkTable): Float64Array {
  const bytes: Float64Array = new Float64Array(count)
  for (let message = 0; message < messages.count; message++) {
    const size: Bytes = messages.bytes[message] ?? -1
    for (const link of paths.links[messages.path[message] ?? -1] ?? [])
      bytes[link] = (bytes[link] ?? 0) + size
  }
  return bytes
}

function mismatch({ schedule, topology }: Job): SimulateProblem | undefined {
  if (schedule.ranks !== topology.ranks)
    return { kind: 'ranks-differ', schedule: schedule.ranks, topology: topology.ranks }
  if (schedule.switches > topology.reducers.length)
    return { kind: 'no-reducer', needed: schedule.switches, present: topology.reducers.length }
  return undefined
}
