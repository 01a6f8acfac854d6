/**
 * The fast path: a schedule by its rounds, exactly, or the reason why that does not apply.
 *
 * It applies while all ranks stay in step: every message of a step takes the same time, and none could have started before
 * the step before was over. Then all of a step start at once. Of messages that start at once, each with the same
 * least share (bandwidth of a link over the messages on it) along its way, max-min fairness gives each just that share.
 */
import type { Seconds } from '../base/units.ts'
import type { Pairs, Round, Step } from '../schedules/schedule.ts'
import { UNLIMITED } from './effort.ts'
import { chunkBytes, type Job } from './options.ts'
import { stepLoads } from './step-loads.ts'
import { asMessages, byChannel, stepMerger } from './step-messages.ts'

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
  /** More ways would have to be looked up than it is worth. */
  | 'too-much-work'

export type RoundsResult =
  | {
      readonly applies: true
      readonly seconds: Seconds
      /** With nothing in the messages. */
      readonly latencySeconds: Seconds
      readonly linkBytes: Float64Array
      readonly steps: number
    }
  | {
      readonly applies: false
      readonly why: WhyNotRounds
      readonly step: number
      /** Of the steps until then, the one included in which it fails. */
      readonly messages: number
    }

export function runRounds(job: Job): RoundsResult {
  const { schedule, topology, options, effort = UNLIMITED, watch } = job
  const { lateSeconds, jitter, reduceBandwidth = Number.POSITIVE_INFINITY } = options
  let seen = 0
  const no = (why: WhyNotRounds, step = 0): RoundsResult => ({ applies: false, why, step, messages: seen })
  if (jitter || (lateSeconds && lateSeconds.size > 0)) return no('fault-injected')
  if (reduceBandwidth !== Number.POSITIVE_INFINITY) return no('reduction-rate')
  const bytesOfChunk = chunkBytes(schedule, options.bytes)
  const nodes = schedule.ranks + schedule.switches
  const loads = stepLoads(topology, options, effort.crossings)
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
    const messages = pairs ? asMessages(pairs) : merge(transfers)
    if (messages.count === 0) continue
    seen += round.repeat * messages.count
    const took = loads.step(messages, bytesOfChunk, round.repeat)
    if (took === 'too-much-work') return no(took, step)
    const waited =
      !previous || (pairs && allSent(pairs)) || allWaited(pairs ? round.step(0) : transfers, previous)
    if (!waited) return no('free-start', step)
    if (typeof took === 'string') return no(took, step)
    seconds += round.repeat * (took.latency + took.flowing)
    latencySeconds += round.repeat * took.latency
    step += round.repeat
    for (const { from, channel } of transfers) sentIn(channel)[from] = step
    for (const { from, channel } of pairs ?? []) {
      const sent = sentIn(channel)
      for (const rank of from) sent[rank] = step
    }
    previous = round
    watch?.({ by: 'rounds', steps: step })
  }
  return { applies: true, seconds, latencySeconds, linkBytes: loads.linkBytes(), steps: step }

  function allSent(channels: readonly Pairs[]): boolean {
    return channels.every(({ channel, from }) => {
      const sent = sentIn(channel)
      return from.every((rank) => sent[rank] === step)
    })
  }

  /**
   * Each message goes out on a channel that its sender used in the step before, or carries a chunk that was written then. Inside
   * a round ranks and channels repeat.
   */
  function allWaited(transfers: Step, before: Round): boolean {
    const unsent = transfers.filter(({ from, channel }) => sentIn(channel)[from] !== step)
    if (unsent.length === 0) return true
    const written = writtenIn(before.step(before.repeat - 1))
    // One transfer that has to wait is enough for its message.
    const waits = new Map<number, boolean>()
    for (const { from, to, channel, chunk, count } of unsent) {
      const message = (channel * nodes + from) * nodes + to
      const mustWait = () =>
        written.get(from)?.some(({ start, end }) => start < chunk + count && chunk < end) === true
      waits.set(message, waits.get(message) === true || mustWait())
    }
    return [...waits.values()].every(Boolean)
  }
}

interface Chunks {
  readonly start: number
  readonly end: number
}

/** The chunks that a step has written at each node. */
function writtenIn(step: Step): ReadonlyMap<number, readonly Chunks[]> {
  const written = new Map<number, Chunks[]>()
  for (const { to, chunk, count } of step) {
    const chunks = written.get(to)
    if (chunks) chunks.push({ start: chunk, end: chunk + count })
    else written.set(to, [{ start: chunk, end: chunk + count }])
  }
  return written
}
