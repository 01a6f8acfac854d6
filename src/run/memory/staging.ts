/** Arrays that do not lie in the heap are copied in before a call and out after it. */
import { type DataType, dataTypes, type NumberArray } from './data-types.ts'
import type { Address, Heap } from './heap.ts'

export interface Staged {
  /** 0: there is no array. */
  readonly address: Address
  /** Nothing is copied: the array lies in the heap. */
  readonly direct: boolean
  copyIn(): void
  copyOut(): void
  free(): void
}

const NOTHING = () => {}
const at = (address: Address): Staged => ({
  address,
  direct: true,
  copyIn: NOTHING,
  copyOut: NOTHING,
  free: NOTHING,
})

/** Where the array lies in the heap; undefined when it does not. */
export const addressIn = (heap: Heap, array: NumberArray): Address | undefined =>
  array.buffer === heap.memory.buffer ? array.byteOffset : undefined

/** `mustCopy`: the call would overwrite what it still needs. */
export function stage(
  heap: Heap,
  array: NumberArray | undefined,
  type: DataType,
  { mustCopy = false } = {},
): Staged {
  if (!array) return at(0)
  const inHeap = addressIn(heap, array)
  if (inHeap !== undefined && !mustCopy) return at(inHeap)
  const address = heap.allocate(array.byteLength)
  const within = new dataTypes[type].arrayOf(heap.memory.buffer, address, array.length)
  let isFree = false
  return {
    address,
    direct: false,
    copyIn: () => copyElements(within, array),
    copyOut: () => copyElements(array, within),
    free() {
      if (!isFree) heap.free(address)
      isFree = true
    },
  }
}

/** Both are of one type, so that either both hold bigints or neither does. */
const copyElements = (target: NumberArray, source: NumberArray): void =>
  (target as Uint8Array).set(source as Uint8Array)

/** A detached array has no length left, and would do nothing without a word. */
export function isDetached(array: NumberArray): boolean {
  if (array.length > 0) return false
  try {
    new Uint8Array(array.buffer)
    return false
  } catch {
    return true
  }
}
