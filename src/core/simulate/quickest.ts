/**
 * The quickest algorithm at any size, without the reasons. One simulation each tells what an algorithm takes at least: its
 * latency with nothing in the messages, and the time in which its fullest link carries its bytes. By rounds the sum of both is
 * exact for every size. Of the others only those are simulated again that could still win.
 */
import { type Bytes, MiB, type Seconds } from '../base/units.ts'
import type { Schedule, Transfer } from '../schedules/schedule.ts'
import type { Topology } from '../topology/topology.ts'
import { nodeOf } from './messages.ts'
import type { Job } from './options.ts'
import { limitOf, timedAt } from './pieces.ts'
import { runRounds } from './rounds.ts'
import { leastOf, type Simulation } from './simulate.ts'
import {
  askedFor,
  type Missing,
  MOST_PAIRS,
  notTried,
  type Question,
  scheduleOf,
  type Variant,
  variantsOf,
} from './variants.ts'

export interface Quickest {
  /** With the pieces of its pipeline filled in. */
  readonly variant: Variant
  readonly simulation: Simulation
  readonly latencySeconds: Seconds
}

export interface Race {
  /** What takes no part, and why. */
  readonly missing: readonly Missing[]
  /** Undefined when nothing takes part. */
  at(bytes: Bytes): Quickest | undefined
}

interface Runner {
  readonly variant: Variant
  readonly latencySeconds: Seconds
  /** Of its fullest link; where it is exact, of all steps together. */
  readonly secondsPerByte: number
  /** By rounds, and in pieces that are known: its loads at REFERENCE bytes. */
  readonly exact?: { readonly linkBytes: Float64Array }
  readonly mostMessages?: number
}

/** What a link of a message costs when it is simulated message by message, in those of a round: about 5 us to 100 ns. */
const EVENT_COSTS = 50

/** Any size will do. */
const REFERENCE: Bytes = MiB

/** At most `effort` links of messages are gone through for an algorithm by rounds; message by message EVENT_COSTS times fewer. */
export function race(question: Question, effort = Number.POSITIVE_INFINITY): Race {
  const missing: Missing[] = []
  const runners = askedFor(question).flatMap((algorithm): readonly Runner[] => {
    const why = notTried(algorithm, question, Math.min(MOST_PAIRS, effort))
    if (why) missing.push({ id: algorithm.id, why })
    if (why) return []
    const variants = variantsOf(algorithm, question).flatMap(({ placement, ...plain }) =>
      placement ? [plain, { ...plain, placement }] : [plain],
    )
    const known = variants.map((variant) => runnerOf(variant, question, effort))
    const running = known.filter((its) => 'variant' in its)
    const [problem] = known.filter((its) => 'kind' in its)
    if (problem && running.length === 0) missing.push({ id: algorithm.id, why: problem })
    return running
  })
  return { missing, at: (bytes) => winner(runners, { ...question, options: { ...question.options, bytes } }) }
}

/** The quickest of all algorithms at the size of the question. */
export const quickest = (question: Question): Quickest | undefined =>
  race(question).at(question.options.bytes)

function runnerOf(variant: Variant, question: Question, effort: number): Runner | Missing['why'] {
  const { algorithm } = variant
  const { topology } = question
  const schedule = scheduleOf(variant)
  const { messages, hops } = effort === Number.POSITIVE_INFINITY ? NO_MATTER : reachOf(schedule, topology)
  if (messages * hops > effort) return { kind: 'too-large', messages, most: Math.floor(effort / hops) }
  const limit = Math.floor(effort / EVENT_COSTS / hops)
  const job: Job = {
    schedule,
    topology,
    options: { ...question.options, bytes: REFERENCE },
    ...limitOf(question),
    ...(Number.isFinite(limit) ? { mostMessages: limit } : {}),
  }
  const rounds = algorithm.pipelined && question.pieces === undefined ? undefined : runRounds(job)
  if (rounds?.applies) {
    const { seconds, latencySeconds } = rounds
    return { variant, latencySeconds, secondsPerByte: (seconds - latencySeconds) / REFERENCE, exact: rounds }
  }
  const least = leastOf(job)
  if (!least.ok) return least.problem
  const { latencySeconds, fullestSeconds } = least.value
  return {
    variant,
    latencySeconds,
    secondsPerByte: fullestSeconds / REFERENCE,
    ...(job.mostMessages === undefined ? {} : { mostMessages: job.mostMessages }),
  }
}

const NO_MATTER = { messages: 0, hops: 1 }
/** Of each round so many ways are looked up, to tell how long they are. */
const SAMPLED = 16

/** The messages of one step of each round, and over how many links they go on average, by samples. */
function reachOf(
  schedule: Schedule,
  topology: Topology,
): { readonly messages: number; readonly hops: number } {
  let messages = 0
  let visits = 0
  for (const { repeat, step } of schedule.rounds()) {
    if (repeat < 1) continue
    const transfers = step(0)
    const every = Math.max(1, Math.floor(transfers.length / SAMPLED))
    let links = 0
    let sampled = 0
    for (let at = 0; at < transfers.length; at += every, sampled++) {
      const { from, to } = transfers[at] as Transfer
      links += topology.route(nodeOf(topology, from), nodeOf(topology, to))?.length ?? 0
    }
    messages += transfers.length
    visits += sampled === 0 ? 0 : (transfers.length * links) / sampled
  }
  return { messages, hops: Math.max(1, messages === 0 ? 1 : visits / messages) }
}

function winner(runners: readonly Runner[], question: Question): Quickest | undefined {
  const { bytes } = question.options
  const least = ({ latencySeconds, secondsPerByte, exact }: Runner): Seconds =>
    exact ? latencySeconds + secondsPerByte * bytes : Math.max(latencySeconds, secondsPerByte * bytes)
  const sorted = runners
    .map((runner) => ({ runner, least: least(runner) }))
    .sort((a, b) => Number(!a.runner.exact) - Number(!b.runner.exact) || a.least - b.least)
  let best: Quickest | undefined
  for (const { runner, least: seconds } of sorted) {
    if (best && seconds >= best.simulation.seconds) continue
    const next = runner.exact
      ? scaled(runner, runner.exact, bytes, seconds)
      : again(runner, question, best?.simulation.seconds)
    if (next && (!best || next.simulation.seconds < best.simulation.seconds)) best = next
  }
  return best
}

const scaled = (
  { variant, latencySeconds }: Runner,
  { linkBytes }: { readonly linkBytes: Float64Array },
  bytes: Bytes,
  seconds: Seconds,
): Quickest => ({
  variant,
  latencySeconds,
  simulation: {
    seconds,
    latencySeconds,
    by: 'rounds',
    linkBytes: linkBytes.map((its) => (its * bytes) / REFERENCE),
  },
})

function again(
  { variant, latencySeconds, mostMessages }: Runner,
  question: Question,
  most: Seconds | undefined,
): Quickest | undefined {
  const timed = timedAt(
    variant,
    { ...question, ...(mostMessages === undefined ? {} : { mostMessages }) },
    most,
  )
  if (!timed.ok) return undefined
  const { simulation } = timed.value
  return {
    variant: timed.value.variant,
    simulation,
    latencySeconds: simulation.latencySeconds ?? latencySeconds,
  }
}
