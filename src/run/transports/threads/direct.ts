/**
 * 'direct': collectives without messages. Each rank announces its call and where its data lie, waits until all have, works on
 * the memory of all, and waits until all are done. Small inputs are announced together with the call, in two places by turns:
 * then nobody need wait for the end, since whoever announces the next call but one has seen all ranks announce the next.
 * All words of an announcement and up to 32 bytes of input are one cache line.
 */
import { COLLECTIVES } from '../../../core/collectives/names.ts'
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { adds, calledOf, describeCall, describeSignature, isLater, rooted } from '../../calls/signature.ts'
import { DATA_TYPES, dataTypes, REDUCE_OPS } from '../../memory/data-types.ts'
import type { Heap } from '../../memory/heap.ts'
import type { Kernels } from '../../memory/kernels.ts'
import { RunError } from '../../run-error.ts'
import type { NativeAlgorithm } from '../native-algorithm.ts'
import { ANNOUNCEMENT_BYTES, type Control } from './control.ts'
import type { Doorbell } from './doorbell.ts'
import { createAddressList, createFold } from './fold.ts'
import { farewellOf, livenessOf } from './liveness.ts'
import { PUBLISHED_BYTES } from './memory.ts'
import { type Pass, pull, share } from './one-pass.ts'

/** The words of an announcement; the first is the round, which is written last. */
const SEQUENCE = 1
const CODE = 2
const ROOT = 3
const COUNT = 4
const INPUT = 5
const OUTPUT = 6
/** In place of a code: the rank gave up waiting, and its memory may no longer be what it announced. */
const WITHDRAWN = -1
/** Polls before the doorbell is asked, which looks at the clock. */
const POLLS = 200

export interface DirectOptions {
  readonly control: Control
  readonly rank: number
  readonly ranks: number
  readonly heap: Heap
  readonly kernels: Kernels
  readonly doorbell: Doorbell
  /** Signature of a message from the peer that nobody has taken. */
  readonly stray: (peer: number) => number | undefined
}

export function directAlgorithm({
  control,
  rank,
  ranks,
  heap,
  kernels,
  doorbell,
  stray,
}: DirectOptions): NativeAlgorithm {
  const { words } = control
  const everyRank = Array.from({ length: ranks }, (_, its) => its)
  const announced = [0, 1].map((parity) => everyRank.map((its) => control.announcement(its, parity)))
  const published = announced.map((its) => {
    const list = createAddressList(heap, ranks)
    list.values.set(its.map((at) => control.start + at * 4 + ANNOUNCEMENT_BYTES))
    return list
  })
  const finished = everyRank.map((its) => control.finished(its))
  const fold = createFold(kernels, heap)
  const inputs = createAddressList(heap, ranks)
  const outputs = createAddressList(heap, ranks)
  const only = createAddressList(heap, 1)

  /** Counts the calls; wraps around after 2^32. */
  let round = 0
  /** The words that ranks write the round into, and the first rank that is not known to have. */
  let flags: readonly number[] = finished
  let next = 0

  const allCame = (): boolean => {
    while (next < ranks) {
      if (hasCome(next)) next++
      else return false
    }
    return true
  }
  const hasCome = (its: number): boolean => ((Atomics.load(words, flags[its] ?? 0) - round) | 0) >= 0
  const missing = (): number[] => everyRank.filter((its) => !hasCome(its))
  const gone = (): number | undefined => {
    if (Atomics.load(words, control.departures) === 0) return undefined
    // Asked again whether it has come, since it may have come and gone after the first look.
    return missing().find((its) => livenessOf(control, its) !== 'here' && !hasCome(its))
  }
  const settled = (): boolean => allCame() || gone() !== undefined

  const say = (its: readonly number[]): void => {
    flags = its
    next = 0
    Atomics.store(words, its[rank] ?? 0, round)
    doorbell.ringSleepers()
  }

  /** True when the input went with it. */
  const announce = (call: CollectiveCall, sequence: number): boolean => {
    round = (round + 1) | 0
    const its = announced[round & 1] ?? []
    const at = its[rank] ?? 0
    const bytes = inputBytes(call, ranks)
    const small = bytes <= PUBLISHED_BYTES
    if (small && call.input !== 0) kernels.copy(published[round & 1]?.values[rank] ?? 0, call.input, bytes)
    words[at + SEQUENCE] = sequence
    words[at + CODE] = codeOf(call)
    words[at + ROOT] = rootOf(call)
    words[at + COUNT] = call.count
    words[at + INPUT] = call.input
    words[at + OUTPUT] = call.output
    say(its)
    return small
  }

  /** All ranks have come: do they all mean the same? */
  const compare = (call: CollectiveCall, sequence: number): void => {
    const code = codeOf(call)
    const count = call.count | 0
    const root = rootOf(call)
    for (let peer = 0; peer < ranks; peer++) {
      const at = announced[round & 1]?.[peer] ?? 0
      if (
        Atomics.load(words, at + CODE) !== code ||
        Atomics.load(words, at + COUNT) !== count ||
        Atomics.load(words, at + ROOT) !== root ||
        Atomics.load(words, at + SEQUENCE) !== (sequence | 0)
      )
        throw differs(peer, at, call, sequence)
    }
  }

  const differs = (peer: number, at: number, call: CollectiveCall, sequence: number): RunError => {
    const place = { sequence, operation: call.collective, algorithm: 'direct' }
    const code = Atomics.load(words, at + CODE)
    if (code === WITHDRAWN) return new RunError({ kind: 'peer-lost', rank, peer, place })
    const its = {
      ...callOf(code),
      root: Atomics.load(words, at + ROOT),
      count: Atomics.load(words, at + COUNT) >>> 0,
    }
    const turn = Atomics.load(words, at + SEQUENCE)
    const inTurn = (described: string, its: number) =>
      turn === sequence ? described : `${described} #${its}`
    return new RunError({
      kind: 'mismatch',
      rank,
      peer,
      place,
      here: inTurn(describeCall(calledOf(call, 'direct')), sequence),
      there: inTurn(describeCall(calledOf(its, 'direct')), turn),
    })
  }

  /** Throws when there is nothing to wait for any more. */
  const stillHope = (call: CollectiveCall, sequence: number, since: number, deadline: number): void => {
    const step = flags === finished ? 1 : 0
    const place = { sequence, operation: call.collective, algorithm: 'direct', step, steps: 2 }
    const peer = gone()
    if (peer !== undefined) {
      withdraw()
      const reason = farewellOf(control, peer)
      throw new RunError({
        kind: 'peer-lost',
        rank,
        peer,
        place,
        ...(reason === undefined ? {} : { reason }),
      })
    }
    const now = performance.now()
    if (now < deadline) return
    const waiting = missing().map((its) => ({ peer: its, direction: 'receive' as const, channel: 0 }))
    if (waiting.length === 0) return
    withdraw()
    if (step === 0) for (const { peer } of waiting) throwIfElsewhere(peer, call, sequence)
    throw new RunError({ kind: 'timeout', rank, seconds: (now - since) / 1000, place, waiting })
  }
  /** A rank that runs another algorithm than 'direct' announces nothing, but it sends. */
  const throwIfElsewhere = (peer: number, call: CollectiveCall, sequence: number): void => {
    const seen = stray(peer)
    if (seen === undefined || isLater(seen, sequence)) return
    const place = { sequence, operation: call.collective, algorithm: 'direct' }
    const called = calledOf(call, 'direct')
    const there = describeSignature(seen, called, sequence)
    throw new RunError({ kind: 'mismatch', rank, peer, place, here: describeCall(called), there })
  }
  const withdraw = (): void => {
    Atomics.store(words, (announced[round & 1]?.[rank] ?? 0) + CODE, WITHDRAWN)
  }

  const meetSync = (call: CollectiveCall, sequence: number, timeoutSeconds: number): void => {
    for (let polls = 0; polls < POLLS; polls++) if (allCame()) return
    const since = performance.now()
    const deadline = since + timeoutSeconds * 1000
    while (!allCame()) {
      stillHope(call, sequence, since, deadline)
      doorbell.waitSync(settled, deadline)
    }
  }
  const meet = async (call: CollectiveCall, sequence: number, timeoutSeconds: number): Promise<void> => {
    for (let polls = 0; polls < POLLS; polls++) if (allCame()) return
    const since = performance.now()
    const deadline = since + timeoutSeconds * 1000
    while (!allCame()) {
      stillHope(call, sequence, since, deadline)
      await doorbell.wait(settled, deadline)
    }
  }

  const pass = (call: CollectiveCall, of: Pass['inputs']): Pass => ({
    call,
    rank,
    ranks,
    inputs: of,
    outputs,
    only,
  })

  /** With the inputs that were announced, each rank makes its own output; nobody need wait for it. */
  const finishSmall = (call: CollectiveCall): void => pull(pass(call, published[round & 1] ?? inputs), fold)

  const work = (call: CollectiveCall): void => {
    for (let its = 0; its < ranks; its++) {
      const at = announced[round & 1]?.[its] ?? 0
      inputs.values[its] = Atomics.load(words, at + INPUT)
      outputs.values[its] = Atomics.load(words, at + OUTPUT)
    }
    share(pass(call, inputs), fold)
    say(finished)
  }

  return {
    id: 'direct',
    // In place, each rank would have to keep its data until the next one has read them.
    supports: (call) => call.collective !== 'send_recv' || call.input !== call.output,
    runSync(call, sequence, timeoutSeconds) {
      const small = announce(call, sequence)
      meetSync(call, sequence, timeoutSeconds)
      compare(call, sequence)
      if (small) finishSmall(call)
      else {
        work(call)
        meetSync(call, sequence, timeoutSeconds)
      }
    },
    async run(call, sequence, timeoutSeconds) {
      const small = announce(call, sequence)
      await meet(call, sequence, timeoutSeconds)
      compare(call, sequence)
      if (small) finishSmall(call)
      else {
        work(call)
        await meet(call, sequence, timeoutSeconds)
      }
    },
  }
}

function inputBytes({ collective, count, type }: CollectiveCall, ranks: number): number {
  const whole = collective === 'reduce_scatter' || collective === 'scatter' || collective === 'all_to_all'
  return count * dataTypes[type].bytes * (whole ? ranks : 1)
}

const OPERATION_CODES = Object.fromEntries(COLLECTIVES.map((name, code) => [name, code]))
const TYPE_CODES = Object.fromEntries(DATA_TYPES.map((name, code) => [name, code * 16]))
const OP_CODES = Object.fromEntries(REDUCE_OPS.map((name, code) => [name, code * 256]))

/** The root counts only where there is one. */
const rootOf = ({ collective, root }: CollectiveCall): number => (rooted(collective) ? root : 0)

/** The op counts only where there is one. */
const codeOf = ({ collective, type, op }: CollectiveCall): number =>
  (OPERATION_CODES[collective] ?? 0) + (TYPE_CODES[type] ?? 0) + (adds(collective) ? (OP_CODES[op] ?? 0) : 0)

function callOf(code: number): Pick<CollectiveCall, 'collective' | 'type' | 'op'> {
  const collective = COLLECTIVES[code & 15]
  const type = DATA_TYPES[(code >> 4) & 15]
  const op = REDUCE_OPS[code >> 8]
  if (!collective || !type || !op) throw new Error(`${code} is no code of a call`)
  return { collective, type, op }
}
