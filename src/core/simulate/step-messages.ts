/** The messages of one step: its transfers with equal from, to and channel are one (rule 4 of schedules/order.ts). */
import type { Pairs, Step, Transfer } from '../schedules/schedule.ts'

/** Columns by message, in the order in which the messages first appear; valid until the next step is merged. */
export interface StepMessages {
  count: number
  from: Int32Array
  to: Int32Array
  channel: Int32Array
  chunks: Float64Array
  /** Chunks of it that the receiver adds. */
  reduced: Float64Array
  /** The message of each transfer. */
  messageOf: Int32Array
}

/** Up to so many nodes every pair has its place in a table; beyond, each sender has a chain of its messages. */
const MOST_PAIRED = 2048
/** A sender with a longer chain than this in one step looks its messages up by key. */
const LONG_CHAIN = 8

/** Merges step after step; the columns are used again. */
export function stepMerger(nodes: number): (transfers: Step) => StepMessages {
  const paired = nodes <= MOST_PAIRED
  // Chains of the messages of each pair, one a channel, or of each sender. Made when it is needed: of 2048 nodes it is large.
  let first = new Int32Array(0)
  const chainOf = (from: number, to: number) => (paired ? from * nodes + to : from)
  let next = new Int32Array(0)
  let many = new Map<number, Map<number, number>>()
  const merged: StepMessages = {
    count: 0,
    from: new Int32Array(0),
    to: new Int32Array(0),
    channel: new Int32Array(0),
    chunks: new Float64Array(0),
    reduced: new Float64Array(0),
    messageOf: new Int32Array(0),
  }

  return (transfers) => {
    begin(transfers.length)
    for (let at = 0; at < transfers.length; at++) {
      const transfer = transfers[at] as Transfer
      const message = known(transfer) ?? added(transfer)
      merged.messageOf[at] = message
      merged.chunks[message] = (merged.chunks[message] as number) + transfer.count
      if (transfer.reduce) merged.reduced[message] = (merged.reduced[message] as number) + transfer.count
    }
    return merged
  }

  function begin(transfers: number): void {
    if (first.length === 0) first = new Int32Array(paired ? nodes * nodes : nodes).fill(-1)
    for (let message = 0; message < merged.count; message++)
      first[chainOf(merged.from[message] as number, merged.to[message] as number)] = -1
    if (many.size > 0) many = new Map()
    merged.count = 0
    if (transfers <= next.length) return
    const room = 2 * transfers
    next = new Int32Array(room)
    merged.from = new Int32Array(room)
    merged.to = new Int32Array(room)
    merged.channel = new Int32Array(room)
    merged.chunks = new Float64Array(room)
    merged.reduced = new Float64Array(room)
    merged.messageOf = new Int32Array(room)
  }

  function known({ from, to, channel }: Transfer): number | undefined {
    if (many.size > 0) {
      const keyed = many.get(from)
      if (keyed) return keyed.get(channel * nodes + to)
    }
    let length = 0
    for (let at = first[chainOf(from, to)] as number; at >= 0; at = next[at] as number, length++)
      if (merged.to[at] === to && merged.channel[at] === channel) return at
    if (!paired && length > LONG_CHAIN) {
      const all = new Map<number, number>()
      for (let at = first[from] as number; at >= 0; at = next[at] as number)
        all.set((merged.channel[at] as number) * nodes + (merged.to[at] as number), at)
      many.set(from, all)
    }
    return undefined
  }

  function added({ from, to, channel }: Transfer): number {
    const message = merged.count++
    merged.from[message] = from
    merged.to[message] = to
    merged.channel[message] = channel
    merged.chunks[message] = 0
    merged.reduced[message] = 0
    next[message] = first[chainOf(from, to)] as number
    first[chainOf(from, to)] = message
    if (many.size > 0) many.get(from)?.set(channel * nodes + to, message)
    return message
  }
}

/** Every pair of a channel is a message. What is added is not told. */
export function asMessages(
  channels: readonly Pairs[],
): Pick<StepMessages, 'count' | 'from' | 'to' | 'channel' | 'chunks'> {
  const count = channels.reduce((sum, { from }) => sum + from.length, 0)
  const all = {
    count,
    from: new Int32Array(count),
    to: new Int32Array(count),
    channel: new Int32Array(count),
    chunks: new Float64Array(count),
  }
  let at = 0
  for (const { channel, from, to, count: chunks } of channels) {
    all.from.set(from, at)
    all.to.set(to, at)
    all.channel.fill(channel, at, at + from.length)
    all.chunks.fill(chunks, at, at + from.length)
    at += from.length
  }
  return all
}

/** The last turn of each rank on each channel: rows are channels, made when they are first used. */
export function byChannel(nodes: number, initial: number): (channel: number) => Int32Array {
  const rows: Int32Array[] = []
  return (channel) => {
    while (rows.length <= channel) rows.push(new Int32Array(nodes).fill(initial))
    return rows[channel] as Int32Array
  }
}
