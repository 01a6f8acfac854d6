/**
 * Carries out a rank's plan over a transport, without ever waiting: `advance` runs every op that can run and returns. Blocks run
 * side by side, each op after op and tile after tile; an op runs when its waits are done and its message, or a slot, is there.
 * Nothing is allocated once it is begun.
 */
import { signatureOf } from '../calls/signature.ts'
import type { Scratch } from '../memory/scratch.ts'
import { type Block, type PlacedOp, waitsForOps } from './blocks.ts'
import type { Task } from './drive.ts'
import { executeOp } from './execute-op.ts'
import { placeOps } from './place-ops.ts'
import { recordOp } from './record-op.ts'
import { createRunning, hasScratch, type Running, type RunningOptions } from './running.ts'
import { isExpected, problemOf, unexpectedMessage, waitsFor } from './standstill.ts'

/** A plan over a call's data; it can be begun again once it is done. */
export interface Execution extends Task {
  /** `sequence`: see signature.ts. */
  begin(sequence: number): void
  /** Into how many tiles the data is cut. */
  readonly tiles: number
}

export interface ExecutionOptions extends RunningOptions {
  readonly scratch: Scratch
}

export function createExecution(options: ExecutionOptions): Execution {
  const running = createRunning(options)
  return {
    tiles: running.tiles.count,
    called: running.called,
    begin: (sequence) => begin(running, options.scratch, sequence),
    advance: () => advance(running),
    progress: () => running.opsDone,
    waitsFor: (peer) => waitsFor(running, peer),
    problem: (cause) => problemOf(running, cause),
  }
}

function begin(running: Running, scratch: Scratch, sequence: number): void {
  running.sequence = sequence
  running.signature = signatureOf(running.called, sequence)
  const scratchAt = scratch.reserve(running.scratchBytes * running.inFlight)
  for (const block of running.blocks) {
    block.tile = 0
    block.op = 0
    block.done = 0
    block.waitsSince = 0
    if (scratchAt !== running.scratchAt) block.resolved = -1
  }
  running.scratchAt = scratchAt
  running.unfinished = running.working.length
}

function advance(running: Running): boolean {
  const { working } = running
  let ran = true
  while (ran && running.unfinished > 0) {
    ran = false
    for (let at = 0; at < working.length; at++) if (runBlock(running, working[at] as Block)) ran = true
  }
  return running.unfinished === 0
}

/** Runs ops of the block until one cannot run; whether any ran. */
function runBlock(running: Running, block: Block): boolean {
  const { transport, tiles, recorder } = running
  let ran = false
  while (block.tile < tiles.count) {
    if (block.op === 0 && !hasScratch(running, block)) break
    if (block.resolved !== block.tile) placeOps(running, block)
    const op = block.ops[block.op] as PlacedOp
    if (waitsForOps(op, block.tile)) break
    const message = op.receives ? transport.arrived(block.receiveFrom, block.channel) : 0
    if (op.receives && message === 0) return waitForPeer(running, block, ran)
    const slot = op.sends ? transport.slotFor(block.sendTo, block.channel) : 0
    if (op.sends && slot === 0) return waitForPeer(running, block, ran)
    if (message !== 0 && !isExpected(running, block, op.bytes)) throw unexpectedMessage(running, block)
    if (recorder) recordOp(recorder, running, block, op, message, slot)
    else executeOp(running, block, op, message, slot)
    ran = true
    running.opsDone++
    block.done++
    block.op++
    if (block.op === block.ops.length) beginTile(running, block)
  }
  return ran
}

function waitForPeer({ recorder }: Running, block: Block, ran: boolean): boolean {
  if (recorder && block.waitsSince === 0) block.waitsSince = recorder.now()
  return ran
}

/** All ops of a tile are done. */
function beginTile(running: Running, block: Block): void {
  block.op = 0
  block.tile++
  if (block.tile === running.tiles.count) running.unfinished--
}
