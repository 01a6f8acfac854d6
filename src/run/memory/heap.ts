/**
 * The WebAssembly memory that arrays and messages of a rank live in, so that the reduce kernels reach them. With threads all
 * ranks share one memory and each allocates in an arena of its own; an address means the same to all.
 */
import { RunError } from '../run-error.ts'

/** First page: the kernels' own data. Nothing is allocated there, so that address 0 can mean none. */
export const RESERVED_BYTES = 65_536
/** Arrays start at whole cache lines; two ranks' data never share one. */
const ALIGNMENT = 64
/** 4 GiB: more, a 32-bit memory cannot have. */
export const MOST_HEAP_BYTES = 2 ** 32

/** An address in the heap; 0 is none. */
export type Address = number

export interface Heap {
  readonly memory: WebAssembly.Memory
  /** Arena of this rank: from `start` up to `end`. */
  readonly start: number
  readonly end: number
  /** Zeroed on first use only. Throws RunError 'memory-exhausted'. */
  allocate(bytes: number): number
  /** Of an address that `allocate` gave; anything else throws. */
  free(address: number): void
}

/** A shared memory of fixed size; pages cost nothing until they are used. */
export function createMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / 65_536)
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

/** First fit over a list of free ranges, kept in the order of addresses; neighbours are joined when freed. */
export function createHeap(memory: WebAssembly.Memory, start: number, end: number): Heap {
  const free: { start: number; end: number }[] = [{ start: alignUp(start), end }]
  const taken = new Map<number, number>()
  return {
    memory,
    start,
    end,
    allocate(bytes) {
      const wanted = alignUp(Math.max(bytes, 1))
      const at = free.findIndex((range) => range.end - range.start >= wanted)
      const range = free[at]
      if (!range) {
        const freeBytes = Math.max(0, ...free.map((gap) => gap.end - gap.start))
        throw new RunError({
          kind: 'memory-exhausted',
          wantedBytes: bytes,
          freeBytes,
          arenaBytes: end - start,
        })
      }
      const address = range.start
      range.start += wanted
      if (range.start === range.end) free.splice(at, 1)
      taken.set(address, wanted)
      return address
    },
    free(address) {
      const bytes = taken.get(address)
      if (bytes === undefined) throw new RangeError(`address ${address} is not allocated`)
      taken.delete(address)
      const next = free.findIndex((range) => range.start > address)
      const at = next < 0 ? free.length : next
      free.splice(at, 0, { start: address, end: address + bytes })
      join(free, at)
      if (at > 0) join(free, at - 1)
    },
  }
}

const alignUp = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

function join(ranges: { start: number; end: number }[], at: number): void {
  const range = ranges[at]
  const next = ranges[at + 1]
  if (!range || !next || range.end !== next.start) return
  range.end = next.end
  ranges.splice(at + 1, 1)
}
