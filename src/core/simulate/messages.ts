/**
 * The messages of a schedule and what each waits for, in columns: millions of them do not fit into objects. It is the order
 * of schedules/order.ts (a test holds both equal) in three kinds of waits: a message starts when its rank has sent the
 * earlier steps of its channel and holds the values it carries; what arrives is applied after earlier writes to its
 * chunks and after the reads that must still see the old value. What arrives early waits at the receiver, not on the link.
 */
import { failed, ok, type Result } from '../base/result.ts'
import type { Bytes } from '../base/units.ts'
import type { Schedule, Step, Transfer } from '../schedules/schedule.ts'
import type { NodeIndex, Topology } from '../topology/topology.ts'
import { type ChunkMemory, chunkMemory, MOST_FOLLOWED } from './chunk-memory.ts'
import { type Effort, looksOfMessages, UNLIMITED } from './effort.ts'
import type { MessageIndex, Messages, Waiter } from './message-columns.ts'
import type { SimulateProblem } from './options.ts'
import type { Paths } from './paths.ts'
import { byChannel, stepMerger } from './step-messages.ts'

/** More would not fit into memory: about 200 bytes each. */
export const MOST_MESSAGES = 8_000_000
/** Links of all different ways: as many as fit into memory, at 8 bytes each. */
const MOST_WAY_LINKS = 64_000_000

/** The node of the topology that plays a rank or a switch of the schedule. */
export const nodeOf = ({ reducers, ranks }: Topology, node: number): NodeIndex =>
  node < ranks ? node : (reducers[node - ranks] ?? -1)

export function messagesOf(
  schedule: Schedule,
  topology: Topology,
  paths: Paths,
  bytesOfChunk: Bytes,
  effort: Effort = UNLIMITED,
): Result<Messages, SimulateProblem> {
  const nodes = schedule.ranks + schedule.switches
  const mostTransfers = Math.min(MOST_MESSAGES, effort.eventCrossings)
  const { transfers: most, chunks: moved } = amountOf(schedule, mostTransfers)
  if (most > mostTransfers) return failed({ kind: 'too-large', messages: most, most: mostTransfers })
  const problem = tooMuch(most, moved, nodes * schedule.chunks, effort)
  if (problem) return failed(problem)
  const messages = emptyMessages(most, looksOfMessages(most, moved))
  const memory = chunkMemory(nodes * schedule.chunks, most)
  const merged = stepMerger(nodes)
  const lastGroups = byChannel(nodes, -1)
  let edges = 0
  let step = 0
  let crossings = 0

  for (const round of schedule.rounds())
    for (let turn = 0; turn < round.repeat; turn++, step++) {
      const wrong = addStep(round.step(turn))
      if (wrong) return failed(wrong)
    }
  return ok(messages)

  /** Why not, where a message has no way to go, or ways become too many. */
  function addStep(transfers: Step): SimulateProblem | undefined {
    const first = messages.count
    const { count, from, to, channel, chunks, reduced, messageOf } = merged(transfers)
    for (let at = 0; at < count; at++) {
      const message = messages.count++
      const [sender, receiver] = [from[at] as number, to[at] as number]
      messages.from[message] = sender
      messages.to[message] = receiver
      messages.step[message] = step
      messages.bytes[message] = (chunks[at] as number) * bytesOfChunk
      messages.reduced[message] = (reduced[at] as number) * bytesOfChunk
      // Its application waits for its own arrival.
      messages.waits[2 * message + 1] = 1
      enterGroup(message, first, lastGroups(channel[at] as number), sender)
      const [start, end] = [nodeOf(topology, sender), nodeOf(topology, receiver)]
      const path = paths.between(start, end)
      if (path < 0) return { kind: 'no-way', from: topology.nodeName(start), to: topology.nodeName(end) }
      messages.path[message] = path
      crossings += paths.links[path]?.length ?? 0
      if (crossings > effort.eventCrossings)
        return { kind: 'too-large', messages: most, most: Math.floor(effort.eventCrossings / hops()) }
      if (paths.linksKept() > MOST_WAY_LINKS)
        return { kind: 'too-much-work', counted: 'crossings', most: MOST_WAY_LINKS }
    }
    // All reads of a step see the values from before it: reads first, then writes in list order.
    for (let at = 0; at < transfers.length; at++)
      reads(memory, transfers[at] as Transfer, first + (messageOf[at] as number))
    for (let at = 0; at < transfers.length; at++)
      writes(memory, transfers[at] as Transfer, first + (messageOf[at] as number))
    return undefined
  }

  /** Links on the way of a message, on average. */
  function hops(): number {
    return crossings / messages.count
  }

  function enterGroup(message: MessageIndex, first: MessageIndex, last: Int32Array, sender: number): void {
    const before = last[sender] as number
    if (before >= 0 && (messages.groupFirst[before] as number) >= first) {
      const sibling = messages.groupFirst[before] as number
      messages.group[message] = before
      messages.nextInGroup[message] = sibling
      messages.groupFirst[before] = message
      messages.groupSize[before] = (messages.groupSize[before] as number) + 1
      messages.waits[2 * message] = messages.waits[2 * sibling] as number
      return
    }
    const group = messages.groups++
    messages.group[message] = group
    messages.groupFirst[group] = message
    messages.groupSize[group] = 1
    last[sender] = group
    if (before >= 0) {
      messages.nextGroup[before] = group
      messages.waits[2 * message] = 1
    }
  }

  function reads(cells: ChunkMemory, { from, chunk, count }: Transfer, message: MessageIndex): void {
    for (let cell = from * schedule.chunks + chunk, end = cell + count; cell < end; cell++) {
      const writer = cells.writer(cell)
      if (writer >= 0) waitFor(messages.afterApplied, writer, 2 * message)
      cells.addReader(cell, message)
    }
  }

  function writes(cells: ChunkMemory, { to, chunk, count }: Transfer, message: MessageIndex): void {
    for (let cell = to * schedule.chunks + chunk, end = cell + count; cell < end; cell++) {
      const writer = cells.writer(cell)
      if (writer >= 0 && writer !== message) waitFor(messages.afterApplied, writer, 2 * message + 1)
      for (let at = cells.lastReader(cell); at >= 0; at = cells.earlierReader(at))
        if (cells.reader(at) !== message) waitFor(messages.afterArrival, cells.reader(at), 2 * message + 1)
      cells.setWriter(cell, message)
    }
  }

  /** Once for chunks that lie side by side. */
  function waitFor(heads: Int32Array, awaited: MessageIndex, waiter: Waiter): void {
    const head = heads[awaited] as number
    if (head >= 0 && messages.waiter[head] === waiter) return
    if (edges === messages.waiter.length) {
      messages.waiter = grown(messages.waiter)
      messages.next = grown(messages.next)
    }
    messages.waiter[edges] = waiter
    messages.next[edges] = head
    heads[awaited] = edges++
    messages.waits[waiter] = (messages.waits[waiter] as number) + 1
  }
}

/** Where so many are too many, the others are not counted. */
const COUNTED_ON = 1_000_000

/** No more messages than these, and the chunks in them; the turns of a round have equally many. */
function amountOf(schedule: Schedule, most: number): { readonly transfers: number; readonly chunks: number } {
  let transfers = 0
  let chunks = 0
  for (const { repeat, step } of schedule.rounds()) {
    if (repeat < 1) continue
    const firstTurn = step(0)
    transfers += repeat * firstTurn.length
    for (const { count } of firstTurn) chunks += repeat * count
    if (transfers > most && transfers > COUNTED_ON) break
  }
  return { transfers, chunks }
}

function tooMuch(
  messages: number,
  moved: number,
  cells: number,
  { looks }: Effort,
): SimulateProblem | undefined {
  // Every move reads at one rank and writes at another.
  const followed = Math.min(cells, 2 * moved)
  if (followed > MOST_FOLLOWED) return { kind: 'too-many-chunks', chunks: followed, most: MOST_FOLLOWED }
  if (looksOfMessages(messages, moved) > looks)
    return { kind: 'too-much-work', counted: 'looks', most: looks }
  return undefined
}

const emptyMessages = (most: number, looks: number): Messages => ({
  count: 0,
  from: new Int32Array(most),
  to: new Int32Array(most),
  step: new Int32Array(most),
  path: new Int32Array(most),
  bytes: new Float64Array(most),
  reduced: new Float64Array(most),
  group: new Int32Array(most),
  nextInGroup: new Int32Array(most).fill(-1),
  groups: 0,
  groupSize: new Int32Array(most),
  groupFirst: new Int32Array(most),
  nextGroup: new Int32Array(most).fill(-1),
  waits: new Int32Array(2 * most),
  afterArrival: new Int32Array(most).fill(-1),
  afterApplied: new Int32Array(most).fill(-1),
  waiter: new Int32Array(2 * most + 16),
  next: new Int32Array(2 * most + 16),
  looks,
})

function grown(values: Int32Array): Int32Array {
  const larger = new Int32Array(2 * values.length)
  larger.set(values)
  return larger
}
