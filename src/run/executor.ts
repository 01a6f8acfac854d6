/**
 * Carries out a rank's plan over a transport, without ever waiting: `advance` runs every op that can run and returns. Blocks run
 * side by side, each op after op and tile after tile; an op runs when its waits are done and its message, or a slot, is there.
 * Sums are made of what is held first, then what came (core/schedules/run-ops.ts), so they are the same to the bit wherever
 * they are made. Nothing is allocated once it is begun.
 */
import type { Rank } from '../core/collectives/conditions.ts'
import type { RunPlace, RunProblem, Waiting } from '../core/collectives/run-problem.ts'
import { dataTypes } from './data-types.ts'
import type { Task } from './drive.ts'
import type { Kernels, ReduceKernel } from './kernels.ts'
import type { Plan, PlanBlock, PlanOp } from './plan.ts'
import type { Recorder } from './recorder.ts'
import { RunError } from './run-error.ts'
import type { Scratch } from './scratch.ts'
import { type Called, describeCall, describeSignature, isLater, signatureOf } from './signature.ts'
import { tilesOf } from './tiles.ts'
import type { Address, Transport } from './transports/transport.ts'

/** Tiles that a block may be ahead of the slowest of its rank; each in flight has scratch of its own. */
const TILES_IN_FLIGHT = 4
/** More than any algorithm uses. */
const CHANNELS_TO_SEARCH = 4

export interface Execution extends Task {
  /** `sequence`: see signature.ts. */
  begin(sequence: number): void
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

interface Block {
  readonly channel: number
  /** -1: none. */
  readonly sendTo: Rank
  readonly receiveFrom: Rank
  readonly ops: readonly PlacedOp[]
  tile: number
  op: number
  /** Ops done, of all tiles. */
  done: number
  /** The tile for which the ops' addresses are worked out. */
  resolved: number
  /** performance.now() when it began to wait for a peer; 0: it does not. Only kept for a recorder. */
  waitsSince: number
}

interface PlacedOp extends PlanOp {
  readonly sources: Float64Array
  readonly targets: Float64Array
  readonly lengths: Float64Array
  bytes: number
  readonly waits: { readonly block: Block; readonly op: number }[]
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
  const blocks = plan.blocks.map(beginBlock)
  for (const [at, block] of blocks.entries())
    for (const [place, op] of block.ops.entries())
      for (const after of plan.blocks[at]?.ops[place]?.after ?? [])
        op.waits.push({ block: blocks[after.block] as Block, op: after.op })
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
    for (const op of block.ops) {
      op.bytes = 0
      for (let at = 0; at < op.parts.length; at++) {
        const part = op.parts[at] as PlanOp['parts'][number]
        const start = cut(part.from)
        const length = (cut(part.to) - start) * typeBytes
        op.lengths[at] = length
        op.bytes += length
        for (const [end, addresses] of [
          [part.source, op.sources],
          [part.target, op.targets],
        ] as const) {
          if (!end) continue
          addresses[at] =
            end.buffer === 'scratch'
              ? scratchTile + (end.block * tiles.elements + start) * typeBytes
              : (end.buffer === 'input' ? options.input : options.output) +
                (end.block * called.count + first + start) * typeBytes
        }
      }
    }
  }

  function isFree(block: Block): boolean {
    const limit = block.tile - inFlight
    for (const other of working) if (other.tile <= limit) return false
    return true
  }

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

  function carryOut({ channel, sendTo, receiveFrom }: Block, op: PlacedOp, message: Address, slot: Address) {
    const { sources, targets, lengths } = op
    const parts = lengths.length
    let at = 0
    switch (op.kind) {
      case 'send':
        for (let its = 0; its < parts; its++) {
          copy(slot + at, sources[its] as number, lengths[its] as number)
          at += lengths[its] as number
        }
        break
      case 'receive-copy-send':
        copy(slot, message, op.bytes)
        transport.post(sendTo, channel, op.bytes, signature)
        scatter(targets, lengths, message)
        transport.release(receiveFrom, channel)
        return
      case 'receive':
        scatter(targets, lengths, message)
        break
      case 'receive-reduce-send':
        for (let its = 0; its < parts; its++) {
          add(slot + at, sources[its] as number, message + at, lengths[its] as number)
          at += lengths[its] as number
        }
        break
      case 'receive-reduce-copy':
      case 'receive-reduce-copy-send':
        for (let its = 0; its < parts; its++) {
          const length = lengths[its] as number
          add(targets[its] as number, sources[its] as number, message + at, length)
          if (slot !== 0) copy(slot + at, targets[its] as number, length)
          at += length
        }
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
    if (slot !== 0) transport.post(sendTo, channel, op.bytes, signature)
    if (message !== 0) transport.release(receiveFrom, channel)
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
    const { sendTo, receiveFrom } = block
    if (block.waitsSince > 0)
      its.add(sequence, 'wait', op.receives ? receiveFrom : sendTo, op.bytes, block.waitsSince, start)
    block.waitsSince = 0
    carryOut(block, op, message, slot)
    const kind = op.kind.includes('reduce') ? 'reduce' : op.sends ? 'send' : 'receive'
    const peer = op.sends ? sendTo : receiveFrom
    its.add(sequence, kind, peer, op.bytes, start, its.now())
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
    waitsFor: (peer) => working.some((block) => waitingAt(block, transport)?.peer === peer),
    problem(cause) {
      const stuck = working.filter((block) => waitingAt(block, transport) !== undefined)
      const place = placeOf(stuck[0]?.ops[stuck[0].op]?.step)
      if (cause.kind === 'peer-lost') return { ...cause, place }
      const stray = strayMessage()
      if (stray) return mismatch(stray.peer, stray.signature, place)
      const waiting = stuck.flatMap((block) => waitingAt(block, transport) ?? [])
      return { kind: 'timeout', rank: transport.rank, seconds: cause.seconds, place, waiting }
    },
  }
}

function beginBlock({ channel, sendTo = -1, receiveFrom = -1, ops }: PlanBlock): Block {
  return {
    channel,
    sendTo,
    receiveFrom,
    ops: ops.map((op) => ({
      ...op,
      sources: new Float64Array(op.parts.length),
      targets: new Float64Array(op.parts.length),
      lengths: new Float64Array(op.parts.length),
      bytes: 0,
      waits: [],
    })),
    tile: 0,
    op: 0,
    done: 0,
    resolved: -1,
    waitsSince: 0,
  }
}

function waitsForOps({ waits }: PlacedOp, tile: number): boolean {
  for (let at = 0; at < waits.length; at++) {
    const { block, op } = waits[at] as PlacedOp['waits'][number]
    if (block.done <= tile * block.ops.length + op) return true
  }
  return false
}

/** The message or slot that the block's next op waits for; waits for other ops of the rank follow from those. */
function waitingAt(block: Block, transport: Transport): Waiting | undefined {
  const op = block.ops[block.op]
  const { channel, sendTo, receiveFrom } = block
  if (!op || waitsForOps(op, block.tile)) return undefined
  if (op.receives && transport.arrived(receiveFrom, channel) === 0)
    return { peer: receiveFrom, direction: 'receive', channel }
  if (op.sends && transport.slotFor(sendTo, channel) === 0)
    return { peer: sendTo, direction: 'send', channel }
  return undefined
}
