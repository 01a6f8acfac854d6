/**
 * MSCCL's algorithm files: programs of all GPUs as XML, as msccl-tools writes them and the MSCCL executors (in RCCL, in Azure's
 * msccl-executor-nccl, in microsoft/msccl) run them.
 * Defined in msccl/src/graph/topo.cc, rccl/src/misc/msccl/msccl_parser.cc and msccl-tools/msccl/language/ir.py.
 */
import type { Bytes } from '../../base/units.ts'
import type { CollectiveName } from '../../collectives/names.ts'
import type { OpKind, Programs, Slot } from '../program.ts'
import type { OpAt } from '../program-graph.ts'

export type MscclProtocol = 'Simple' | 'LL' | 'LL128'

export interface MscclAlgorithm {
  readonly name: string
  readonly protocol: MscclProtocol
  /** For calls whose output is the input, and for calls whose output is another buffer. */
  readonly inPlace: boolean
  readonly outOfPlace: boolean
  /** Sizes of the call for which an executor takes it. */
  readonly minBytes: Bytes
  readonly maxBytes: Bytes
  readonly programs: Programs
}

/** What executors may trip over; the programs can be read all the same. */
export type MscclNote =
  /** Executors refuse files without it. */
  | { readonly kind: 'attribute-missing'; readonly attribute: 'minBytes' | 'maxBytes' | 'outofplace' }
  /** A step waits for one that does not say hasdep="1": executors would never tell it. */
  | { readonly kind: 'hasdep-missing'; readonly at: OpAt }
  | MscclLimit

/** More than executors have room for. */
export interface MscclLimit {
  readonly kind: 'limit'
  readonly limit: keyof typeof MSCCL_LIMITS
  readonly most: number
  readonly seen: number
}

/** msccl/src/include/devcomm.h, rccl/src/include/msccl/msccl_struct.h. */
export const MSCCL_LIMITS = {
  /** MSCCL_MAX_NUM_STEPS. */
  stepsPerBlock: 256,
  /** MSCCL_MAX_NUM_THREAD_BLOCKS_PER_CHANNEL. */
  blocksPerChannel: 32,
  /** Below MSCCL_MAX_COUNT. */
  chunksPerStep: 71,
  /** MAXCHANNELS. */
  channels: 32,
} as const

export const OP_KINDS: Readonly<Record<string, OpKind>> = {
  s: 'send',
  r: 'receive',
  rcs: 'receive-copy-send',
  rrs: 'receive-reduce-send',
  rrc: 'receive-reduce-copy',
  rrcs: 'receive-reduce-copy-send',
  cpy: 'copy',
  re: 'reduce',
  nop: 'nop',
}

export const BUFFERS: Readonly<Record<string, Slot['buffer']>> = { i: 'input', o: 'output', s: 'scratch' }

/** microsoft/msccl writes reduce_scatter, RCCL and Azure's executor reducescatter. */
export const COLLECTIVES_BY_NAME: Readonly<Record<string, CollectiveName>> = {
  allreduce: 'all_reduce',
  allgather: 'all_gather',
  reducescatter: 'reduce_scatter',
  reduce_scatter: 'reduce_scatter',
  alltoall: 'all_to_all',
  broadcast: 'broadcast',
  reduce: 'reduce',
  gather: 'gather',
  scatter: 'scatter',
}

/** nchunksperloop counts the chunks of the larger buffer: pieces of a block times this. */
export function blocksInLoop(collective: CollectiveName | undefined, ranks: number): number {
  switch (collective) {
    case 'all_gather':
    case 'reduce_scatter':
    case 'all_to_all':
    case 'gather':
    case 'scatter':
      return ranks
    default:
      return 1
  }
}

/** Where the programs are larger than executors allow. */
export function limitsExceeded({ programs }: Programs): readonly MscclLimit[] {
  const blocks = programs.flatMap((program) => program.blocks)
  const perChannel = programs.flatMap((program) => {
    const counts = new Map<number, number>()
    for (const { channel } of program.blocks) counts.set(channel, (counts.get(channel) ?? 0) + 1)
    return [...counts.values()]
  })
  const seen: Readonly<Record<keyof typeof MSCCL_LIMITS, number>> = {
    stepsPerBlock: largest(blocks.map(({ ops }) => ops.length)),
    blocksPerChannel: largest(perChannel),
    chunksPerStep: largest(blocks.flatMap(({ ops }) => ops.map(({ count }) => count))),
    channels: largest(blocks.map(({ channel }) => channel + 1)),
  }
  return (Object.keys(MSCCL_LIMITS) as (keyof typeof MSCCL_LIMITS)[])
    .filter((limit) => seen[limit] > MSCCL_LIMITS[limit])
    .map((limit) => ({ kind: 'limit', limit, most: MSCCL_LIMITS[limit], seen: seen[limit] }))
}

const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, value) => Math.max(most, value), 0)
