/**
 * Carries out a rank's plan over a transport, without ever waiting: `advance` runs every op that can run and returns. Blocks run
 * side by side, each op after op and tile after tile; an op runs when its waits are done and its message, or a slot, is there.
 * Sums are made of what is held first, then what came (core/schedules/run-ops.ts), so they are the same to the bit wherever
 * they are made. Nothing is allocated once it is begun.
 */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { RunPlace, RunProblem, Waiting } from '../../core/collectives/run-problem.ts'
import { type Called, describeCall, describeSignature, isLater, signatureOf } from '../calls/signature.ts'
import { dataTypes } from '../memory/data-types.ts'
import type { Address } from '../memory/heap.ts'
import type { Kernels, ReduceKernel } from '../memory/kernels.ts'
import type { Scratch } from '../memory/scratch.ts'
import type { BlockPlace, Part, Plan } from '../plan/plan.ts'
import { tilesOf } from '../plan/tiles.ts'
import { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'
import { type Block, beginBlocks, type PlacedOp, waitingAt, waitsForOps } from './blocks.ts'
import type { Task } from './drive.ts'
import type { Recorder } from './recorder.ts'

/** Tiles that a block may be ahead of the slowest of its rank; each in flight has scratch of its own. */
const TILES_IN_FLIGHT = 4
/** More than any algorithm uses. */
const CHANNELS_TO_SEARCH = 4

export interface Execution extends Task {
  /** `sequence`: see signature.ts. */
  begin(sequence: number): void
  /** Into how many tiles the data is cut. */
  readonly tiles: number
}

export interface ExecutionOptions {
  readonly plan: Plan
  readonly called: Called
  readonly input: Address
  readonly output: Address
  readonly transport: Transport
  readonly kernels: Kernels
  readonly scratch: Scratch
  /** Fill a pipeline: see tiles.ts. */
  readonly tiles?: number
  readonly recorder?: Recorder
}

export function createExecution(options: ExecutionOptions): Execution {
  const { plan, called, transport, kernels, scratch, recorder } = options
  const { pieces } = plan
  const typeBytes = dataTypes[called.type].bytes
  const tiles = tilesOf(plan, {
    count: called.count,
    typeBytes,
    slotBytes: transport.slotBytes,
    ...(options.tiles === undefined ? {} : { wanted: options.tiles }),
  })
  const inFlight = Math.min(TILES_IN_FLIGHT, tiles.count)
  const scratchBytes = plan.scratchBlocks * tiles.elements * typeBytes
  const copy = kernels.copy
  const reduce: ReduceKernel | undefined = called.op && kernels.reduce(called.op, called.type)
  const blocks = beginBlocks(plan)
  const working = blocks.filter(({ ops }) => ops.length > 0)
  let unfinished = 0
  let opsDone = 0
  let sequence = 0
  let signature = 0
  let scratchAt: Address = 0

  /** Works out where the ops of a block find their data in this tile. */
  function resolve(block: Block, tile: number): void {
    block.resolved = tile
    const first = tile * tiles.elements
    const elements = Math.min(tiles.elements, called.count - first)
    const scratchTile = scratchAt + (tile % inFlight) * scratchBytes
    const cut = (piece: number) => Math.floor((piece * elements) / pieces)
    const addressOf = ({ buffer, block: its }: BlockPlace, start: number): Address => {
      if (buffer === 'scratch') return scratchTile + (its * tiles.elements + start) * typeBytes
      const base = buffer === 'input' ? options.input : options.output
      return base + (its * called.count + first + start) * typeBytes
    }
    for (const op of block.ops) {
      op.bytes = 0
      for (let at = 0; at < op.parts.length; at++) {
        const { from, to, source, target } = op.parts[at] as Part
        const start = cut(from)
        const length = (cut(to) - start) * typeBytes
        op.lengths[at] = length
        op.bytes += length
        if (source) op.sources[at] = addressOf(source, start)
        if (target) op.targets[at] = addressOf(target, start)
      }
    }
  }

  function isFree(block: Block): boolean {
    const limit = block.tile - inFlight
    for (const other of working) if (other.tile <= limit) return false
    return true
  }

  /** Blocks that are done, or too far ahead, wait for no peer. */
  const waitOf = (block: Block): Waiting | undefined =>
    block.tile < tiles.count && (block.op > 0 || isFree(block)) ? waitingAt(block, transport) : undefined

  /** Runs ops of the block until one cannot run; whether any ran. */
  function run(block: Block): boolean {
    let ran = false
    while (block.tile < tiles.count) {
      if (block.op === 0 && !isFree(block)) break
      if (block.resolved !== block.tile) resolve(block, block.tile)
      const op = block.ops[block.op] as PlacedOp
      if (waitsForOps(op, block.tile)) break
      let message: Address = 0
      if (op.receives) {
        message = transport.arrived(block.receiveFrom, block.channel)
        if (message === 0) return waitForPeer(block, ran)
      }
      let slot: Address = 0
      if (op.sends) {
        slot = transport.slotFor(block.sendTo, block.channel)
        if (slot === 0) return waitForPeer(block, ran)
      }
      if (message !== 0) check(block, op.bytes)
      if (recorder) perform(recorder, block, op, message, slot)
      else carryOut(block, op, message, slot)
      ran = true
      opsDone++
      block.done++
      block.op++
      if (block.op === block.ops.length) {
        block.op = 0
        block.tile++
        if (block.tile === tiles.count) unfinished--
      }
    }
    return ran
  }

  function check({ receiveFrom, channel, ops, op }: Block, bytes: number): void {
    const seen = transport.arrivedSignature(receiveFrom, channel)
    if (seen !== signature || transport.arrivedBytes(receiveFrom, channel) !== bytes)
      throw new RunError(mismatch(receiveFrom, seen, placeOf(ops[op]?.step)))
  }

  const mismatch = (peer: Rank, seen: number, place: RunPlace): RunProblem => ({
    kind: 'mismatch',
    rank: transport.rank,
    peer,
    place,
    here: describeCall(called),
    there: describeSignature(seen, called, sequence),
  })

  function carryOut(block: Block, op: PlacedOp, message: Address, slot: Address): void {
    const { sources, targets, lengths } = op
    const parts = lengths.length
    let at = 0
    switch (op.kind) {
      case 'send':
        postParts(block, op, sources, slot)
        break
      case 'receive-copy-send':
        post(block, op, message, slot)
        scatter(targets, lengths, message)
        break
      case 'receive':
        scatter(targets, lengths, message)
        break
      case 'receive-reduce-send':
        for (let its = 0; its < parts; its++) {
          add(slot + at, sources[its] as number, message + at, lengths[its] as number)
          at += lengths[its] as number
        }
        transport.post(block.sendTo, block.channel, op.bytes, signature)
        break
      case 'receive-reduce-copy':
      case 'receive-reduce-copy-send':
        for (let its = 0; its < parts; its++) {
          add(targets[its] as number, sources[its] as number, message + at, lengths[its] as number)
          at += lengths[its] as number
        }
        if (op.sends) postParts(block, op, targets, slot)
        break
      case 'copy':
        for (let its = 0; its < parts; its++)
          copy(targets[its] as number, sources[its] as number, lengths[its] as number)
        break
      case 'reduce':
        for (let its = 0; its < parts; its++)
          add(targets[its] as number, targets[its] as number, sources[its] as number, lengths[its] as number)
        break
      case 'nop':
        break
    }
    if (message !== 0) transport.release(block.receiveFrom, block.channel)
  }

  function postParts(block: Block, op: PlacedOp, places: Float64Array, slot: Address): void {
    const { lengths } = op
    if (lengths.length === 1) {
      post(block, op, places[0] as number, slot)
      return
    }
    let at = 0
    for (let its = 0; its < lengths.length; its++) {
      copy(slot + at, places[its] as number, lengths[its] as number)
      at += lengths[its] as number
    }
    transport.post(block.sendTo, block.channel, op.bytes, signature)
  }

  /** What stands in one piece need not go through the slot. */
  function post({ sendTo, channel }: Block, { bytes }: PlacedOp, source: Address, slot: Address): void {
    if (transport.postFrom) {
      transport.postFrom(sendTo, channel, source, bytes, signature)
      return
    }
    copy(slot, source, bytes)
    transport.post(sendTo, channel, bytes, signature)
  }

  function scatter(targets: Float64Array, lengths: Float64Array, message: Address): void {
    let at = 0
    for (let its = 0; its < lengths.length; its++) {
      copy(targets[its] as number, message + at, lengths[its] as number)
      at += lengths[its] as number
    }
  }

  function add(target: Address, held: Address, coming: Address, bytes: number): void {
    reduce?.(target, held, coming, bytes / typeBytes)
  }

  function waitForPeer(block: Block, ran: boolean): boolean {
    if (recorder && block.waitsSince === 0) block.waitsSince = recorder.now()
    return ran
  }

  function perform(its: Recorder, block: Block, op: PlacedOp, message: Address, slot: Address): void {
    const start = its.now()
    const { channel, sendTo, receiveFrom } = block
    const common = { step: sequence, op: op.step, channel, bytes: op.bytes }
    if (block.waitsSince > 0)
      its.add({ ...common, kind: 'wait', peer: op.receives ? receiveFrom : sendTo }, block.waitsSince, start)
    block.waitsSince = 0
    carryOut(block, op, message, slot)
    const end = its.now()
    const reduces = op.kind.includes('reduce')
    // An op that takes a message and passes it on is both.
    if (op.receives || reduces)
      its.add({ ...common, kind: reduces ? 'reduce' : 'receive', peer: receiveFrom }, start, end)
    if (op.sends) its.add({ ...common, kind: 'send', peer: sendTo }, start, end)
  }

  const placeOf = (step: number | undefined): RunPlace => ({
    sequence,
    operation: called.operation,
    ...(called.algorithm === 'none' ? {} : { algorithm: called.algorithm }),
    ...(step === undefined ? {} : { step, steps: plan.steps }),
  })

  /** Ranks that called something else may send where nobody listens. */
  function strayMessage(): { readonly peer: Rank; readonly signature: number } | undefined {
    for (let peer = 0; peer < transport.ranks; peer++)
      for (let channel = 0; peer !== transport.rank && channel < CHANNELS_TO_SEARCH; channel++) {
        if (transport.arrived(peer, channel) === 0) continue
        const seen = transport.arrivedSignature(peer, channel)
        if (seen !== signature && !isLater(seen, sequence)) return { peer, signature: seen }
      }
    return undefined
  }

  return {
    tiles: tiles.count,
    begin(its) {
      sequence = its
      signature = signatureOf(called, sequence)
      const at = scratch.reserve(scratchBytes * inFlight)
      for (const block of blocks) {
        block.tile = 0
        block.op = 0
        block.done = 0
        block.waitsSince = 0
        if (at !== scratchAt) block.resolved = -1
      }
      scratchAt = at
      unfinished = working.length
    },
    advance() {
      let ran = true
      while (ran && unfinished > 0) {
        ran = false
        for (let at = 0; at < working.length; at++) if (run(working[at] as Block)) ran = true
      }
      return unfinished === 0
    },
    called,
    progress: () => opsDone,
    waitsFor: (peer) => working.some((block) => waitOf(block)?.peer === peer),
    problem(cause) {
      const stuck = working.filter((block) => waitOf(block) !== undefined)
      const place = placeOf(stuck[0]?.ops[stuck[0].op]?.step)
      if (cause.kind === 'peer-lost') return { ...cause, place }
      const stray = strayMessage()
      if (stray) return mismatch(stray.peer, stray.signature, place)
      const waiting = stuck.flatMap((block) => waitOf(block) ?? [])
      return { kind: 'timeout', rank: transport.rank, seconds: cause.seconds, place, waiting }
    },
  }
}
