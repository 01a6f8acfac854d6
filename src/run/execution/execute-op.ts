/**
 * What one op does with its data. Sums are made of what is held first, then what came (core/programs/run-ops.ts), so they are the
 * same to the bit wherever they are made. Nothing is allocated.
 */
import type { Address } from '../memory/heap.ts'
import type { Block, PlacedOp } from './blocks.ts'
import type { Running } from './running.ts'

/** `message`: what came, `slot`: where to write what is sent; 0 where the op needs none. */
export function executeOp(
  running: Running,
  block: Block,
  op: PlacedOp,
  message: Address,
  slot: Address,
): void {
  const { sources, targets, lengths } = op
  switch (op.kind) {
    case 'send':
      postParts(running, block, op, sources, slot)
      break
    case 'receive-copy-send':
      post(running, block, op, message, slot)
      scatter(running, targets, lengths, message)
      break
    case 'receive':
      scatter(running, targets, lengths, message)
      break
    case 'receive-reduce-send':
      addToSlot(running, sources, lengths, message, slot)
      running.transport.post(block.sendTo, block.channel, op.bytes, running.signature)
      break
    case 'receive-reduce-copy':
    case 'receive-reduce-copy-send':
      addMessage(running, targets, sources, lengths, message)
      if (op.sends) postParts(running, block, op, targets, slot)
      break
    case 'copy':
      for (let part = 0; part < lengths.length; part++)
        running.copy(targets[part] as number, sources[part] as number, lengths[part] as number)
      break
    case 'reduce':
      for (let part = 0; part < lengths.length; part++) {
        const target = targets[part] as number
        add(running, target, target, sources[part] as number, lengths[part] as number)
      }
      break
    case 'nop':
      break
  }
  if (message !== 0) running.transport.release(block.receiveFrom, block.channel)
}

function postParts(running: Running, block: Block, op: PlacedOp, places: Float64Array, slot: Address): void {
  const { lengths } = op
  if (lengths.length === 1) {
    post(running, block, op, places[0] as number, slot)
    return
  }
  let at = 0
  for (let part = 0; part < lengths.length; part++) {
    running.copy(slot + at, places[part] as number, lengths[part] as number)
    at += lengths[part] as number
  }
  running.transport.post(block.sendTo, block.channel, op.bytes, running.signature)
}

/** What stands in one piece need not go through the slot. */
function post(
  { transport, copy, signature }: Running,
  { sendTo, channel }: Block,
  { bytes }: PlacedOp,
  source: Address,
  slot: Address,
): void {
  if (transport.postFrom) {
    transport.postFrom(sendTo, channel, source, bytes, signature)
    return
  }
  copy(slot, source, bytes)
  transport.post(sendTo, channel, bytes, signature)
}

function scatter({ copy }: Running, targets: Float64Array, lengths: Float64Array, message: Address): void {
  let at = 0
  for (let part = 0; part < lengths.length; part++) {
    copy(targets[part] as number, message + at, lengths[part] as number)
    at += lengths[part] as number
  }
}

function addMessage(
  running: Running,
  targets: Float64Array,
  held: Float64Array,
  lengths: Float64Array,
  message: Address,
): void {
  let at = 0
  for (let part = 0; part < lengths.length; part++) {
    add(running, targets[part] as number, held[part] as number, message + at, lengths[part] as number)
    at += lengths[part] as number
  }
}

/** The sums leave at once: they stand in the slot one behind the other. */
function addToSlot(
  running: Running,
  held: Float64Array,
  lengths: Float64Array,
  message: Address,
  slot: Address,
): void {
  let at = 0
  for (let part = 0; part < lengths.length; part++) {
    add(running, slot + at, held[part] as number, message + at, lengths[part] as number)
    at += lengths[part] as number
  }
}

function add(
  { reduce, typeShift }: Running,
  target: Address,
  held: Address,
  coming: Address,
  bytes: number,
): void {
  reduce?.(target, held, coming, bytes >>> typeShift)
}
