/**
 * What training a model sends in one step, by strategy: which collective, how often, how large, how much a GPU sends.
 * DDP: Li et al. 2020. ZeRO and FSDP: Rajbhandari et al. 2020, section 7. Tensor parallelism: Shoeybi et al. 2019.
 */
import { type Bytes, MiB } from '../base/units.ts'
import { type DataType, type Model, modelBytes, typeBytes } from './models.ts'
import type { CollectiveName } from './names.ts'
import { leastTraffic } from './traffic.ts'
import type { When } from './uses.ts'

export const STRATEGIES = ['ddp', 'zero-1', 'zero-2', 'zero-3', 'tp'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** PyTorch's DistributedDataParallel: bucket_cap_mb. */
export const DDP_BUCKET: Bytes = 25 * MiB

export interface StepOptions {
  /** GPUs that share the parameters, gradients or layers. */
  readonly ranks: number
  /** The model's own when not given. */
  readonly type?: DataType
  /** Micro-batches of one step (gradient accumulation). */
  readonly microBatches?: number
  /** Tokens of a micro-batch on one GPU; one sequence when not given. */
  readonly tokens?: number
  readonly bucketBytes?: Bytes
}

/** Calls of one kind in one step on one GPU. */
export interface StepCalls {
  readonly collective: CollectiveName
  readonly when: When
  /** Undefined where the model's layers are not known. */
  readonly calls?: number
  /** Size of one call as nccl-tests counts it. */
  readonly bytes?: Bytes
  /** Size of all calls together. */
  readonly allBytes: Bytes
  /** What one GPU sends for all of them, as a ring does it. */
  readonly sent: Bytes
}

/** Undefined for tensor parallelism of a model whose layers or width are not known. */
export function stepCalls(
  model: Model,
  strategy: Strategy,
  options: StepOptions,
): readonly StepCalls[] | undefined {
  const { ranks, type = model.type, microBatches = 1, bucketBytes = DDP_BUCKET } = options
  const whole = modelBytes(model, type)
  const of = (collective: CollectiveName, when: When, bytes: Bytes, calls?: number): StepCalls => ({
    collective,
    when,
    ...(calls === undefined ? {} : { calls, bytes: bytes / calls }),
    allBytes: bytes,
    sent: leastTraffic(collective, ranks, bytes).sent,
  })
  const buckets = Math.ceil(whole / bucketBytes)
  const layered = model.layers === undefined ? undefined : model.layers * microBatches
  switch (strategy) {
    case 'ddp':
      // Only the last micro-batch of a step sends (no_sync).
      return [of('all_reduce', 'backward', whole, buckets)]
    case 'zero-1':
      return [of('reduce_scatter', 'after-backward', whole, 1), of('all_gather', 'after-backward', whole, 1)]
    case 'zero-2':
      // Gradients are kept only as shards, so every micro-batch reduces its own.
      return [
        of('reduce_scatter', 'backward', whole * microBatches, buckets * microBatches),
        of('all_gather', 'after-backward', whole, 1),
      ]
    case 'zero-3':
      return [
        of('all_gather', 'forward', whole * microBatches, layered),
        of('all_gather', 'backward', whole * microBatches, layered),
        of('reduce_scatter', 'backward', whole * microBatches, layered),
      ]
    case 'tp':
      return tensorParallel(model, type, microBatches, options.tokens, of)
  }
}

/** A layer adds up its activations after attention and after the MLP, forward and backward: four all-reduces. */
function tensorParallel(
  { layers, transformer }: Model,
  type: DataType,
  microBatches: number,
  tokens: number | undefined,
  of: (collective: CollectiveName, when: When, bytes: Bytes, calls?: number) => StepCalls,
): readonly StepCalls[] | undefined {
  if (!transformer || layers === undefined) return undefined
  const calls = 2 * layers * microBatches
  const bytes = (tokens ?? transformer.sequence) * transformer.hidden * typeBytes(type)
  return [
    of('all_reduce', 'forward', calls * bytes, calls),
    of('all_reduce', 'backward', calls * bytes, calls),
  ]
}

/** What one GPU sends in a step, all calls together. */
export const sentPerStep = (calls: readonly StepCalls[]): Bytes =>
  calls.reduce((sum, { sent }) => sum + sent, 0)
