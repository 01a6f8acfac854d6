/** Reductions of more than two inputs, and copies, over the kernels. */
import type { CollectiveCall } from '../../collective-call.ts'
import { type DataType, dataTypes, type ReduceOp } from '../../data-types.ts'
import type { Kernels, ReduceKernel } from '../../kernels.ts'
import type { Address } from '../transport.ts'

/** What was just written is still in the L1 or L2 cache when it is used next. */
export const HOT_BYTES = 16_384

export interface Fold {
  /** target = op of `count` elements at `offset` bytes of all inputs, in their order. `target` may be the place in one of them. */
  reduce(
    call: Pick<CollectiveCall, 'type' | 'op'>,
    target: Address,
    inputs: readonly Address[],
    offset: number,
    count: number,
  ): void
  /** Nothing when both are the same place. */
  copy(target: Address, source: Address, bytes: number): void
  /** a.output = b.input and b.output = a.input, where output and input of one side may be the same place. */
  exchange(a: Place, b: Place, bytes: number): void
}

interface Place {
  readonly output: Address
  readonly input: Address
}

/** `scratch`: HOT_BYTES that nobody else uses. */
export function createFold(kernels: Kernels, scratch: Address): Fold {
  const copy = (target: Address, source: Address, bytes: number): void => {
    if (target !== source) kernels.copy(target, source, bytes)
  }
  // A program reduces by the same kernel most of the time.
  let kernel: { type: DataType; op: ReduceOp; add: ReduceKernel } | undefined
  const kernelFor = (type: DataType, op: ReduceOp): ReduceKernel => {
    if (kernel?.type !== type || kernel.op !== op) kernel = { type, op, add: kernels.reduce(op, type) }
    return kernel.add
  }
  return {
    copy,
    reduce({ type, op }, target, inputs, offset, count) {
      const { bytes } = dataTypes[type]
      const add = kernelFor(type, op)
      const last = inputs.length - 1
      const input = (rank: number, start: number): Address => (inputs[rank] ?? 0) + offset + start * bytes
      if (last === 0) copy(target, input(0, 0), count * bytes)
      else if (last === 1) add(target, input(0, 0), input(1, 0), count)
      else {
        const most = HOT_BYTES / bytes
        for (let start = 0; start < count; start += most) {
          const some = Math.min(most, count - start)
          // Not into the target before the end: it may be an input that is still to be added.
          add(scratch, input(0, start), input(1, start), some)
          for (let rank = 2; rank < last; rank++) add(scratch, scratch, input(rank, start), some)
          add(target + start * bytes, scratch, input(last, start), some)
        }
      }
      if (op === 'avg') kernels.scale(type, target, count, inputs.length)
    },
    exchange(a, b, bytes) {
      for (let start = 0; start < bytes; start += HOT_BYTES) {
        const some = Math.min(HOT_BYTES, bytes - start)
        kernels.copy(scratch, a.input + start, some)
        copy(a.output + start, b.input + start, some)
        kernels.copy(b.output + start, scratch, some)
      }
    },
  }
}
