/**
 * What transport.ts promises, as programs that ranks run: in one thread, in workers, in processes or under mpirun. Each is started
 * by its name on every rank (`runTransportCase`); `complaints` then says what was wrong with what the ranks saw.
 */
import { seededRandom } from '../../src/core/base/random.ts'
import type { Rank } from '../../src/core/collectives/conditions.ts'
import type { RunProblem } from '../../src/core/collectives/run-problem.ts'
import { createCommunicator } from '../../src/run/communicator/create-communicator.ts'
import { RunError } from '../../src/run/run-error.ts'
import type { Transport } from '../../src/run/transports/transport.ts'

/** What one rank saw: plain data, so that it can be sent to who started it. */
export interface CaseSeen {
  readonly rank: Rank
  /** Of a RunError. */
  readonly problem?: RunProblem
  /** Of anything else that was thrown. */
  readonly failure?: string
}

interface TransportCase {
  readonly name: string
  readonly ranks: number
  run(transport: Transport, die: () => Promise<never>): Promise<void>
  /** What rank `rank` should have seen; undefined when it is as it should be. Ranks that died are not asked. */
  wrong(seen: CaseSeen): string | undefined
}

/** Ends well on all ranks. */
const well = ({ problem, failure }: CaseSeen): string | undefined =>
  failure ?? (problem ? JSON.stringify(problem) : undefined)

const CASES: readonly TransportCase[] = [
  {
    name: 'order on every connection, ranks and channels at different speeds',
    ranks: 3,
    async run(transport) {
      const parts = peersOf(transport).flatMap((peer) =>
        [0, 1, 3].flatMap((channel) => [
          sender(transport, peer, channel, 50),
          receiver(transport, peer, channel, 50, { atOnce: 1 + ((transport.rank + peer + channel) % 3) }),
        ]),
      )
      await drive(transport, parts)
    },
    wrong: well,
  },
  {
    name: 'many small messages both ways',
    ranks: 2,
    run: (transport) =>
      drive(
        transport,
        peersOf(transport).flatMap((peer) => [
          sender(transport, peer, 0, 3000, 'small'),
          receiver(transport, peer, 0, 3000, { lengths: 'small' }),
        ]),
      ),
    wrong: well,
  },
  {
    name: 'whole slots both ways',
    ranks: 2,
    run: (transport) =>
      drive(
        transport,
        peersOf(transport).flatMap((peer) => [
          sender(transport, peer, 0, 6 * transport.slots, 'full'),
          receiver(transport, peer, 0, 6 * transport.slots, { atOnce: 1, lengths: 'full' }),
        ]),
      ),
    wrong: well,
  },
  {
    name: 'what is sent from elsewhere may change at once',
    ranks: 2,
    run: (transport) =>
      drive(
        transport,
        peersOf(transport).flatMap((peer) => [
          senderFromElsewhere(transport, peer, 0, 20 * transport.slots),
          receiver(transport, peer, 0, 20 * transport.slots, { atOnce: 1 }),
        ]),
      ),
    wrong: well,
  },
  {
    name: 'full slots on one connection do not block another',
    ranks: 2,
    async run(transport) {
      const [peer] = peersOf(transport) as [Rank]
      // At first nobody takes what comes on channel 1; on channel 0 all goes on.
      const { slots } = transport
      await drive(transport, [sender(transport, peer, 1, slots)])
      await drive(transport, [sender(transport, peer, 0, 200), receiver(transport, peer, 0, 200)])
      await drive(transport, [receiver(transport, peer, 1, slots)])
    },
    wrong: well,
  },
  {
    name: 'counts what it sent',
    ranks: 2,
    async run(transport) {
      const [peer] = peersOf(transport) as [Rank]
      const before = transport.sent()
      await drive(transport, [sender(transport, peer, 0, 9), receiver(transport, peer, 0, 9)])
      const { bytes, messages } = transport.sent()
      const wanted = Array.from({ length: 9 }, (_, number) => lengthOf(transport, number)).reduce(
        (a, b) => a + b,
      )
      if (messages - before.messages !== 9 || bytes - before.bytes !== wanted)
        throw new Error(`${bytes - before.bytes} bytes for ${wanted}`)
    },
    wrong: well,
  },
  {
    name: 'collectives of ranks that come at random times',
    ranks: 4,
    async run(transport) {
      const comm = createCommunicator(transport, { timeoutSeconds: 20 })
      const random = seededRandom(transport.rank + 1)
      const data = comm.alloc(Int32Array, 10_007)
      for (const algorithm of ['ring', 'recursive-doubling', 'one-shot', 'double-binary-tree', 'two-shot'])
        for (let turn = 0; turn < 4; turn++) {
          await sleep(random() < 0.5 ? 0 : random() * 15)
          for (let at = 0; at < data.length; at++) data[at] = at * 7 + turn + transport.rank
          await comm.allReduce(data, undefined, { algorithm })
          const wrong = data.findIndex((element, at) => element !== 4 * (at * 7 + turn) + 6)
          if (wrong >= 0) throw new Error(`${algorithm}, turn ${turn}: element ${wrong} is ${data[wrong]}`)
        }
      await comm.barrier()
    },
    wrong: well,
  },
  {
    name: 'messages between all pairs at once',
    ranks: 3,
    async run(transport) {
      const comm = createCommunicator(transport, { timeoutSeconds: 20 })
      const length = Math.ceil((transport.slotBytes * (transport.slots + 3)) / 8)
      const got = peersOf(transport).map((peer) => ({ peer, data: new Float64Array(length) }))
      await Promise.all([
        ...got.map(({ peer }) =>
          comm.send(
            Float64Array.from({ length }, (_, at) => at * 3 + transport.rank * 0.25 + peer * 0.5),
            peer,
          ),
        ),
        ...got.map(({ peer, data }) => comm.receive(data, peer)),
      ])
      for (const { peer, data } of got) {
        const wrong = data.findIndex((element, at) => element !== at * 3 + peer * 0.25 + transport.rank * 0.5)
        if (wrong >= 0) throw new Error(`from ${peer}: element ${wrong} is ${data[wrong]}`)
      }
    },
    wrong: well,
  },
  {
    name: 'a rank that dies is named',
    ranks: 3,
    async run(transport, die) {
      const comm = createCommunicator(transport, { timeoutSeconds: 20 })
      const data = comm.alloc(Float32Array, 1000)
      try {
        for (let turn = 0; turn < 1000; turn++) {
          if (turn === 20 && transport.rank === 1) await die()
          await comm.allReduce(data, undefined, { algorithm: 'one-shot' })
        }
      } finally {
        // Or another might lose this rank first.
        await sleep(500)
      }
    },
    wrong: ({ problem, failure }) =>
      problem?.kind === 'peer-lost' && problem.peer === 1 && problem.place?.step !== undefined
        ? undefined
        : (failure ?? JSON.stringify(problem)),
  },
  {
    name: 'a rank that stands still is named with the step',
    ranks: 3,
    async run(transport) {
      const comm = createCommunicator(transport, { timeoutSeconds: 0.6 })
      const data = comm.alloc(Float32Array, 1000)
      try {
        await comm.allReduce(data, undefined, { algorithm: 'one-shot' })
        if (transport.rank !== 1) await comm.allReduce(data, undefined, { algorithm: 'one-shot' })
      } finally {
        // Nobody leaves before all have seen it.
        await sleep(1500)
      }
    },
    wrong: ({ rank, problem, failure }) => {
      if (rank === 1) return failure ?? (problem && JSON.stringify(problem))
      const named =
        problem?.kind === 'timeout' &&
        problem.place?.sequence === 1 &&
        problem.place.step !== undefined &&
        problem.waiting.some(({ peer, direction }) => peer === 1 && direction === 'receive')
      return named ? undefined : (failure ?? JSON.stringify(problem))
    },
  },
  {
    name: 'a rank that calls something else is named with both calls',
    ranks: 2,
    async run(transport) {
      const comm = createCommunicator(transport, { timeoutSeconds: 5 })
      const data = comm.alloc(Float32Array, 64)
      try {
        await comm.allReduce(data, undefined, { algorithm: 'ring', op: transport.rank === 0 ? 'sum' : 'max' })
      } finally {
        await sleep(300)
      }
    },
    wrong: ({ rank, problem, failure }) => {
      const [here, there] = rank === 0 ? ['sum', 'max'] : ['max', 'sum']
      const named =
        problem?.kind === 'mismatch' &&
        problem.peer === 1 - rank &&
        problem.here === `all_reduce(f32, ${here}, count=64, ring)` &&
        problem.there === `all_reduce(f32, ${there}, ring)`
      return named ? undefined : (failure ?? JSON.stringify(problem))
    },
  },
]

/** Names and number of ranks of all cases. `mortal`: rank 1 dies, which not every way of starting ranks can show. */
export const transportCases: readonly {
  readonly name: string
  readonly ranks: number
  readonly mortal: boolean
}[] = CASES.map(({ name, ranks, run }) => ({ name, ranks, mortal: run.length > 1 }))

/** This rank's part; then the transport is closed. `die`: ends the rank as a crash would. */
export async function runTransportCase(
  name: string,
  transport: Transport,
  die: () => Promise<never>,
): Promise<CaseSeen> {
  const { rank } = transport
  let seen: CaseSeen = { rank }
  try {
    await caseNamed(name).run(transport, die)
  } catch (error) {
    if (error instanceof RunError) seen = { rank, problem: error.problem }
    else seen = { rank, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  await transport.close(seen.problem !== undefined || seen.failure !== undefined)
  return seen
}

/** What is wrong with what the ranks saw; nothing when the transport keeps its promises. */
export const complaints = (name: string, seen: readonly CaseSeen[]): readonly string[] =>
  seen.flatMap((caseSeen) => {
    const wrong = caseNamed(name).wrong(caseSeen)
    return wrong === undefined ? [] : [`rank ${caseSeen.rank}: ${wrong}`]
  })

function caseNamed(name: string): TransportCase {
  const transportCase = CASES.find((one) => one.name === name)
  if (!transportCase) throw new RangeError(`no case "${name}"`)
  return transportCase
}

const peersOf = ({ rank, ranks }: Transport): readonly Rank[] =>
  Array.from({ length: ranks }, (_, peer) => peer).filter((peer) => peer !== rank)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Runs parts until all are done; each does what it can and says whether it is done. */
async function drive(transport: Transport, parts: readonly (() => boolean)[]): Promise<void> {
  const deadline = performance.now() + 20_000
  const step = () => parts.map((part) => part()).every(Boolean)
  for (;;) {
    if (step()) return
    transport.poll()
    if (step()) return
    if (performance.now() > deadline) throw new Error('stands still')
    await transport.wait(Math.min(deadline, performance.now() + 100))
  }
}

type Lengths = 'mixed' | 'small' | 'full'

function lengthOf({ slotBytes }: Transport, number: number, lengths: Lengths = 'mixed'): number {
  if (lengths === 'small') return number % 17
  return lengths === 'full' ? slotBytes : ([0, 1, slotBytes, 17, slotBytes - 1, 1000][number % 6] ?? 0)
}

/** Every byte depends on its sender, channel, message and place. */
const byteAt = (from: Rank, channel: number, number: number, at: number): number =>
  (from * 89 + channel * 57 + number * 13 + at * 3 + (at >> 8)) & 255
/** All 32 bits are used. */
const signatureOf = (from: Rank, channel: number, number: number): number =>
  (0xf000_0000 + from * 65_536 + channel * 8192 + number) >>> 0

/** Sends messages as slots become free. */
function sender(
  transport: Transport,
  to: Rank,
  channel: number,
  count: number,
  lengths?: Lengths,
): () => boolean {
  const { rank, heap } = transport
  const bytes = new Uint8Array(heap.memory.buffer)
  let number = 0
  return () => {
    for (; number < count; number++) {
      const slot = transport.slotFor(to, channel)
      if (slot === 0) return false
      const length = lengthOf(transport, number, lengths)
      for (let at = 0; at < length; at++) bytes[slot + at] = byteAt(rank, channel, number, at)
      transport.post(to, channel, length, signatureOf(rank, channel, number))
    }
    return true
  }
}

/** The same, of bytes that stand outside the slots and are overwritten as soon as they are posted. */
function senderFromElsewhere(transport: Transport, to: Rank, channel: number, count: number): () => boolean {
  const { rank, heap, slotBytes } = transport
  const bytes = new Uint8Array(heap.memory.buffer)
  const source = heap.allocate(slotBytes)
  let number = 0
  return () => {
    for (; number < count; number++) {
      const slot = transport.slotFor(to, channel)
      if (slot === 0) return false
      const length = lengthOf(transport, number)
      for (let at = 0; at < length; at++) bytes[source + at] = byteAt(rank, channel, number, at)
      const signature = signatureOf(rank, channel, number)
      if (transport.postFrom) transport.postFrom(to, channel, source, length, signature)
      else {
        bytes.copyWithin(slot, source, source + length)
        transport.post(to, channel, length, signature)
      }
      bytes.fill(255, source, source + slotBytes)
    }
    return true
  }
}

/** Checks every byte of what comes; takes at most so many `at once`. */
function receiver(
  transport: Transport,
  from: Rank,
  channel: number,
  count: number,
  { atOnce = count, lengths }: { readonly atOnce?: number; readonly lengths?: Lengths } = {},
): () => boolean {
  const bytes = new Uint8Array(transport.heap.memory.buffer)
  let number = 0
  return () => {
    for (let taken = 0; taken < atOnce && number < count; taken++, number++) {
      const slot = transport.arrived(from, channel)
      if (slot === 0) return false
      const length = transport.arrivedBytes(from, channel)
      const signature = transport.arrivedSignature(from, channel)
      if (length !== lengthOf(transport, number, lengths) || signature !== signatureOf(from, channel, number))
        throw new Error(
          `message ${number} of ${from}, channel ${channel}: ${length} bytes, signature ${signature}`,
        )
      for (let at = 0; at < length; at++)
        if (bytes[slot + at] !== byteAt(from, channel, number, at))
          throw new Error(
            `message ${number} of ${from}, channel ${channel}: byte ${at} is ${bytes[slot + at]}`,
          )
      transport.release(from, channel)
    }
    return number === count
  }
}
