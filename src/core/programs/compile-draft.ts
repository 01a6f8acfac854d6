/** The program of one rank while it is compiled: ops are added in order, each with the earlier ones of its rank that it must wait for. */

import type { Rank } from '../schedules/schedule.ts'
import type { Block, Op, OpKind, Slot } from './program.ts'

export interface DraftOp {
  kind: OpKind
  readonly source?: Slot
  readonly target?: Slot
  readonly count: number
  readonly isPart: boolean
  readonly block: number
  /** Its place in the block. */
  readonly place: number
  /** Of each block, how many ops are surely done when this one is. */
  readonly clock: Int32Array
  readonly after: readonly DraftOp[]
}

/** A connection as one of its ends sees it; a block serves one, or one each way. */
export interface BlockPeers {
  readonly channel: number
  readonly sendTo?: Rank
  readonly receiveFrom?: Rank
}

export interface NewOp {
  readonly kind: OpKind
  readonly source?: Slot
  readonly target?: Slot
  readonly count: number
  /** Of a message that is cut: what came is not sent on by the same op. */
  readonly isPart?: boolean
  /** Any ops of the rank that were added before; those that others imply are left out. */
  readonly after: readonly DraftOp[]
}

export interface RankDraft {
  /** In the block at this place of the list that the draft was begun with. */
  add(block: number, op: NewOp): DraftOp
  blocks(): readonly Block[]
}

export function draftRank(peers: readonly BlockPeers[]): RankDraft {
  const blocks: DraftOp[][] = peers.map(() => [])
  /** The op whose stored sum nobody has read yet but itself, by slot. */
  const unread = new Map<string, DraftOp>()

  const touch = (slot: Slot | undefined, count: number): void => {
    if (slot && unread.size > 0) for (const name of names(slot, count)) unread.delete(name)
  }
  const replace = (target: Slot | undefined, count: number): void => {
    if (!target || unread.size === 0) return
    const writer = unread.get(nameOf(target))
    if (writer?.count === count && names(target, count).every((name) => unread.get(name) === writer))
      writer.kind = 'receive-reduce-send'
    touch(target, count)
  }

  return {
    add(block, { kind, source, target, count, after, isPart = false }) {
      const ops = blocks[block] as DraftOp[]
      const last = ops.at(-1)
      const clock = last ? last.clock.slice() : new Int32Array(blocks.length)
      const needed = after
        .filter((op) => op.block !== block)
        .sort((one, other) => other.place - one.place)
        .filter((op) => {
          if ((clock[op.block] ?? 0) > op.place) return false
          op.clock.forEach((done, at) => {
            if (done > (clock[at] ?? 0)) clock[at] = done
          })
          return true
        })
      if (kind === 'send' && last && needed.length === 0 && goesOn(last, source, count)) {
        last.kind = last.kind === 'receive' ? 'receive-copy-send' : 'receive-reduce-copy-send'
        if (last.kind === 'receive-reduce-copy-send')
          for (const name of names(source as Slot, count)) unread.set(name, last)
        return last
      }
      if (kind === 'receive') replace(target, count)
      else {
        touch(source, count)
        touch(target, count)
      }
      clock[block] = ops.length + 1
      const op: DraftOp = {
        kind,
        ...(source ? { source } : {}),
        ...(target ? { target } : {}),
        count,
        isPart,
        block,
        place: ops.length,
        clock,
        after: needed,
      }
      ops.push(op)
      return op
    },
    blocks: () => peers.map((peer, block) => ({ ...peer, ops: (blocks[block] ?? []).map(finished) })),
  }
}

/** What came in last is sent on just as it came. */
const goesOn = ({ kind, target, count, isPart }: DraftOp, source: Slot | undefined, sent: number): boolean =>
  !isPart &&
  (kind === 'receive' || kind === 'receive-reduce-copy') &&
  count === sent &&
  target !== undefined &&
  source !== undefined &&
  nameOf(target) === nameOf(source)

function finished({ kind, source, target, count, after }: DraftOp): Op {
  const stores = kind !== 'receive-reduce-send'
  return {
    kind,
    ...(source ? { source } : {}),
    ...(target && stores ? { target } : {}),
    count,
    after: after.map(({ block, place }) => ({ block, op: place })),
  }
}

const nameOf = ({ buffer, index }: Slot): string => buffer + index

const names = ({ buffer, index }: Slot, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => buffer + (index + at))
