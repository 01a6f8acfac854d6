/**
 * The MPI requests under way, side by side in the heap, so that one MPI_Testsome asks for all of them: it is what moves
 * messages on, and the only thing that a waiting rank calls.
 */
import type { Heap } from '../../memory/heap.ts'
import type { Mpi, Pointer } from './mpi.ts'

/** Number of a request; stays the same while the array moves in memory. */
export type RequestIndex = number

export interface Requests {
  /** A new, inactive request. `failed` gets the error code when it ends with one. */
  add(failed: (code: number) => void): RequestIndex
  /** Where its MPI_Request lies, as routines take it. Not to be kept: `add` may move it. */
  pointer(request: RequestIndex): Pointer
  /** The routine that starts it has returned. */
  started(request: RequestIndex): void
  isActive(request: RequestIndex): boolean
  readonly active: number
  readonly count: number
  /** How many have ended since. */
  test(): number
}

/** mpi.h of both: what MPI_Testsome counts when no request is active. */
const MPI_UNDEFINED = -32766
const FIRST_CAPACITY = 64

/** `base`: absolute address of the heap's memory. */
export function createRequests(mpi: Mpi, heap: Heap, base: Pointer): Requests {
  const { requestBytes, requestNull, statusesIgnore } = mpi.abi
  const words = new Int32Array(heap.memory.buffer)
  const activeOf: boolean[] = []
  const failedOf: ((code: number) => void)[] = []
  let active = 0
  let capacity = FIRST_CAPACITY
  let array = heap.allocate(capacity * requestBytes)
  let indices = heap.allocate(capacity * 4)
  const done = heap.allocate(8)

  const grow = () => {
    const [oldArray, oldIndices, oldBytes] = [array, indices, capacity * requestBytes]
    capacity *= 2
    array = heap.allocate(capacity * requestBytes)
    indices = heap.allocate(capacity * 4)
    words.copyWithin(array / 4, oldArray / 4, (oldArray + oldBytes) / 4)
    heap.free(oldArray)
    heap.free(oldIndices)
  }

  const end = (request: RequestIndex) => {
    if (!activeOf[request]) return
    activeOf[request] = false
    active--
  }

  /** MPI_Testsome has failed without saying for which request (the statuses are ignored): ask each. */
  const testEach = (): number => {
    let ended = 0
    for (let request = 0; request < activeOf.length; request++) {
      if (!activeOf[request]) continue
      const code = mpi.test(base + array + request * requestBytes, base + done, mpi.abi.statusIgnore)
      if (code === 0 && words[done / 4] === 0) continue
      end(request)
      ended++
      if (code !== 0) failedOf[request]?.(code)
    }
    return ended
  }

  return {
    add(failed) {
      const request = activeOf.length
      if (request === capacity) grow()
      const at = (array + request * requestBytes) / 4
      words[at] = requestNull
      if (requestBytes === 8) words[at + 1] = Math.floor(requestNull / 2 ** 32)
      activeOf.push(false)
      failedOf.push(failed)
      return request
    },
    pointer: (request) => base + array + request * requestBytes,
    started(request) {
      activeOf[request] = true
      active++
    },
    isActive: (request) => activeOf[request] === true,
    get active() {
      return active
    },
    get count() {
      return activeOf.length
    },
    test() {
      if (active === 0) return 0
      const code = mpi.testsome(activeOf.length, base + array, base + done, base + indices, statusesIgnore)
      if (code !== 0) return testEach()
      const ended = words[done / 4] ?? 0
      if (ended === MPI_UNDEFINED) return 0
      for (let at = 0; at < ended; at++) end(words[indices / 4 + at] ?? 0)
      return ended
    },
  }
}
