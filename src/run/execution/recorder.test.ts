/** A run is recorded as a Timeline has it. */
import { expect, test } from 'vitest'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { createLocalNetwork } from '../transports/local/local.ts'
import { createRecorder } from './recorder.ts'

test('every message, sum and wait of a ring, with peer, bytes and times in order', async () => {
  const origin = performance.timeOrigin + performance.now()
  const { transports } = createLocalNetwork({ ranks: 3, memoryBytes: 2 ** 22, slotBytes: 4096 })
  const recorders = transports.map(({ rank }) => createRecorder(rank, origin))
  await Promise.all(
    transports.map(async (transport, rank) => {
      const recorder = recorders[rank]
      const comm = createCommunicator(transport, recorder ? { recorder } : {})
      await new Promise((resolve) => setTimeout(resolve, rank * 20))
      const data = new Float32Array(300)
      await comm.allReduce(data, undefined, { algorithm: 'ring' })
      await comm.allReduce(data, undefined, { algorithm: 'ring' })
    }),
  )
  for (const [rank, recorder] of recorders.entries()) {
    const events = recorder.events()
    for (const event of events) {
      expect(event).toMatchObject({ rank, bytes: 400 })
      expect(event.startSeconds).toBeGreaterThanOrEqual(0)
      expect(event.endSeconds).toBeGreaterThanOrEqual(event.startSeconds)
      expect([(rank + 1) % 3, (rank + 2) % 3]).toContain(event.peer)
    }
    expect(new Set(events.map(({ step }) => step))).toEqual(new Set([0, 1]))
    const kinds = (step: number) =>
      events.filter((event) => event.step === step && event.kind !== 'wait').map(({ kind }) => kind)
    expect(kinds(0).filter((kind) => kind === 'reduce')).toHaveLength(2)
    expect(kinds(1)).toEqual(kinds(0))
  }
  // Rank 2 comes 40 ms late: rank 0 waits for it, and it for nobody.
  const longest = (rank: number) =>
    Math.max(
      ...(recorders[rank]?.events() ?? [])
        .filter(({ kind, step }) => kind === 'wait' && step === 0)
        .map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
    )
  expect(longest(0)).toBeGreaterThan(0.03)
  expect(longest(2)).toBeLessThan(longest(0))
})
