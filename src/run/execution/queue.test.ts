import { afterEach, expect, test } from 'vitest'
import type { Communicator } from '../communicator/communicator.ts'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { connectTcp } from '../transports/tcp/connect-tcp.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

let jobs = 0
async function world(ranks: number): Promise<readonly Communicator[]> {
  const job = `queue-${process.pid}-${jobs++}`
  const connect = async (rank: number) => {
    const transport = await connectTcp({ rank, ranks, job, memoryBytes: 2 ** 20, pump: 'event-loop' })
    const comm = createCommunicator(transport, { timeoutSeconds: 20 })
    open.push(comm)
    return comm
  }
  return Promise.all(Array.from({ length: ranks }, (_, rank) => connect(rank)))
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a send that is called while a receive waits goes at once: the peer may answer only then', async () => {
  const start = performance.now()
  const both = (await world(2)).map(async (comm) => {
    const peer = 1 - comm.rank
    const came = new Int32Array(1)
    const receiving = comm.receive(came, peer)
    await pause(50)
    await comm.send(Int32Array.of(comm.rank + 7), peer)
    await receiving
    return came[0]
  })
  expect(await Promise.all(both)).toEqual([8, 7])
  expect(performance.now() - start).toBeLessThan(5000)
})

test('of calls that wait together, one that begins later may give up first', async () => {
  const [comm] = (await world(3)) as [Communicator]
  const long = comm.receive(new Int32Array(1), 1).catch((error: unknown) => error)
  await pause(50)
  const start = performance.now()
  const short = comm.receive(new Int32Array(1), 2, { timeoutSeconds: 0.2 })
  await expect(short).rejects.toMatchObject({
    problem: { kind: 'timeout', seconds: 0.2, waiting: [{ peer: 2 }] },
  })
  expect(performance.now() - start).toBeLessThan(8000)
  // The ranks are out of step then.
  expect(await long).toMatchObject({ problem: { kind: 'closed', failed: true } })
})
