/**
 * The collectives as single passes over the memory of all ranks. `pull`: each rank makes its own output from all inputs.
 * `share`: the work is cut so that all ranks do the same amount of it, and a rank may write the outputs of others. Elements
 * are added in the order of the ranks, whoever adds them, so that all get the same bits.
 */
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { dataTypes } from '../../memory/data-types.ts'
import type { Address } from '../../memory/heap.ts'
import { type AddressList, type Fold, HOT_BYTES } from './fold.ts'

/** A slice that one rank works on begins on a pair of cache lines of its own (when the array does). */
const SLICE_BYTES = 128

export interface Pass {
  readonly call: CollectiveCall
  readonly rank: number
  readonly ranks: number
  /** Of all ranks; of those that have none, whatever. */
  readonly inputs: AddressList
  readonly outputs: AddressList
  /** Room for one address. */
  readonly only: AddressList
}

export function pull(pass: Pass, fold: Fold): void {
  const { call, rank, ranks, inputs } = pass
  const { root, count, output } = call
  const bytes = count * dataTypes[call.type].bytes
  switch (call.collective) {
    case 'all_reduce':
      fold.reduce(call, only(pass, output), inputs, 0, count)
      break
    case 'reduce':
      if (rank === root) fold.reduce(call, only(pass, output), inputs, 0, count)
      break
    case 'reduce_scatter':
      // The kernel counts the places of the target like those of the inputs.
      fold.reduce(call, only(pass, output - rank * bytes), inputs, rank * count, count)
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
  const { call, rank, ranks, inputs, outputs } = pass
  const { root, count } = call
  const { bytes } = dataTypes[call.type]
  const start = cut(pass, rank)
  const mine = cut(pass, rank + 1) - start
  switch (call.collective) {
    case 'all_reduce':
      fold.reduce(call, outputs, inputs, start, mine)
      break
    case 'reduce':
      fold.reduce(call, only(pass, at(outputs, root)), inputs, start, mine)
      break
    case 'broadcast':
      for (let done = 0; done < mine * bytes; done += HOT_BYTES) {
        const place = start * bytes + done
        const some = Math.min(HOT_BYTES, mine * bytes - done)
        for (let to = 0; to < ranks; to++) fold.copy(at(outputs, to) + place, at(inputs, root) + place, some)
      }
      break
    case 'gather':
      fold.copy(at(outputs, root) + rank * count * bytes, call.input, count * bytes)
      break
    case 'all_to_all':
      if (inputs.values.some((input, place) => input === outputs.values[place]))
        exchangeInPlace(pass, count * bytes, fold)
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

/** The first element of the slice that a rank works on. */
function cut({ call, ranks }: Pass, rank: number): number {
  if (rank === ranks) return call.count
  const whole = SLICE_BYTES / dataTypes[call.type].bytes
  return Math.floor((rank * call.count) / ranks / whole) * whole
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

const at = (addresses: AddressList, rank: number): Address => addresses.values[rank] ?? 0

function only({ only: list }: Pass, address: Address): AddressList {
  list.values[0] = address
  return list
}
