/** Ranks that call something else, do not come or are lost: what the others are told. */
import { describe, expect, test } from 'vitest'
import type { Communicator } from './communicator.ts'
import { problemOf, start } from './communicators.fixtures.ts'

describe('failures', () => {
  const f32 = () => new Float32Array(64)

  /** What each of two ranks gets that call differently. */
  const differing = async (...calls: ((comm: Communicator) => Promise<void>)[]) => {
    const { comms } = start(calls.length, {}, 0.3)
    return Promise.all(
      comms.map((comm, rank) =>
        problemOf((calls[rank] as (communicator: Communicator) => Promise<void>)(comm)),
      ),
    )
  }

  test.each<
    readonly [
      string,
      (comm: Communicator) => Promise<void>,
      (comm: Communicator) => Promise<void>,
      string,
      string,
    ]
  >([
    [
      'op',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(f32(), undefined, { op: 'max' }),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(f32, max, recursive-doubling)',
    ],
    [
      'type',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(new Int32Array(64)),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(i32, sum, recursive-doubling)',
    ],
    [
      'count',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allReduce(new Float32Array(65)),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_reduce(f32, sum, count≠64, recursive-doubling)',
    ],
    [
      'collective',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.allToAll(f32(), f32()),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'all_to_all(f32, bruck)',
    ],
    [
      'algorithm',
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring' }),
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'one-shot' }),
      'all_reduce(f32, sum, count=64, ring)',
      'all_reduce(f32, sum, one-shot)',
    ],
    [
      'barrier',
      (comm) => comm.allReduce(f32()),
      (comm) => comm.barrier(),
      'all_reduce(f32, sum, count=64, recursive-doubling)',
      'barrier()',
    ],
    [
      'message',
      (comm) => comm.receive(f32(), 1),
      (comm) => comm.allReduce(f32()),
      'receive(f32, count=64)',
      'all_reduce(f32, sum, recursive-doubling)',
    ],
  ])('another %s is named', async (_, one, other, here, there) => {
    const [problem] = await differing(one, other)
    expect(problem).toMatchObject({ kind: 'mismatch', rank: 0, peer: 1, here, there })
  })

  test('a message where nobody listens is found when the time is up', async () => {
    // Rank 0 sends along the ring to rank 1; there all wait for rank 2, which has not come.
    const [, problem] = await differing(
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring', timeoutSeconds: 2 }),
      (comm) => comm.broadcast(f32(), undefined, { root: 2, algorithm: 'linear' }),
      async () => {},
    )
    expect(problem).toMatchObject({ kind: 'mismatch', peer: 0, there: 'all_reduce(f32, sum, ring)' })
  })

  test('time is up: peer, direction and step', async () => {
    const [problem] = await differing(
      (comm) => comm.allReduce(f32(), undefined, { algorithm: 'ring' }),
      async () => {},
    )
    expect(problem).toEqual({
      kind: 'timeout',
      rank: 0,
      seconds: 0.3,
      place: { sequence: 0, operation: 'all_reduce', algorithm: 'ring', step: 1, steps: 3 },
      waiting: [{ peer: 1, direction: 'receive', channel: 0 }],
    })
  })

  test('only those who are missing are named', async () => {
    const oneShot = (comm: Communicator) => comm.allReduce(f32(), undefined, { algorithm: 'one-shot' })
    for (const problem of (await differing(oneShot, oneShot, async () => {})).slice(0, 2))
      expect(problem).toMatchObject({ waiting: [{ peer: 2, direction: 'receive' }] })
  })

  test('nobody takes what is sent: the peer is named too', async () => {
    const [problem] = await differing(
      (comm) => comm.send(new Float32Array(10_000), 1),
      async () => {},
    )
    expect(problem).toMatchObject({ kind: 'timeout', waiting: [{ peer: 1, direction: 'send' }] })
  })

  test('a lost peer is named at once, after what it sent was taken', async () => {
    const { comms, drop } = start(3)
    const [first, second, third] = comms as [Communicator, Communicator, Communicator]
    const data = Int32Array.of(0)
    await second.send(Int32Array.of(5), 0)
    drop(1)
    await first.receive(data, 1)
    expect(data[0]).toBe(5)
    const problems = await Promise.all(
      [first, third].map((comm) => problemOf(comm.allReduce(f32(), undefined, { algorithm: 'one-shot' }))),
    )
    for (const problem of problems)
      expect(problem).toMatchObject({ kind: 'peer-lost', peer: 1, place: { operation: 'all_reduce' } })
  })

  test('a loss that concerns others is told as well, if nothing moves', async () => {
    const { comms, drop } = start(4)
    drop(3)
    // Down a chain from 0: rank 2 waits for rank 1, which has not come, not for the one that was lost.
    const problem = await problemOf(
      (comms[2] as Communicator).broadcast(f32(), undefined, { algorithm: 'chain' }),
    )
    expect(problem).toMatchObject({ kind: 'peer-lost', rank: 2, peer: 3 })
  })

  test('after a failure, and after close, no call goes on', async () => {
    const { comms } = start(2, {}, 0.1)
    const [first, second] = comms as [Communicator, Communicator]
    const failing = first.allReduce(f32())
    const following = first.barrier()
    expect(await problemOf(failing)).toMatchObject({ kind: 'timeout' })
    expect(await problemOf(following)).toEqual({ kind: 'closed', rank: 0, failed: true })
    expect(await problemOf(first.barrier())).toEqual({ kind: 'closed', rank: 0, failed: true })

    const [other] = start(2).comms as [Communicator]
    const waiting = problemOf(other.barrier())
    await other.close()
    expect(await waiting).toEqual({ kind: 'closed', rank: 0, underWay: 'barrier' })
    await other.close()
    expect(await problemOf(other.allReduce(f32()))).toEqual({ kind: 'closed', rank: 0 })
    await second.close()
  })
})
