/** From what was asked (arguments.ts) to a call in the heap: in place or not, copied in and out where it must be. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import { dataTypes } from '../memory/data-types.ts'
import type { Heap } from '../memory/heap.ts'
import { stage } from '../memory/staging.ts'
import type { Request } from './arguments.ts'

export interface StagedCall {
  readonly call: CollectiveCall
  /** All arrays lie in the heap: the call can be made again as it is. */
  readonly direct: boolean
  copyIn(): void
  copyOut(): void
  free(): void
}

export function stageCall(heap: Heap, rank: Rank, request: Request): StagedCall {
  const { collective, root, type, op, count, input, output, inPlace } = request
  // Every block of an all_to_all is overwritten while others are still needed.
  const mustCopy = collective === 'all_to_all' && inPlace
  const theirs = stage(heap, output, type)
  const ours = inPlace && !mustCopy ? theirs : stage(heap, input, type, { mustCopy })
  const own = inPlace ? rank * count * dataTypes[type].bytes : 0
  const inputIsPart = collective === 'all_gather' || collective === 'gather'
  const outputIsPart = collective === 'reduce_scatter' || collective === 'scatter'
  const call: CollectiveCall = {
    collective,
    root,
    type,
    op,
    count,
    input: ours.address + (inputIsPart ? own : 0),
    output: theirs.address + (outputIsPart ? own : 0),
  }
  return {
    call,
    direct: ours.direct && theirs.direct,
    copyIn: ours.copyIn,
    copyOut: theirs.copyOut,
    free() {
      ours.free()
      theirs.free()
    },
  }
}
