/** A plan over the data of one call, and how far it has come: what the functions of the executor share. */
import type { Called } from '../calls/signature.ts'
import { dataTypes } from '../memory/data-types.ts'
import type { Address } from '../memory/heap.ts'
import type { Kernels, ReduceKernel } from '../memory/kernels.ts'
import type { Plan } from '../plan/plan.ts'
import { type Tiles, tilesOf } from '../plan/tiles.ts'
import type { Transport } from '../transports/transport.ts'
import { type Block, beginBlocks } from './blocks.ts'
import type { Recorder } from './recorder.ts'

/** Tiles that a block may be ahead of the slowest of its rank; each in flight has scratch of its own. */
const TILES_IN_FLIGHT = 4

export interface Running {
  readonly plan: Plan
  readonly called: Called
  readonly transport: Transport
  readonly recorder: Recorder | undefined
  readonly copy: Kernels['copy']
  /** Of calls that add. */
  readonly reduce: ReduceKernel | undefined

  readonly typeBytes: number
  /** Bytes >>> typeShift are elements. */
  readonly typeShift: number
  readonly tiles: Tiles
  readonly inFlight: number
  readonly input: Address
  readonly output: Address
  /** Of each tile in flight. */
  readonly scratchBytes: number
  scratchAt: Address

  readonly blocks: readonly Block[]
  /** Those that have any ops. */
  readonly working: readonly Block[]
  /** Of `working`. */
  unfinished: number
  /** Of all calls so far. */
  opsDone: number
  /** Of this call: see signature.ts. */
  sequence: number
  signature: number
}

export interface RunningOptions {
  readonly plan: Plan
  readonly called: Called
  readonly input: Address
  readonly output: Address
  readonly transport: Transport
  readonly kernels: Kernels
  /** Fill a pipeline: see tiles.ts. */
  readonly tiles?: number
  readonly recorder?: Recorder
}

export function createRunning(options: RunningOptions): Running {
  const { plan, called, input, output, transport, kernels, recorder } = options
  const typeBytes = dataTypes[called.type].bytes
  const tiles = tilesOf(plan, {
    count: called.count,
    typeBytes,
    slotBytes: transport.slotBytes,
    ...(options.tiles === undefined ? {} : { wanted: options.tiles }),
  })
  const blocks = beginBlocks(plan)
  return {
    plan,
    called,
    transport,
    recorder,
    copy: kernels.copy,
    reduce: called.op && kernels.reduce(called.op, called.type),
    typeBytes,
    typeShift: Math.log2(typeBytes),
    tiles,
    inFlight: Math.min(TILES_IN_FLIGHT, tiles.count),
    input,
    output,
    scratchBytes: plan.scratchBlocks * tiles.elements * typeBytes,
    scratchAt: 0,
    blocks,
    working: blocks.filter(({ ops }) => ops.length > 0),
    unfinished: 0,
    opsDone: 0,
    sequence: 0,
    signature: 0,
  }
}

/** Whether the block's next tile has scratch: that of a tile before it may still be in use. */
export function hasScratch({ working, inFlight }: Running, { tile }: Block): boolean {
  for (let at = 0; at < working.length; at++) if ((working[at] as Block).tile <= tile - inFlight) return false
  return true
}
