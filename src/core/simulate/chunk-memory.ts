/** Who wrote each chunk of each node last, and who has read it since. A cell is one chunk at one node. */
import type { MessageIndex } from './message-columns.ts'

export interface ChunkMemory {
  /** -1 while the chunk is as it was at the start. */
  writer(cell: number): MessageIndex
  /** Forgets the readers of the earlier value. */
  setWriter(cell: number, message: MessageIndex): void
  addReader(cell: number, message: MessageIndex): void
  /** The readings since the last write, from the latest back: a place in the list, or -1. */
  lastReader(cell: number): number
  earlierReader(place: number): number
  reader(place: number): MessageIndex
}

/** Columns for so many cells; beyond (all_to_all, for instance) few of the N³ cells are ever used. */
const MOST_DENSE = 2 ** 23
/** What a Map has room for. */
export const MOST_FOLLOWED = 2 ** 24

/** `reads` is how many are expected. */
export function chunkMemory(cells: number, reads = 1024): ChunkMemory {
  const dense = cells <= MOST_DENSE
  const writers = dense ? denseCells(cells) : sparseCells()
  const readers = dense ? denseCells(cells) : sparseCells()
  let reader = new Int32Array(Math.max(1, reads))
  let earlier = new Int32Array(Math.max(1, reads))
  let places = 0

  return {
    writer: writers.get,
    setWriter(cell, message) {
      writers.set(cell, message)
      readers.set(cell, -1)
    },
    addReader(cell, message) {
      if (places === reader.length) {
        reader = grown(reader)
        earlier = grown(earlier)
      }
      reader[places] = message
      earlier[places] = readers.get(cell)
      readers.set(cell, places++)
    },
    lastReader: readers.get,
    earlierReader: (place) => earlier[place] as number,
    reader: (place) => reader[place] as number,
  }
}

interface Cells {
  get(cell: number): number
  set(cell: number, value: number): void
}

function denseCells(count: number): Cells {
  const values = new Int32Array(count).fill(-1)
  return {
    get: (cell) => values[cell] as number,
    set: (cell, value) => {
      values[cell] = value
    },
  }
}

function sparseCells(): Cells {
  const values = new Map<number, number>()
  return {
    get: (cell) => values.get(cell) ?? -1,
    set: (cell, value) => {
      values.set(cell, value)
    },
  }
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * values.length)
  larger.set(values)
  return larger
}
