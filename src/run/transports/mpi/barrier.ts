/**
 * All ranks exchange what they are about to call, without blocking, before they call a routine of MPI that nothing can
 * interrupt: a dissemination barrier (Hensgen, Finkel and Manber 1988) in ceil(log2 ranks) rounds. Every message carries the
 * signature of the call, so a rank that calls something else is found by those it exchanges with.
 */
import type { RunPlace } from '../../../core/collectives/run-problem.ts'
import { type Called, describeCall, describeSignature, isLater, signatureOf } from '../../calls/signature.ts'
import { RunError } from '../../run-error.ts'
import type { Transport } from '../transport.ts'

/** That of schedules too, so that a rank which runs one instead finds this call's signature, and this one its. */
const CHANNEL = 0

/** Throws RunError 'timeout', 'peer-lost' or 'mismatch'. `deadline` as performance.now(). */
export async function passBarrier(
  transport: Transport,
  called: Called,
  sequence: number,
  deadline: number,
): Promise<void> {
  const { rank, ranks } = transport
  const start = performance.now()
  const signature = signatureOf(called, sequence)
  const steps = Math.ceil(Math.log2(ranks))
  for (let step = 0; step < steps; step++) {
    const to = (rank + 2 ** step) % ranks
    const from = (rank - 2 ** step + ranks) % ranks
    const place: RunPlace = {
      sequence,
      operation: called.operation,
      algorithm: called.algorithm,
      step,
      steps,
    }
    const waitFor = async (peer: number, direction: 'send' | 'receive', ready: () => boolean) => {
      for (transport.poll(); !ready(); await transport.wait(deadline)) {
        const lost = transport.lost()
        if (lost) throw new RunError({ ...lost, place })
        const now = performance.now()
        if (now < deadline) continue
        const waiting = [{ peer, direction, channel: CHANNEL }]
        const seconds = (now - start) / 1000
        throw new RunError({ kind: 'timeout', rank, seconds, place, waiting, calledBy: 'Promise' })
      }
    }
    await waitFor(to, 'send', () => transport.slotFor(to, CHANNEL) !== 0)
    transport.post(to, CHANNEL, 0, signature)
    await waitFor(from, 'receive', () => transport.arrived(from, CHANNEL) !== 0)
    const seen = transport.arrivedSignature(from, CHANNEL)
    if (seen !== signature) {
      const here = describeCall(called)
      const there = describeSignature(seen, called, sequence)
      // One that is ahead has passed this call without waiting for anybody.
      const ahead = isLater(seen, sequence) ? { calledBy: 'Promise' as const } : {}
      throw new RunError({ kind: 'mismatch', rank, peer: from, place, here, there, ...ahead })
    }
    transport.release(from, CHANNEL)
  }
}
