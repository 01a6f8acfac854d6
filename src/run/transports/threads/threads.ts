/**
 * Ranks that are worker threads of one process, over one shared WebAssembly.Memory. A message is written into a slot that the
 * receiver reads where it lies; 'direct' does without messages.
 */
import { availableParallelism } from 'node:os'
import { createHeap } from '../../memory/heap.ts'
import { createKernels } from '../../memory/kernels.ts'
import { loadYieldCore } from '../../system/yield-core.ts'
import type { Transport } from '../transport.ts'
import type { Slots } from './connections.ts'
import { openControl } from './control.ts'
import { directAlgorithm } from './direct.ts'
import { createDoorbell, type Doorbell } from './doorbell.ts'
import { depart, departureReasonOf, livenessOf } from './liveness.ts'
import { createMailboxes } from './mailboxes.ts'
import { arenaOf, layoutOf, SLOTS } from './memory.ts'

export interface ThreadsOptions {
  readonly rank: number
  readonly ranks: number
  /** From `createSharedMemory`, the same for all ranks. */
  readonly memory: WebAssembly.Memory
  /** Set by tests. */
  readonly slots?: Slots
  readonly cores?: number
  /** Of ranks that are no threads of one process; see tcp/shared-memory/map-ranks.ts. */
  readonly doorbell?: Doorbell
}

/** Never fails and never waits: what a peer has not made yet is looked for again when it is needed. */
export async function connectThreads(options: ThreadsOptions): Promise<Transport> {
  const { rank, ranks, memory, slots = SLOTS, cores = availableParallelism() } = options
  const control = openControl(memory, layoutOf(ranks))
  const { start, end } = arenaOf(memory, rank, ranks)
  const heap = createHeap(memory, start, end)
  const oversubscribed = ranks > cores
  const doorbell =
    options.doorbell ??
    createDoorbell(control, rank, ranks, oversubscribed, oversubscribed ? await loadYieldCore() : undefined)
  const { outbox, inbox, unexpectedSignature } = createMailboxes({
    memory,
    heap,
    control,
    rank,
    ranks,
    slots,
  })
  const sent = { bytes: 0, messages: 0 }
  /** The count of rings at the last poll. */
  let seenRings = 0
  const hasRung = (): boolean => doorbell.rings() !== seenRings

  return {
    id: 'threads',
    carrier: 'memory',
    sync: true,
    rank,
    ranks,
    heap,
    slotBytes: slots.slotBytes,
    slots: slots.slots,
    slotFor: (to, channel) => outbox(to, channel).slotFor(),
    post(to, channel, bytes, signature) {
      outbox(to, channel).post(bytes, signature)
      sent.bytes += bytes
      sent.messages++
      doorbell.ring(to)
    },
    arrived: (from, channel) => inbox(from, channel)?.arrived() ?? 0,
    arrivedBytes: (from, channel) => inbox(from, channel)?.arrivedBytes() ?? 0,
    arrivedSignature: (from, channel) => inbox(from, channel)?.arrivedSignature() ?? 0,
    release(from, channel) {
      inbox(from, channel)?.release()
      doorbell.ring(from)
    },
    poll() {
      seenRings = doorbell.rings()
    },
    waitSync: (deadline) => doorbell.waitSync(hasRung, deadline),
    wait: (deadline) => doorbell.wait(hasRung, deadline),
    lost() {
      if (Atomics.load(control.words, control.departures) === 0) return undefined
      for (let peer = 0; peer < ranks; peer++) {
        if (peer === rank || livenessOf(control, peer) !== 'lost') continue
        const reason = departureReasonOf(control, peer)
        return { kind: 'peer-lost', rank, peer, ...(reason === undefined ? {} : { reason }) }
      }
      return undefined
    },
    sent: () => ({ ...sent }),
    native: [
      directAlgorithm({
        control,
        rank,
        ranks,
        heap,
        kernels: createKernels(memory),
        doorbell,
        unexpectedSignature,
      }),
    ],
    // The slots stay where they are: peers may still read what lies in them, and all goes with the memory itself.
    close() {
      depart(control, ranks, rank, 'closed')
      return Promise.resolve()
    },
  }
}
