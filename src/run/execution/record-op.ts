/** An op as a recorder keeps it: how long it waited for its peer, then what it did. */
import type { Address } from '../memory/heap.ts'
import type { Block, PlacedOp } from './blocks.ts'
import { executeOp } from './execute-op.ts'
import type { Recorder } from './recorder.ts'
import type { Running } from './running.ts'

/** Executes it (execute-op.ts). The call's place in the sequence is the event's step. */
export function recordOp(
  recorder: Recorder,
  running: Running,
  block: Block,
  op: PlacedOp,
  message: Address,
  slot: Address,
): void {
  const start = recorder.now()
  const { channel, sendTo, receiveFrom, waitsSince } = block
  const common = { step: running.sequence, op: op.step, channel, bytes: op.bytes }
  if (waitsSince > 0)
    recorder.add({ ...common, kind: 'wait', peer: op.receives ? receiveFrom : sendTo }, waitsSince, start)
  block.waitsSince = 0
  executeOp(running, block, op, message, slot)
  const end = recorder.now()
  const reduces = op.kind.includes('reduce')
  // An op that takes a message and passes it on is both.
  if (op.receives || reduces)
    recorder.add({ ...common, kind: reduces ? 'reduce' : 'receive', peer: receiveFrom }, start, end)
  if (op.sends) recorder.add({ ...common, kind: 'send', peer: sendTo }, start, end)
}
