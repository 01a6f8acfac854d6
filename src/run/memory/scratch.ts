/** Memory for what only passes through a rank. Collectives run one after the other, so that they share it. */
import type { Address, Heap } from './heap.ts'

export interface Scratch {
  /** At least so many bytes; where they lie may change only when more are asked for than ever before. */
  reserve(bytes: number): Address
  free(): void
}

export function createScratch(heap: Heap): Scratch {
  let address: Address = 0
  let size = 0
  return {
    reserve(bytes) {
      if (bytes <= size) return address
      if (address !== 0) heap.free(address)
      address = 0
      size = 0
      address = heap.allocate(bytes)
      size = bytes
      return address
    },
    free() {
      if (address !== 0) heap.free(address)
      address = 0
      size = 0
    },
  }
}
