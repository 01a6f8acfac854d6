/**
 * The collectives as single passes over the memory of all ranks. `pull`: each rank makes its own output from all inputs.
 * `share`: the work is cut so that all ranks do the same amount of it, and a rank may write the outputs of others. Elements
 * are added in the order of the ranks, whoever adds them, so that all get the same bits.
 */
import type { CollectiveCall } from '../../collective-call.ts'
import { dataTypes } from '../../data-types.ts'
import type { Address } from '../transport.ts'
import { type Fold, HOT_BYTES } from './fold.ts'

/** A slice that one rank works on begins on a pair of cache lines of its own (when the array does). */
const SLICE_BYTES = 128

export interface Pass {
  readonly call: CollectiveCall
  readonly rank: number
  readonly ranks: number
  /** Of all ranks; of those that have none, whatever. */
  readonly inputs: readonly Address[]
  readonly outputs: readonly Address[]
}

export function pull(pass: Pass, fold: Fold): void {
  const { call, rank, ranks, inputs } = pass
  const { root, count, output } = call
  const bytes = count * dataTypes[call.type].bytes
  switch (call.collective) {
    case 'all_reduce':
      fold.reduce(call, output, inputs, 0, count)
      break
    case 'reduce':
      if (rank === root) fold.reduce(call, output, inputs, 0, count)
      break
    case 'reduce_scatter':
      fold.reduce(call, output, inputs, rank * bytes, count)
      break
    case 'broadcast':
      fold.copy(output, at(inputs, root), bytes)
      break
    case 'scatter':
      fold.copy(output, at(inputs, root) + rank * bytes, bytes)
      break
    case 'all_gather':
      gather(pass, bytes, fold)
      break
    case 'gather':
      if (rank === root) gather(pass, bytes, fold)
      break
    case 'all_to_all':
      for (let turn = 0; turn < ranks; turn++) {
        const from = (rank + turn) % ranks
        fold.copy(output + from * bytes, at(inputs, from) + rank * bytes, bytes)
      }
      break
    case 'send_recv':
      fold.copy(output, at(inputs, (rank + ranks - 1) % ranks), bytes)
      break
  }
}

export function share(pass: Pass, fold: Fold): void {
  const { call, rank, inputs, outputs } = pass
  const { root, type } = call
  const { bytes } = dataTypes[type]
  switch (call.collective) {
    case 'all_reduce':
      eachHotBlock(pass, (start, count) => {
        const first = at(outputs, 0) + start * bytes
        fold.reduce(call, first, inputs, start * bytes, count)
        copyToAll(pass, first, start * bytes, count * bytes, fold)
      })
      break
    case 'broadcast':
      eachHotBlock(pass, (start, count) => {
        copyToAll(pass, at(inputs, root) + start * bytes, start * bytes, count * bytes, fold)
      })
      break
    case 'reduce':
      eachHotBlock(pass, (start, count) => {
        fold.reduce(call, at(outputs, root) + start * bytes, inputs, start * bytes, count)
      })
      break
    case 'gather':
      fold.copy(at(outputs, root) + rank * call.count * bytes, call.input, call.count * bytes)
      break
    case 'all_to_all':
      if (inputs.some((input, its) => input === outputs[its])) exchangeInPlace(pass, call.count * bytes, fold)
      else pull(pass, fold)
      break
    default:
      pull(pass, fold)
  }
}

/** Own data first, then each rank in turn, so that not all read from the same one. */
function gather({ call, rank, ranks, inputs }: Pass, bytes: number, fold: Fold): void {
  for (let turn = 0; turn < ranks; turn++) {
    const from = (rank + turn) % ranks
    fold.copy(call.output + from * bytes, at(inputs, from), bytes)
  }
}

function copyToAll(pass: Pass, source: Address, offset: number, bytes: number, fold: Fold): void {
  for (let to = 0; to < pass.ranks; to++) fold.copy(at(pass.outputs, to) + offset, source, bytes)
}

/** This rank's slice of the elements, in blocks that stay in the cache. */
function eachHotBlock({ call, rank, ranks }: Pass, work: (start: number, count: number) => void): void {
  const { bytes } = dataTypes[call.type]
  const whole = SLICE_BYTES / bytes
  const cut = (its: number): number =>
    its === ranks ? call.count : Math.floor(Math.floor((its * call.count) / ranks) / whole) * whole
  const end = cut(rank + 1)
  const most = HOT_BYTES / bytes
  for (let start = cut(rank); start < end; start += most) work(start, Math.min(most, end - start))
}

/** What two ranks have for each other changes places; of each pair one does it, half of all pairs each. */
function exchangeInPlace({ rank, ranks, inputs, outputs }: Pass, bytes: number, fold: Fold): void {
  fold.copy(at(outputs, rank) + rank * bytes, at(inputs, rank) + rank * bytes, bytes)
  for (let peer = 0; peer < ranks; peer++) {
    if (peer === rank || rank < peer !== ((rank + peer) % 2 === 0)) continue
    fold.exchange(
      { output: at(outputs, rank) + peer * bytes, input: at(inputs, rank) + peer * bytes },
      { output: at(outputs, peer) + rank * bytes, input: at(inputs, peer) + rank * bytes },
      bytes,
    )
  }
}

const at = (addresses: readonly Address[], rank: number): Address => addresses[rank] ?? 0
