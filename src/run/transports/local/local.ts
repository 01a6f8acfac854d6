/**
 * Ranks inside one thread, over one memory: for tests of the executor, of schedules and of programs that use a communicator.
 * Messages can be held back at random (seeded), so that connections run at different speeds, and a rank can be dropped.
 *
 * One thread cannot wait for itself: `waitSync` throws, only the Promise methods of a communicator work.
 */
import { type Random, seededRandom } from '../../../core/base/random.ts'
import type { Rank } from '../../../core/collectives/conditions.ts'
import type { RunProblem } from '../../../core/collectives/run-problem.ts'
import type { Address } from '../../memory/heap.ts'
import { createHeap, createMemory, type Heap, RESERVED_BYTES } from '../../memory/heap.ts'
import { RunError } from '../../run-error.ts'
import type { Transport } from '../transport.ts'

export interface LocalOptions {
  readonly ranks: number
  readonly slotBytes?: number
  readonly slots?: number
  /** Of all ranks together. */
  readonly memoryBytes?: number
  /** A message is held back for a random number of polls of any rank, up to this many. */
  readonly skew?: { readonly polls: number; readonly seed: number }
}

export interface LocalNetwork {
  readonly transports: readonly Transport[]
  /** As when the rank's process dies: what it has sent still arrives. */
  drop(rank: Rank): void
}

export function createLocalNetwork({
  ranks,
  slotBytes = 65_536,
  slots = 8,
  memoryBytes = 2 ** 28,
  skew,
}: LocalOptions): LocalNetwork {
  const memory = createMemory(memoryBytes)
  const arena = Math.floor((memoryBytes - RESERVED_BYTES) / ranks / 65_536) * 65_536
  const random = skew && seededRandom(skew.seed)
  const network: Network = {
    ranks,
    slotBytes,
    slots,
    connections: new Map(),
    gone: new Set(),
    left: new Set(),
    polls: 0,
    delay: random && skew ? delayBy(random, skew.polls) : () => 0,
  }
  return {
    transports: Array.from({ length: ranks }, (_, rank) => {
      const start = RESERVED_BYTES + rank * arena
      return createLocalTransport(network, rank, createHeap(memory, start, start + arena))
    }),
    drop: (rank) => network.gone.add(rank),
  }
}

/** Peers that are stuck do not hold a rank back for ever. */
const TURNS_TO_CLOSE = 10_000

/** Half of the messages come at once. */
const delayBy = (random: Random, polls: number) => () =>
  random() < 0.5 ? 0 : Math.floor(random() * (polls + 1))

interface Network {
  readonly ranks: number
  readonly slotBytes: number
  readonly slots: number
  readonly connections: Map<number, Connection>
  /** Dropped, or closed after a failure. */
  readonly gone: Set<Rank>
  /** Closed in order. */
  readonly left: Set<Rank>
  polls: number
  readonly delay: () => number
}

/** A ring of slots in the sender's arena. */
interface Connection {
  readonly from: Rank
  readonly to: Rank
  readonly slots: readonly {
    readonly address: Address
    bytes: number
    signature: number
    visibleAt: number
  }[]
  posted: number
  released: number
}

function createLocalTransport(network: Network, rank: Rank, heap: Heap): Transport {
  const { ranks, slotBytes, slots } = network
  let bytes = 0
  let messages = 0
  /** A peer that left in order, though this rank still wanted something of it. */
  let missed: Rank | undefined

  const keyOf = (from: Rank, to: Rank, channel: number) => (channel * ranks + from) * ranks + to
  const known = (from: Rank, to: Rank, channel: number) => network.connections.get(keyOf(from, to, channel))
  const open = (to: Rank, channel: number): Connection => {
    const connection: Connection = {
      from: rank,
      to,
      slots: Array.from({ length: slots }, () => ({
        address: heap.allocate(slotBytes),
        bytes: 0,
        signature: 0,
        visibleAt: 0,
      })),
      posted: 0,
      released: 0,
    }
    network.connections.set(keyOf(rank, to, channel), connection)
    return connection
  }
  const oldest = (from: Rank, channel: number) => {
    const connection = known(from, rank, channel)
    if (!connection || connection.posted === connection.released) return undefined
    const slot = connection.slots[connection.released % slots]
    return slot && slot.visibleAt <= network.polls ? slot : undefined
  }
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

  return {
    id: 'local',
    carrier: 'memory',
    sync: false,
    rank,
    ranks,
    heap,
    slotBytes,
    slots,
    slotFor(to, channel) {
      const connection = known(rank, to, channel) ?? open(to, channel)
      if (network.left.has(to)) missed ??= to
      if (connection.posted - connection.released === slots) return 0
      return connection.slots[connection.posted % slots]?.address ?? 0
    },
    post(to, channel, size, signature) {
      const connection = known(rank, to, channel)
      const slot = connection?.slots[connection.posted % slots]
      if (!connection || !slot) throw new RangeError('post without slotFor')
      const before = connection.posted > 0 ? connection.slots[(connection.posted - 1) % slots]?.visibleAt : 0
      slot.bytes = size
      slot.signature = signature
      slot.visibleAt = Math.max(before ?? 0, network.polls + network.delay())
      bytes += size
      messages++
      if (!network.gone.has(rank)) connection.posted++
    },
    arrived(from, channel) {
      if (network.gone.has(rank)) return 0
      const slot = oldest(from, channel)
      if (!slot && network.left.has(from) && isTaken(known(from, rank, channel))) missed ??= from
      return slot?.address ?? 0
    },
    arrivedBytes: (from, channel) => oldest(from, channel)?.bytes ?? 0,
    arrivedSignature: (from, channel) => oldest(from, channel)?.signature ?? 0,
    release(from, channel) {
      const connection = known(from, rank, channel)
      if (connection) connection.released++
    },
    poll() {
      network.polls++
    },
    waitSync() {
      throw new RunError({ kind: 'no-sync', transport: 'local' })
    },
    wait() {
      network.polls++
      return nextTurn()
    },
    lost(): Extract<RunProblem, { kind: 'peer-lost' }> | undefined {
      for (const peer of network.gone) if (peer !== rank) return { kind: 'peer-lost', rank, peer }
      return missed === undefined ? undefined : { kind: 'peer-lost', rank, peer: missed }
    },
    sent: () => ({ bytes, messages }),
    native: [],
    async close(failed = false) {
      // Peers that have not yet taken what this rank sent still read its slots: the memory goes with the network.
      const taken = () =>
        [...network.connections.values()].every(
          (connection) =>
            connection.from !== rank ||
            isTaken(connection) ||
            network.gone.has(connection.to) ||
            network.left.has(connection.to),
        )
      for (let turn = 0; turn < TURNS_TO_CLOSE && !failed && !network.gone.has(rank) && !taken(); turn++)
        await nextTurn()
      if (failed) network.gone.add(rank)
      else network.left.add(rank)
    },
  }
}

const isTaken = (connection: Connection | undefined): boolean =>
  !connection || connection.posted === connection.released
