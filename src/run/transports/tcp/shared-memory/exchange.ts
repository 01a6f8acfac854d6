/** An all-gather of something small before ranks begin: each gives a value and gets those of all. */
import { RunError } from '../../../run-error.ts'
import type { Transport } from '../../transport.ts'

/** Of no collective's program. */
const CHANNEL = 65_535

/** By rank. `deadline`: performance.now(). Throws RunError 'timeout' or 'peer-lost'. */
export async function exchange(
  transport: Transport,
  value: unknown,
  deadline: number,
): Promise<readonly unknown[]> {
  const { rank, ranks, heap } = transport
  const bytes = new Uint8Array(heap.memory.buffer)
  const text = Buffer.from(JSON.stringify(value))
  const peers = Array.from({ length: ranks }, (_, peer) => peer).filter((peer) => peer !== rank)
  const values: unknown[] = []
  values[rank] = value
  const start = performance.now()
  const sent = new Set<number>()
  const come = new Set<number>()
  const advance = (): boolean => {
    for (const peer of peers) {
      const slot = sent.has(peer) ? 0 : transport.slotFor(peer, CHANNEL)
      if (slot !== 0) {
        bytes.set(text, slot)
        transport.post(peer, CHANNEL, text.length, 0)
        sent.add(peer)
      }
      const message = come.has(peer) ? 0 : transport.arrived(peer, CHANNEL)
      if (message === 0) continue
      const received = bytes.slice(message, message + transport.arrivedBytes(peer, CHANNEL))
      values[peer] = JSON.parse(new TextDecoder().decode(received))
      transport.release(peer, CHANNEL)
      come.add(peer)
    }
    return sent.size === peers.length && come.size === peers.length
  }
  while (!advance()) {
    transport.poll()
    if (advance()) break
    const lost = transport.lost()
    if (lost) throw new RunError(lost)
    if (performance.now() >= deadline) {
      const waiting = peers
        .filter((peer) => !come.has(peer))
        .map((peer) => ({ peer, direction: 'receive' as const, channel: CHANNEL }))
      throw new RunError({ kind: 'timeout', rank, seconds: (performance.now() - start) / 1000, waiting })
    }
    await transport.wait(deadline)
  }
  return values
}
