/** The arrays that a rank has been given in its heap, and which of them it has given back. */
import type { NumberArray } from '../memory/data-types.ts'
import type { Heap } from '../memory/heap.ts'
import { addressIn, isDetached } from '../memory/staging.ts'
import { RunError } from '../run-error.ts'
import { allocationBytes, notAllocated } from './arguments.ts'
import type { Communicator } from './communicator.ts'

export interface Arrays extends Pick<Communicator, 'alloc' | 'free'> {
  /** Throws RunError 'freed' when the argument's memory is not there any more. */
  checkUsable(argument: string, array: NumberArray | undefined): void
}

/** `onFree`: called before the memory may be given to somebody else. */
export function createArrays(heap: Heap, onFree: () => void): Arrays {
  const freed = new WeakSet<NumberArray>()
  return {
    alloc(arrayOf, length) {
      const bytes = allocationBytes(arrayOf, length)
      return new arrayOf(heap.memory.buffer, heap.allocate(bytes), length)
    },
    free(array) {
      const address = ArrayBuffer.isView(array) ? addressIn(heap, array) : undefined
      if (address === undefined) throw notAllocated(array)
      if (freed.has(array)) throw new RunError({ kind: 'freed', argument: 'array' })
      try {
        heap.free(address)
      } catch {
        // A part of one, from its middle; or one that another view has freed.
        throw notAllocated(array)
      }
      freed.add(array)
      onFree()
    },
    checkUsable(argument, array) {
      if (array && (freed.has(array) || isDetached(array))) throw new RunError({ kind: 'freed', argument })
    },
  }
}
