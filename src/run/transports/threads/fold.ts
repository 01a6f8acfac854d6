/** Adding up and copying over the kernels, for direct.ts: from all ranks' memory into that of one or all. */
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { type DataType, dataTypes, type ReduceOp } from '../../memory/data-types.ts'
import type { Address, Heap } from '../../memory/heap.ts'
import type { Kernels, ReduceManyKernel, ScaleKernel } from '../../memory/kernels.ts'

/** What was just written is still in the L1 cache when it is used next. */
export const HOT_BYTES = 16_384

/** One address a rank, in memory, where the kernels read them. */
export interface AddressList {
  readonly at: Address
  readonly values: Uint32Array
}

export function createAddressList(heap: Heap, length: number): AddressList {
  const at = heap.allocate(length * 4)
  return { at, values: new Uint32Array(heap.memory.buffer, at, length) }
}

export interface Fold {
  /** The op of all inputs, in the order of the ranks, into each target; elements from `start` on. A target may be an input. */
  reduce(call: Adding, targets: AddressList, inputs: AddressList, start: number, count: number): void
  /** Nothing when both are the same place. */
  copy(target: Address, source: Address, bytes: number): void
  /** a.output = b.input and b.output = a.input, where output and input of one side may be the same place. */
  exchange(a: Place, b: Place, bytes: number): void
}

type Adding = Pick<CollectiveCall, 'type' | 'op'>

interface Place {
  readonly output: Address
  readonly input: Address
}

export function createFold(kernels: Kernels, heap: Heap): Fold {
  const scratch = heap.allocate(HOT_BYTES)
  const copy = (target: Address, source: Address, bytes: number): void => {
    if (target !== source) kernels.copy(target, source, bytes)
  }
  // A program mostly adds one type by one op.
  let found: { type: DataType; op: ReduceOp; many: ReduceManyKernel; scale: ScaleKernel } | undefined
  const find = ({ type, op }: Adding) => {
    if (found?.type !== type || found.op !== op)
      found = { type, op, many: kernels.reduceMany(op, type), scale: kernels.scale(type) }
    return found
  }
  /** Divided while it is hot, and copied then. */
  const average = (call: Adding, targets: AddressList, inputs: AddressList, start: number, count: number) => {
    const { many, scale } = find(call)
    const { bytes } = dataTypes[call.type]
    const most = HOT_BYTES / bytes
    for (let at = start; at < start + count; at += most) {
      const some = Math.min(most, start + count - at)
      const [first = 0, ...others] = targets.values
      many(targets.at, 1, inputs.at, inputs.values.length, at, some)
      scale(first + at * bytes, some, inputs.values.length)
      for (const other of others) copy(other + at * bytes, first + at * bytes, some * bytes)
    }
  }
  return {
    copy,
    reduce(call, targets, inputs, start, count) {
      if (call.op === 'avg') average(call, targets, inputs, start, count)
      else find(call).many(targets.at, targets.values.length, inputs.at, inputs.values.length, start, count)
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
