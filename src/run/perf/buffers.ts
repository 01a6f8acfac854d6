/** The two buffers of a rank, and where a call of each size finds its input and output in them. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { dataTypes, type NumberArray } from '../memory/data-types.ts'
import { bufferBytes, type PerfOptions } from './options.ts'
import { inputLength, outputLength, type Shape } from './pattern.ts'

export interface Buffers {
  /** Out of place: from the first to the second buffer. */
  outOfPlace(shape: Shape): Placed
  /** In place as NCCL defines it; undefined where the collective cannot be. */
  inPlace(shape: Shape): Placed | undefined
  readonly bytes: number
  readonly first: number
  readonly second: number
  free(): void
}

export interface Placed {
  readonly call: CollectiveCall
  readonly input: NumberArray
  readonly output: NumberArray
}

export function createBuffers(comm: Communicator, options: PerfOptions): Buffers {
  const { type, op } = options
  const bytes = bufferBytes(options, comm.size)
  const both = [comm.alloc(Uint8Array, bytes), comm.alloc(Uint8Array, bytes)] as const
  const [first, second] = [both[0].byteOffset, both[1].byteOffset]
  const { bytes: typeBytes, arrayOf } = dataTypes[type]

  function placed(shape: Shape, input: number, output: number): Placed {
    const { collective, root, count } = shape
    const lengths = { input: inputLength(shape, comm.rank), output: outputLength(shape, comm.rank) }
    return {
      call: { collective, root, type, op, count, input, output },
      input: new arrayOf(comm.heap.memory.buffer, input, lengths.input),
      output: new arrayOf(comm.heap.memory.buffer, output, lengths.output),
    }
  }
  return {
    bytes,
    first,
    second,
    outOfPlace: (shape) => placed(shape, first, second),
    inPlace(shape) {
      const at = ownPart(shape, comm.rank, typeBytes)
      if (at === 'apart') return placed(shape, first, second)
      return at && placed(shape, first + at.input, first + at.output)
    },
    free() {
      for (const buffer of both) comm.free(buffer)
    },
  }
}

/** Offsets of input and output in one buffer; 'apart': only the root has both, and only there they are one. */
function ownPart(
  { collective, root, count }: Shape,
  rank: Rank,
  typeBytes: number,
): { readonly input: number; readonly output: number } | 'apart' | undefined {
  const own = rank * count * typeBytes
  switch (collective) {
    case 'all_reduce':
    case 'broadcast':
      return { input: 0, output: 0 }
    case 'reduce':
      return rank === root ? { input: 0, output: 0 } : 'apart'
    case 'all_gather':
      return { input: own, output: 0 }
    case 'reduce_scatter':
      return { input: 0, output: own }
    case 'gather':
      return rank === root ? { input: own, output: 0 } : 'apart'
    case 'scatter':
      return rank === root ? { input: 0, output: own } : 'apart'
    case 'all_to_all':
    case 'send_recv':
      return undefined
  }
}
