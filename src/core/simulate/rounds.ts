/**
 * The fast path: a schedule by its rounds, exactly, or the reason why that does not apply.
 *
 * It applies while all ranks stay in step: every message of a step takes the same time, and none could have started before
 * the step before was over. Then all of a step start at once. Of messages that start at once, each with the same
 * least share (bandwidth of a link over the messages on it) along its way, max-min fairness gives each just that share.
 */
import type { Bytes, Seconds } from '../base/units.ts'
import type { Pairs, Round, Step } from '../schedules/schedule.ts'
import { nodeOf } from './messages.ts'
import { chunkBytes, type Job } from './options.ts'
import { wayBetween } from './paths.ts'
import { asMessages, byChannel, type StepMessages, stepMerger } from './step-messages.ts'

export type WhyNotRounds =
  /** Messages of one step take different times: unlike links, unlike sizes, unlike ways. */
  | 'uneven-step'
  /** A rank need not wait for the step before. */
  | 'free-start'
  /** Something differs from rank to rank or message to message. */
  | 'fault-injected'
  /** When a sum is ready depends on the order in which its parts come in. */
  | 'reduction-rate'
  | 'no-way'

export type RoundsResult =
  | {
      readonly applies: true
      readonly seconds: Seconds
      /** With nothing in the messages. */
      readonly latencySeconds: Seconds
      readonly linkBytes: Float64Array
      readonly steps: number
    }
  | { readonly applies: false; readonly why: WhyNotRounds; readonly step: number }

export function runRounds(job: Job): RoundsResult {
  const { schedule, topology, options } = job
  const { lateSeconds, jitter, reduceBandwidth = Number.POSITIVE_INFINITY } = options
  const no = (why: WhyNotRounds, step = 0): RoundsResult => ({ applies: false, why, step })
  if (jitter || (lateSeconds && lateSeconds.size > 0)) return no('fault-injected')
  if (reduceBandwidth !== Number.POSITIVE_INFINITY) return no('reduction-rate')
  const bytesOfChunk = chunkBytes(schedule, options.bytes)
  const nodes = schedule.ranks + schedule.switches
  const linkBytes = new Float64Array(topology.links.count)
  const messagesOn = new Int32Array(topology.links.count)
  // After which step a rank sent on a channel last.
  const sentIn = byChannel(nodes, 0)
  const merge = stepMerger(nodes)
  let seconds = 0
  let latencySeconds = 0
  let step = 0
  let previous: Round | undefined

  for (const round of schedule.rounds()) {
    if (round.repeat < 1) continue
    const pairs = round.pairs?.()
    const transfers = pairs ? [] : round.step(0)
    if ((pairs?.from ?? transfers).length === 0) continue
    const merged = pairs ? asMessages(pairs) : merge(transfers)
    const waited =
      !previous || (pairs && allSent(pairs)) || allWaited(pairs ? round.step(0) : transfers, previous)
    if (!waited) return no('free-start', step)
    const took = timeOfStep(merged, round.repeat)
    if (typeof took === 'string') return no(took, step)
    seconds += round.repeat * (took.latency + took.flowing)
    latencySeconds += round.repeat * took.latency
    step += round.repeat
    for (const { from, channel } of transfers) sentIn(channel)[from] = step
    if (pairs) for (const from of pairs.from) sentIn(0)[from] = step
    previous = round
  }
  return { applies: true, seconds, latencySeconds, linkBytes, steps: step }

  function allSent({ from }: Pairs): boolean {
    const sent = sentIn(0)
    return from.every((rank) => sent[rank] === step)
  }

  /** Each sends on a channel it used in the step before, or a chunk that was written then. Inside a round ranks and channels repeat. */
  function allWaited(transfers: Step, before: Round): boolean {
    let written: Set<number> | undefined
    const cells = schedule.chunks
    for (const { from, channel, chunk, count } of transfers) {
      if (sentIn(channel)[from] === step) continue
      if (!written) {
        written = new Set()
        for (const { to, chunk: at, count: many } of before.step(before.repeat - 1))
          for (let offset = 0; offset < many; offset++) written.add(to * cells + at + offset)
      }
      let waited = false
      for (let offset = 0; offset < count && !waited; offset++)
        waited = written.has(from * cells + chunk + offset)
      // One transfer of a message that has to wait is enough for the message: looked for among its others.
      if (!waited && !siblingWaited(transfers, from, channel, written)) return false
    }
    return true
  }

  function siblingWaited(transfers: Step, from: number, channel: number, written: Set<number>): boolean {
    const destinations = new Map<number, boolean>()
    for (const other of transfers) {
      if (other.from !== from || other.channel !== channel) continue
      let waited = destinations.get(other.to) ?? false
      for (let offset = 0; offset < other.count && !waited; offset++)
        waited = written.has(from * schedule.chunks + other.chunk + offset)
      destinations.set(other.to, waited)
    }
    return [...destinations.values()].every(Boolean)
  }

  /** The time that every message of the step takes, when it is the same for all. */
  function timeOfStep(
    merged: Pick<StepMessages, 'count' | 'from' | 'to' | 'chunks'>,
    repeat: number,
  ): StepTime | WhyNotRounds {
    const { count, from, to, chunks } = merged
    // Each way is looked up twice rather than kept: a step may have a million of them.
    const wayOf = (message: number) =>
      wayBetween(
        topology,
        options,
        nodeOf(topology, from[message] ?? -1),
        nodeOf(topology, to[message] ?? -1),
      )
    for (let message = 0; message < count; message++) {
      const way = wayOf(message)
      if (!way) return 'no-way'
      const bytes = repeat * (chunks[message] ?? 0) * bytesOfChunk
      for (const link of way.links) {
        messagesOn[link] = (messagesOn[link] ?? 0) + 1
        linkBytes[link] = (linkBytes[link] ?? 0) + bytes
      }
    }
    let same: { readonly bytes: Bytes; readonly latency: Seconds; readonly rate: number } | undefined
    let even = true
    for (let message = 0; message < count && even; message++) {
      const { links, latencySeconds: latency, ownLimit } = wayOf(message) ?? NO_WAY
      let rate = ownLimit
      for (const link of links)
        rate = Math.min(rate, (topology.links.bandwidth[link] ?? 0) / (messagesOn[link] ?? 1))
      const bytes = (chunks[message] ?? 0) * bytesOfChunk
      same ??= { bytes, latency, rate }
      even = same.bytes === bytes && same.latency === latency && same.rate === rate
    }
    messagesOn.fill(0)
    if (!even || !same) return 'uneven-step'
    return { latency: same.latency, flowing: same.bytes === 0 ? 0 : same.bytes / same.rate }
  }
}

const NO_WAY = { links: [], latencySeconds: 0, ownLimit: 0 }

interface StepTime {
  readonly latency: Seconds
  readonly flowing: Seconds
}
