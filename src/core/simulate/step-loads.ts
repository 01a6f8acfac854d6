/**
 * The messages of a step on the links of their ways: what each link carries, and the time that a message takes when all start at
 * once. Where a graph can be turned (topology.ts) and all ranks send to the one as many places on, one message stands for all.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'
import type { Topology } from '../topology/topology.ts'
import { nodeOf } from './messages.ts'
import type { SimulateOptions } from './options.ts'
import { type Way, wayBetween } from './paths.ts'
import type { StepMessages } from './step-messages.ts'

export type MessageColumns = Pick<StepMessages, 'count' | 'from' | 'to' | 'channel' | 'chunks'>

export interface StepTime {
  readonly latency: Seconds
  readonly flowing: Seconds
}

export interface StepLoads {
  /** Its messages with others on the same links or not: only what they carry. */
  add(messages: MessageColumns, bytesOfChunk: Bytes, repeat: number): 'no-way' | 'too-much-work' | undefined
  /** The time that every message of the step takes, when it is the same for all. */
  step(
    messages: MessageColumns,
    bytesOfChunk: Bytes,
    repeat: number,
  ): StepTime | 'uneven-step' | 'no-way' | 'too-much-work'
  /** Bytes over each link in all steps so far. */
  linkBytes(): Float64Array
}

/** How much less a message is than a link on its way where others are only counted. */
const COUNTED_ONLY = 16

export function stepLoads(topology: Topology, options: SimulateOptions, mostCrossings: number): StepLoads {
  const { links, ranks, turning } = topology
  // By link, or as long as all steps can be turned, by class of links.
  let classOf = turning?.classOf
  let bytesOn: Float64Array = new Float64Array(turning?.classes ?? links.count)
  let messagesOn = new Int32Array(bytesOn.length)
  let touched: number[] = []
  let crossings = 0

  function step(
    messages: MessageColumns,
    bytesOfChunk: Bytes,
    repeat: number,
  ): StepTime | 'uneven-step' | 'no-way' | 'too-much-work' {
    const some = standingForAll(messages)
    const time = load(some, bytesOfChunk, repeat) ?? timeOf(some, bytesOfChunk)
    // A step may have one message on a million links, or a million.
    for (const at of touched) messagesOn[at] = 0
    touched = []
    return time
  }

  function standingForAll(messages: MessageColumns): MessageColumns {
    if (!classOf) return messages
    const turned = turnedAlike(messages, ranks)
    if (!turned) byLink()
    else crossings += messages.count / COUNTED_ONLY
    return turned ?? messages
  }

  /** From here on links of one class carry unlike loads. */
  function byLink(): void {
    bytesOn = linkBytes()
    messagesOn = new Int32Array(links.count)
    classOf = undefined
  }

  function linkBytes(): Float64Array {
    if (!classOf) return bytesOn
    const bytes = new Float64Array(links.count)
    for (let link = 0; link < links.count; link++) bytes[link] = bytesOn[classOf(link)] ?? 0
    return bytes
  }

  // Each way is looked up twice rather than kept: a step may have a million of them.
  const wayOf = ({ from, to }: MessageColumns, message: number): Way | undefined =>
    wayBetween(topology, options, nodeOf(topology, from[message] ?? -1), nodeOf(topology, to[message] ?? -1))

  function load(
    messages: MessageColumns,
    bytesOfChunk: Bytes,
    repeat: number,
  ): 'no-way' | 'too-much-work' | undefined {
    for (let message = 0; message < messages.count; message++) {
      const way = wayOf(messages, message)
      if (!way) return 'no-way'
      crossings += way.links.length
      if (crossings > mostCrossings) return 'too-much-work'
      const bytes = repeat * (messages.chunks[message] ?? 0) * bytesOfChunk
      for (const link of way.links) {
        const at = classOf ? classOf(link) : link
        if (messagesOn[at] === 0) touched.push(at)
        messagesOn[at] = (messagesOn[at] ?? 0) + 1
        bytesOn[at] = (bytesOn[at] ?? 0) + bytes
      }
    }
    return undefined
  }

  function timeOf(messages: MessageColumns, bytesOfChunk: Bytes): StepTime | 'uneven-step' {
    let same: { readonly bytes: Bytes; readonly latency: Seconds; readonly rate: BytesPerSecond } | undefined
    for (let message = 0; message < messages.count; message++) {
      const { links: way, latencySeconds: latency, ownLimit } = wayOf(messages, message) ?? NO_WAY
      let rate = ownLimit
      for (const link of way)
        rate = Math.min(
          rate,
          (links.bandwidth[link] ?? 0) / (messagesOn[classOf ? classOf(link) : link] ?? 1),
        )
      const bytes = (messages.chunks[message] ?? 0) * bytesOfChunk
      same ??= { bytes, latency, rate }
      if (same.bytes !== bytes || same.latency !== latency || same.rate !== rate) return 'uneven-step'
    }
    if (!same) return 'uneven-step'
    return { latency: same.latency, flowing: same.bytes === 0 ? 0 : same.bytes / same.rate }
  }

  return {
    add: (messages, bytesOfChunk, repeat) => load(standingForAll(messages), bytesOfChunk, repeat),
    step,
    linkBytes,
  }
}

const NO_WAY = { links: [], latencySeconds: 0, ownLimit: 0 }

/** The first message of each place on and channel, where all ranks send alike; undefined where they do not. */
function turnedAlike(messages: MessageColumns, ranks: number): MessageColumns | undefined {
  const { count, from, to, channel, chunks } = messages
  if (count % ranks !== 0) return undefined
  const kindOf = new Map<number, number>()
  const first: number[] = []
  const senders: number[] = []
  let [lastKey, kind] = [-1, -1]
  for (let message = 0; message < count; message++) {
    const [sender, receiver] = [from[message] as number, to[message] as number]
    if (sender >= ranks || receiver >= ranks) return undefined
    const key = (channel[message] as number) * ranks + ((receiver - sender + ranks) % ranks)
    if (key !== lastKey) {
      lastKey = key
      kind = kindOf.get(key) ?? first.length
      if (kind === first.length) {
        kindOf.set(key, kind)
        first.push(message)
        senders.push(0)
      }
    }
    if (chunks[first[kind] as number] !== chunks[message]) return undefined
    senders[kind] = (senders[kind] as number) + 1
  }
  // Messages of a step are told apart by sender, receiver and channel: as many as there are ranks come from all of them.
  if (senders.some((sender) => sender !== ranks)) return undefined
  return {
    count: first.length,
    from: Int32Array.from(first, (message) => from[message] as number),
    to: Int32Array.from(first, (message) => to[message] as number),
    channel: Int32Array.from(first, (message) => channel[message] as number),
    chunks: Float64Array.from(first, (message) => chunks[message] as number),
  }
}
