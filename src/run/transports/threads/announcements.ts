/**
 * What each rank announces of a call of 'direct': which it is and where its data lie, in words that all ranks see. Small inputs
 * are announced together with it. Two buffers alternate: a rank that announces the next call but one has seen all ranks announce
 * the next, so nobody reads the first any more. All words of an announcement and up to 32 bytes of input are one cache line.
 */
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { calledOf, describeCall } from '../../calls/signature.ts'
import { dataTypes } from '../../memory/data-types.ts'
import type { Heap } from '../../memory/heap.ts'
import type { Kernels } from '../../memory/kernels.ts'
import { RunError } from '../../run-error.ts'
import { callOf, codeOf, rootOf } from './call-code.ts'
import { ANNOUNCEMENT_BYTES, type Control } from './control.ts'
import { type AddressList, createAddressList } from './fold.ts'
import { PUBLISHED_BYTES } from './memory.ts'

/** The words of an announcement; the first is the round, which is written last. */
const SEQUENCE = 1
const CODE = 2
const ROOT = 3
const COUNT = 4
const INPUT = 5
const OUTPUT = 6
/** In place of a code: the rank gave up waiting, and its memory may no longer be what it announced. */
const WITHDRAWN = -1

/** One of the two buffers. */
export interface Announcements {
  readonly words: Int32Array
  readonly rank: number
  /** By rank: index of its first word. */
  readonly at: readonly number[]
  /** By rank: where the input stands that was announced with the call. */
  readonly published: AddressList
}

export function announcementsAt(
  control: Control,
  heap: Heap,
  rank: number,
  ranks: number,
  parity: number,
): Announcements {
  const at = Array.from({ length: ranks }, (_, peer) => control.announcement(peer, parity))
  const published = createAddressList(heap, ranks)
  published.values.set(at.map((word) => control.start + word * 4 + ANNOUNCEMENT_BYTES))
  return { words: control.words, rank, at, published }
}

/** Writes all but the round. True when the input went with it. */
export function announce(
  { words, rank, at, published }: Announcements,
  call: CollectiveCall,
  sequence: number,
  { copy }: Kernels,
): boolean {
  const own = at[rank] ?? 0
  const bytes = inputBytes(call, at.length)
  const small = bytes <= PUBLISHED_BYTES
  if (small && call.input !== 0) copy(published.values[rank] ?? 0, call.input, bytes)
  words[own + SEQUENCE] = sequence
  words[own + CODE] = codeOf(call)
  words[own + ROOT] = rootOf(call)
  words[own + COUNT] = call.count
  words[own + INPUT] = call.input
  words[own + OUTPUT] = call.output
  return small
}

function inputBytes({ collective, count, type }: CollectiveCall, ranks: number): number {
  const whole = collective === 'reduce_scatter' || collective === 'scatter' || collective === 'all_to_all'
  return count * dataTypes[type].bytes * (whole ? ranks : 1)
}

/** This rank's is not to be relied on any more. */
export const withdraw = ({ words, rank, at }: Announcements): void => {
  Atomics.store(words, (at[rank] ?? 0) + CODE, WITHDRAWN)
}

/** Where the data of all ranks lie. */
export function readAddresses({ words, at }: Announcements, inputs: AddressList, outputs: AddressList): void {
  for (let peer = 0; peer < at.length; peer++) {
    const first = at[peer] ?? 0
    inputs.values[peer] = Atomics.load(words, first + INPUT)
    outputs.values[peer] = Atomics.load(words, first + OUTPUT)
  }
}

/** All ranks have come: throws RunError 'mismatch' or 'peer-lost' unless all mean the same. */
export function compare(announcements: Announcements, call: CollectiveCall, sequence: number): void {
  const { words, at } = announcements
  const code = codeOf(call)
  const count = call.count | 0
  const root = rootOf(call)
  for (let peer = 0; peer < at.length; peer++) {
    const first = at[peer] ?? 0
    if (
      Atomics.load(words, first + CODE) !== code ||
      Atomics.load(words, first + COUNT) !== count ||
      Atomics.load(words, first + ROOT) !== root ||
      Atomics.load(words, first + SEQUENCE) !== (sequence | 0)
    )
      throw differs(announcements, peer, call, sequence)
  }
}

function differs(
  { words, rank, at }: Announcements,
  peer: number,
  call: CollectiveCall,
  sequence: number,
): RunError {
  const first = at[peer] ?? 0
  const place = { sequence, operation: call.collective, algorithm: 'direct' }
  const code = Atomics.load(words, first + CODE)
  if (code === WITHDRAWN) return new RunError({ kind: 'peer-lost', rank, peer, place })
  const theirs = {
    ...callOf(code),
    root: Atomics.load(words, first + ROOT),
    count: Atomics.load(words, first + COUNT) >>> 0,
  }
  const turn = Atomics.load(words, first + SEQUENCE)
  const inTurn = (described: string, number: number) =>
    turn === sequence ? described : `${described} #${number}`
  return new RunError({
    kind: 'mismatch',
    rank,
    peer,
    place,
    here: inTurn(describeCall(calledOf(call, 'direct')), sequence),
    there: inTurn(describeCall(calledOf(theirs, 'direct')), turn),
  })
}
