/** How a rank in 'direct' waits for the others, and which error it throws when there is nothing to wait for any more. */
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { calledOf, describeCall, describeSignature, isLater } from '../../calls/signature.ts'
import { RunError } from '../../run-error.ts'
import { departureReasonOf } from './liveness.ts'
import { allArrived, departedRank, missingRanks, type Round } from './round.ts'

/** Polls before the doorbell is asked, which looks at the clock. */
const POLLS = 200

/** What a rank waits in. */
export interface Wait {
  readonly round: Round
  /** 0: for all to announce the call; 1: for all to be done. */
  step: 0 | 1
  /** Takes back what this rank has announced. */
  readonly withdraw: () => void
  /** Signature of a message from the peer that nobody has taken. */
  readonly unexpectedSignature: (peer: number) => number | undefined
}

/** Until all have arrived. Throws RunError 'timeout', 'peer-lost' or 'mismatch'. */
export function waitForAllSync(
  wait: Wait,
  call: CollectiveCall,
  sequence: number,
  timeoutSeconds: number,
): void {
  const { round } = wait
  for (let polls = 0; polls < POLLS; polls++) if (allArrived(round)) return
  const since = performance.now()
  const deadline = since + timeoutSeconds * 1000
  while (!allArrived(round)) {
    throwIfStuck(wait, call, sequence, since, deadline)
    round.doorbell.waitSync(round.settled, deadline)
  }
}

export async function waitForAll(
  wait: Wait,
  call: CollectiveCall,
  sequence: number,
  timeoutSeconds: number,
): Promise<void> {
  const { round } = wait
  for (let polls = 0; polls < POLLS; polls++) if (allArrived(round)) return
  const since = performance.now()
  const deadline = since + timeoutSeconds * 1000
  while (!allArrived(round)) {
    throwIfStuck(wait, call, sequence, since, deadline)
    await round.doorbell.wait(round.settled, deadline)
  }
}

/** Throws when there is nothing to wait for any more. */
function throwIfStuck(
  wait: Wait,
  call: CollectiveCall,
  sequence: number,
  since: number,
  deadline: number,
): void {
  const { round, step } = wait
  const { rank, control } = round
  const place = { sequence, operation: call.collective, algorithm: 'direct', step, steps: 2 }
  const peer = departedRank(round)
  if (peer !== undefined) {
    wait.withdraw()
    const reason = departureReasonOf(control, peer)
    throw new RunError({ kind: 'peer-lost', rank, peer, place, ...(reason === undefined ? {} : { reason }) })
  }
  const now = performance.now()
  if (now < deadline) return
  const missing = missingRanks(round)
  if (missing.length === 0) return
  wait.withdraw()
  if (step === 0) for (const late of missing) checkUnexpectedMessage(wait, late, call, sequence)
  const waiting = missing.map((late) => ({ peer: late, direction: 'receive' as const, channel: 0 }))
  throw new RunError({ kind: 'timeout', rank, seconds: (now - since) / 1000, place, waiting })
}

/** A rank that runs another algorithm than 'direct' announces nothing, but it sends. */
function checkUnexpectedMessage(
  { round, unexpectedSignature }: Wait,
  peer: number,
  call: CollectiveCall,
  sequence: number,
): void {
  const seen = unexpectedSignature(peer)
  if (seen === undefined || isLater(seen, sequence)) return
  const place = { sequence, operation: call.collective, algorithm: 'direct' }
  const called = calledOf(call, 'direct')
  const [here, there] = [describeCall(called), describeSignature(seen, called, sequence)]
  throw new RunError({ kind: 'mismatch', rank: round.rank, peer, place, here, there })
}
