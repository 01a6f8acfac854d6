/** Why a call stands still: which messages it waits for, and whether a peer has called something else. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { RunPlace, RunProblem, Waiting } from '../../core/collectives/run-problem.ts'
import { describeCall, describeSignature, isLater } from '../calls/signature.ts'
import { RunError } from '../run-error.ts'
import { type Block, waitingAt } from './blocks.ts'
import type { Task } from './drive.ts'
import { hasScratch, type Running } from './running.ts'

/** More than any algorithm uses. */
const CHANNELS_TO_SEARCH = 4

/** The message that has come for the block's next op is of this call. */
export const isExpected = (
  { transport, signature }: Running,
  { receiveFrom, channel }: Block,
  bytes: number,
): boolean =>
  transport.arrivedSignature(receiveFrom, channel) === signature &&
  transport.arrivedBytes(receiveFrom, channel) === bytes

/** What to throw when it is not. */
export function unexpectedMessage(running: Running, { receiveFrom, channel, ops, op }: Block): RunError {
  const seen = running.transport.arrivedSignature(receiveFrom, channel)
  return new RunError(mismatch(running, receiveFrom, seen, placeOf(running, ops[op]?.step)))
}

const mismatch = (
  { transport, called, sequence }: Running,
  peer: Rank,
  seen: number,
  place: RunPlace,
): RunProblem => ({
  kind: 'mismatch',
  rank: transport.rank,
  peer,
  place,
  here: describeCall(called),
  there: describeSignature(seen, called, sequence),
})

const placeOf = ({ called, sequence, plan }: Running, step: number | undefined): RunPlace => ({
  sequence,
  operation: called.operation,
  ...(called.algorithm === 'none' ? {} : { algorithm: called.algorithm }),
  ...(step === undefined ? {} : { step, steps: plan.steps }),
})

/** Blocks that are done, or too far ahead, wait for no peer. */
const waitOf = (running: Running, block: Block): Waiting | undefined =>
  block.tile < running.tiles.count && (block.op > 0 || hasScratch(running, block))
    ? waitingAt(block, running.transport)
    : undefined

export const waitsFor = (running: Running, peer: Rank): boolean =>
  running.working.some((block) => waitOf(running, block)?.peer === peer)

export function problemOf(running: Running, cause: Parameters<Task['problem']>[0]): RunProblem {
  const stuck = running.working.filter((block) => waitOf(running, block) !== undefined)
  const place = placeOf(running, stuck[0]?.ops[stuck[0].op]?.step)
  if (cause.kind === 'peer-lost') return { ...cause, place }
  const unexpected = findUnexpectedMessage(running)
  if (unexpected) return mismatch(running, unexpected.peer, unexpected.signature, place)
  const waiting = stuck.flatMap((block) => waitOf(running, block) ?? [])
  return { kind: 'timeout', rank: running.transport.rank, seconds: cause.seconds, place, waiting }
}

/** Ranks that called something else may send where nobody receives. */
function findUnexpectedMessage({
  transport,
  signature,
  sequence,
}: Running): { readonly peer: Rank; readonly signature: number } | undefined {
  for (let peer = 0; peer < transport.ranks; peer++)
    for (let channel = 0; peer !== transport.rank && channel < CHANNELS_TO_SEARCH; channel++) {
      if (transport.arrived(peer, channel) === 0) continue
      const seen = transport.arrivedSignature(peer, channel)
      if (seen !== signature && !isLater(seen, sequence)) return { peer, signature: seen }
    }
  return undefined
}
