/** Timelines of several ranks: on one clock, each receive after its send, nothing lost; and what is fitted from messages. */
import { expect, test } from 'vitest'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { createLocalNetwork } from '../transports/local/local.ts'
import { clockOffset } from './clock.ts'
import { fitMessages, fitted } from './fit.ts'
import { recordTimeline } from './timeline.ts'

const RANKS = 3
const COUNT = 3000
/** Clocks are known to half the time of the quickest message there and back; on a busy machine none is quick. */
const CLOCK_SECONDS = 1e-3

async function at<Value>(
  program: (comm: ReturnType<typeof createCommunicator>) => Promise<Value>,
): Promise<readonly Value[]> {
  const comms = createLocalNetwork({ ranks: RANKS, slotBytes: 4096 }).transports.map((transport) =>
    createCommunicator(transport),
  )
  const values = await Promise.all(comms.map(program))
  await Promise.all(comms.map((comm) => comm.close()))
  return values
}

test.each(['ring', 'binary-tree', 'two-shot'])('all_reduce by %s', async (algorithm) => {
  const [timeline, ...others] = await at((comm) => {
    const [input, output] = [comm.alloc(Float32Array, COUNT), comm.alloc(Float32Array, COUNT)]
    const addresses = { input: input.byteOffset, output: output.byteOffset }
    return recordTimeline(
      comm,
      { collective: 'all_reduce', root: 0, type: 'f32', op: 'sum', count: COUNT, ...addresses },
      algorithm,
    )
  })
  expect(others).toEqual([undefined, undefined])
  if (!timeline) throw new Error('no timeline')
  expect(timeline.ranks).toBe(RANKS)
  const sends = timeline.events.filter(({ kind }) => kind === 'send')
  // Whatever is moved, all ranks together send 2(N-1) S.
  expect(sends.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(2 * (RANKS - 1) * COUNT * 4)
  for (const [index, send] of timeline.events.entries()) {
    expect(send.startSeconds).toBeGreaterThanOrEqual(0)
    expect(send.endSeconds).toBeLessThanOrEqual(timeline.seconds)
    if (send.kind !== 'send') continue
    const receive = timeline.events[index + 1]
    expect(receive).toMatchObject({ rank: send.peer, peer: send.rank, bytes: send.bytes })
    expect(['receive', 'reduce']).toContain(receive?.kind)
    expect(receive?.endSeconds).toBeGreaterThan(send.startSeconds - CLOCK_SECONDS)
  }
})

test('clocks of one thread are the same, to the time of a message', async () => {
  const offsets = await at(clockOffset)
  expect(offsets[0]).toBe(0)
  for (const offset of offsets) expect(Math.abs(offset)).toBeLessThan(CLOCK_SECONDS * 1000)
})

test('latency and rate come back from the times that follow from them, however large the sizes', () => {
  const [latencySeconds, bytesPerSecond] = [7e-6, 3.2e9]
  const sizes = [8, 1024, 16_384, 131_072, 2 ** 20]
  const fit = fitted(sizes.map((bytes) => ({ bytes, seconds: latencySeconds + bytes / bytesPerSecond })))
  expect(fit.latencySeconds).toBeCloseTo(latencySeconds, 12)
  expect(fit.bytesPerSecond / bytesPerSecond).toBeCloseTo(1, 9)
})

test('noise that would make a latency negative leaves what was measured', () => {
  const fit = fitted([
    { bytes: 8, seconds: 1e-6 },
    { bytes: 1000, seconds: 5e-6 },
    { bytes: 1_000_000, seconds: 9e-3 },
  ])
  expect(fit.latencySeconds).toBeGreaterThan(0)
  expect(fit.bytesPerSecond).toBeGreaterThan(0)
})

test('every ordered pair is fitted, the same at every rank', async () => {
  const [first, ...others] = await at(fitMessages)
  expect(first?.pairs.map(({ from, to }) => `${from}${to}`)).toEqual(['01', '02', '10', '12', '20', '21'])
  for (const fit of others) expect(fit.pairs).toEqual(first?.pairs)
  for (const { latencySeconds, bytesPerSecond } of first?.pairs ?? []) {
    expect(latencySeconds).toBeGreaterThan(0)
    expect(bytesPerSecond).toBeGreaterThan(0)
  }
})
