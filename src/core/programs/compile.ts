/**
 * A schedule as one program a rank. Every connection has a block at either end; a rank that sends to one peer and receives from
 * one on a channel does both in one block, where what comes in and goes straight on becomes one op. What order.ts says becomes
 * waits; those that others imply are left out.
 */

import { inOrder, type Message } from '../schedules/order.ts'
import { type SameSum, sameSums } from '../schedules/same-sums.ts'
import {
  type ChunkIndex,
  conditionsOf,
  type Rank,
  type Schedule,
  type Transfer,
} from '../schedules/schedule.ts'
import { type BlockPeers, type DraftOp, draftRank, type NewOp, type RankDraft } from './compile-draft.ts'
import { type Layout, layoutOf, type Touched } from './layout.ts'
import type { Program, Programs, Slot } from './program.ts'

export interface CompileOptions {
  /** Input and output are one buffer (default where the collective can); otherwise the input stays as it is. */
  readonly inPlace?: boolean
  /** Most chunks that one op may handle. */
  readonly mostCount?: number
  /**
   * Messages are cut the same in place and not, so that one rank may do the one and its peers the other; and of a message that is
   * cut, no part is passed on by the op that receives it: both ends may then join the parts again.
   */
  readonly cutAlike?: boolean
}

/** all_to_all and send_recv would overwrite what others still need. */
export const canBeInPlace = ({ collective }: Pick<Schedule, 'collective'>): boolean =>
  collective !== 'all_to_all' && collective !== 'send_recv'

export function compile(schedule: Schedule, options: CompileOptions = {}): Programs {
  const { inPlace = canBeInPlace(schedule), mostCount = Number.POSITIVE_INFINITY, cutAlike = false } = options
  if (inPlace && !canBeInPlace(schedule))
    throw new RangeError(`${schedule.collective} cannot be done in place`)
  const touched = touchedBy(schedule)
  const layout = layoutOf(schedule, inPlace, touched)
  const runsOf = cutMessages(
    [layout, ...(cutAlike && canBeInPlace(schedule) ? [layoutOf(schedule, !inPlace, touched)] : [])],
    mostCount,
  )
  const nodes = touched.map((_, node) => beginNode(schedule, node, layout, mostCount))
  const sent = new Map<number, readonly DraftOp[]>()
  const received = new Map<number, readonly DraftOp[]>()
  const all = (ops: ReadonlyMap<number, readonly DraftOp[]>, messages: readonly number[]) =>
    messages.flatMap((message) => ops.get(message) ?? [])

  /** See same-sums.ts. Each op waits for the one before, whatever order the messages come in. */
  function addInRankOrder({ to, messages }: SameSum): void {
    const node = nodes[to] as Node
    const own = new Set(messages.map(({ index }) => index))
    const written = messages.flatMap((message) =>
      all(
        received,
        message.receiveAfterReceived.filter((index) => !own.has(index)),
      ),
    )
    const read = messages.flatMap((message) => all(sent, message.receiveAfterSent))
    const before = messages.filter(({ from }) => from < to)
    let after: readonly DraftOp[] = [...written, ...read]
    const add = (message: Message, ops: (run: Run) => Omit<NewOp, 'after' | 'count'>) => {
      after = runsOf(message).map((run) =>
        node.add('receive', message, run.chunk, { ...ops(run), count: run.count, after }),
      )
    }
    const lastBefore = before.length > 1 ? before.at(-1) : undefined
    for (const [at, message] of messages.entries()) {
      if (!lastBefore || message.from > to)
        add(message, ({ target }) => ({ kind: 'receive-reduce-copy', source: target, target }))
      else
        add(message, ({ chunk }) => {
          const target = node.aside(chunk)
          return at === 0
            ? { kind: 'receive', target }
            : { kind: 'receive-reduce-copy', source: target, target }
        })
      if (message === lastBefore)
        add(message, ({ chunk, target }) => ({ kind: 'reduce', source: node.aside(chunk), target }))
    }
    for (const message of messages) received.set(message.index, after)
  }

  // A step's sends stand before its receipts: in a block that does both, a rank that waits has sent first.
  for (const step of bySteps(inOrder(schedule, 'transfer'))) {
    for (const message of step) {
      const node = nodes[message.from] as Node
      const turn = node.turnOf(message)
      const after = [...all(received, message.sendAfter), ...turn.earlier]
      const ops = runsOf(message).map(({ source, chunk, count }) =>
        node.add('send', message, chunk, { kind: 'send', source, count, after }),
      )
      turn.now.push(...ops)
      sent.set(message.index, ops)
    }
    const together = sameSums(step, schedule.ranks)
    const inTogether = new Set(together.flatMap(({ messages }) => messages))
    for (const sum of together) addInRankOrder(sum)
    for (const message of step) {
      if (inTogether.has(message)) continue
      const node = nodes[message.to] as Node
      const after = [...all(received, message.receiveAfterReceived), ...all(sent, message.receiveAfterSent)]
      // A switch starts empty: the first that comes is no addition.
      const empty = message.to >= schedule.ranks && message.receiveAfterReceived.length === 0
      const adds = (message.transfers[0] as Transfer).reduce && !empty
      const runs = runsOf(message)
      const isPart = cutAlike && runs.length > 1
      const ops = runs.map(({ target, chunk, count }) =>
        node.add('receive', message, chunk, {
          isPart,
          kind: adds ? 'receive-reduce-copy' : 'receive',
          ...(adds ? { source: target } : {}),
          target,
          count,
          after,
        }),
      )
      received.set(message.index, ops)
    }
  }

  const { collective, ranks, root } = schedule
  const programs = nodes.map(({ draft, chunks }, rank) => ({
    rank,
    blocks: draft.blocks(),
    chunks: chunks(),
    inPlace,
  }))
  return { collective, ranks, root, pieces: conditionsOf(schedule).pieces, programs }
}

interface Turn {
  readonly turn: number
  readonly now: DraftOp[]
  /** Rule 3: the sends of the turn before on this channel. */
  readonly earlier: readonly DraftOp[]
}

interface Node {
  readonly draft: RankDraft
  /** Scratch beside the layout, where the chunk is added up before it comes to its home. */
  aside(chunk: ChunkIndex): Slot
  chunks(): Program['chunks']
  turnOf(message: Message): Turn
  add(side: 'send' | 'receive', message: Message, chunk: ChunkIndex, op: NewOp): DraftOp
}

function beginNode(schedule: Schedule, node: Rank, layout: Layout, mostCount: number): Node {
  const { blocks, send, receive } = blocksOf(schedule, node)
  const copies = copyRuns(layout, node, mostCount)
  const draft = draftRank(copies.length > 0 ? [...blocks, { channel: 0 }] : blocks)
  const copyOf = new Map<ChunkIndex, DraftOp>()
  for (const { chunk, source, target, count } of copies) {
    const op = draft.add(blocks.length, { kind: 'copy', source, target, count, after: [] })
    for (let at = 0; at < count; at++) copyOf.set(chunk + at, op)
  }
  const turns = new Map<number, Turn>()
  const chunks = layout.chunks(node)
  let usesAside = false
  return {
    draft,
    aside(chunk) {
      usesAside = true
      return { buffer: 'scratch', index: chunks.scratch + chunk }
    },
    chunks: () => (usesAside ? { ...chunks, scratch: chunks.scratch + schedule.chunks } : chunks),
    turnOf({ channel, turn }) {
      const latest = turns.get(channel)
      if (latest?.turn === turn) return latest
      const started: Turn = { turn, now: [], earlier: latest?.now ?? [] }
      turns.set(channel, started)
      return started
    },
    add(side, { channel, from, to }, chunk, op) {
      const block = side === 'send' ? send.get(laneOf(channel, to)) : receive.get(laneOf(channel, from))
      const copied = Array.from({ length: op.count }, (_, at) => copyOf.get(chunk + at) ?? [])
      return draft.add(block as number, { ...op, after: [...op.after, ...copied.flat()] })
    },
  }
}

const laneOf = (channel: number, peer: Rank): string => `${channel}/${peer}`

/** One block a connection, or one for both directions where a channel has just one peer each way. */
function blocksOf(schedule: Schedule, node: Rank) {
  const peers = new Map<number, { readonly to: Set<Rank>; readonly from: Set<Rank> }>()
  for (const { repeat, step } of schedule.rounds())
    for (const { from, to, channel } of repeat > 0 ? step(0) : []) {
      if (from !== node && to !== node) continue
      const ofChannel = peers.get(channel) ?? { to: new Set(), from: new Set() }
      peers.set(channel, ofChannel)
      if (from === node) ofChannel.to.add(to)
      else ofChannel.from.add(from)
    }
  const blocks: BlockPeers[] = []
  const send = new Map<string, number>()
  const receive = new Map<string, number>()
  for (const [channel, { to, from }] of [...peers].sort(([one], [other]) => one - other)) {
    const both = to.size === 1 && from.size === 1
    for (const sendTo of to) {
      send.set(laneOf(channel, sendTo), blocks.length)
      blocks.push({ channel, sendTo, ...(both ? { receiveFrom: [...from][0] as Rank } : {}) })
    }
    for (const receiveFrom of from) {
      receive.set(laneOf(channel, receiveFrom), both ? blocks.length - 1 : blocks.length)
      if (!both) blocks.push({ channel, receiveFrom })
    }
  }
  return { blocks, send, receive }
}

interface Run {
  readonly chunk: ChunkIndex
  readonly source: Slot
  readonly target: Slot
  readonly count: number
}

/** The chunks of a message in pieces that stand together at either end, in all of the layouts; the places are the first's. */
const cutMessages =
  (layouts: readonly Layout[], mostCount: number) =>
  ({ from, to, transfers }: Message): readonly Run[] =>
    transfers.flatMap(({ chunk: first, count }) => {
      const singles = layouts.map((layout) =>
        Array.from({ length: count }, (_, at) => {
          const chunk = first + at
          return { chunk, source: layout.home(from, chunk), target: layout.home(to, chunk), count: 1 }
        }),
      )
      return joinedRuns(singles, mostCount)
    })

const copyRuns = (layout: Layout, node: Rank, mostCount: number): readonly Run[] =>
  joinedRuns(
    [
      layout.copies(node).map(({ chunk, from }) => ({
        chunk,
        source: from,
        target: layout.home(node, chunk),
        count: 1,
      })),
    ],
    mostCount,
  )

/** The same chunks in one or more layouts, joined where they follow each other in all. */
function joinedRuns(layouts: readonly (readonly Run[])[], mostCount: number): readonly Run[] {
  const runs: Run[] = []
  for (const [at, run] of (layouts[0] ?? []).entries()) {
    const last = runs.at(-1)
    const joins = last && last.count < mostCount && layouts.every((singles) => goesOn(singles, at))
    if (joins) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push(run)
  }
  return runs
}

function goesOn(singles: readonly Run[], at: number): boolean {
  const [last, next] = [singles[at - 1], singles[at]]
  return (
    last !== undefined &&
    next !== undefined &&
    next.chunk === last.chunk + 1 &&
    follows(last.source, next.source) &&
    follows(last.target, next.target)
  )
}

const follows = (slot: Slot, next: Slot): boolean =>
  next.buffer === slot.buffer && next.index === slot.index + 1

function touchedBy(schedule: Schedule): readonly Touched[] {
  const nodes = Array.from({ length: schedule.ranks + schedule.switches }, () => ({
    read: new Set<ChunkIndex>(),
    written: new Set<ChunkIndex>(),
  }))
  for (const { repeat, step } of schedule.rounds())
    for (let turn = 0; turn < repeat; turn++)
      for (const { from, to, chunk, count } of step(turn))
        for (let at = chunk; at < chunk + count; at++) {
          nodes[from]?.read.add(at)
          nodes[to]?.written.add(at)
        }
  return nodes
}

function* bySteps(messages: Iterable<Message>): Iterable<readonly Message[]> {
  let step: Message[] = []
  for (const message of messages) {
    if (step.length > 0 && step[0]?.step !== message.step) {
      yield step
      step = []
    }
    step.push(message)
  }
  if (step.length > 0) yield step
}
