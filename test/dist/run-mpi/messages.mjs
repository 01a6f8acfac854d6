// Rank program: what every transport promises of messages, between all pairs of ranks at once. Prints "rank N: ok".
import assert from 'node:assert/strict'
import { connectMpi } from '../../../dist/run/transports/mpi/connect-mpi.js'

const SLOT_BYTES = 4096
const CHANNELS = [0, 1, 7]
const MESSAGES = 300
const TEN_SECONDS = 10_000

const transport = await connectMpi({ slotBytes: SLOT_BYTES, slots: 2, memoryBytes: 2 ** 26 })
const { rank, ranks } = transport
const words = new Int32Array(transport.heap.memory.buffer)

/** 0, 4, one that is odd in words, and whole slots. */
const bytesOf = (number) =>
  number % 50 === 0 ? 0 : number % 50 === 1 ? SLOT_BYTES : ((number * 7919) % SLOT_BYTES) & ~3
const signatureOf = (from, to, channel, number) =>
  (0xf0000000 + from * 2 ** 20 + to * 2 ** 16 + channel * 2 ** 12 + number) >>> 0
const wordOf = (from, channel, number, at) => (from * 31 + channel * 17 + number * 13 + at) | 0

const lanes = CHANNELS.flatMap((channel) =>
  Array.from({ length: ranks }, (_, peer) => ({ peer, channel, sent: 0, received: 0 })),
).filter(({ peer }) => peer !== rank)

function send(lane) {
  const { peer, channel, sent } = lane
  const at = transport.slotFor(peer, channel)
  if (at === 0) return false
  assert.equal(transport.slotFor(peer, channel), at, 'asked again before post, it gives the same')
  const bytes = bytesOf(sent)
  for (let word = 0; word < bytes / 4; word++) words[at / 4 + word] = wordOf(rank, channel, sent, word)
  transport.post(peer, channel, bytes, signatureOf(rank, peer, channel, sent))
  lane.sent++
  return true
}

function receive(lane) {
  const { peer, channel, received } = lane
  const at = transport.arrived(peer, channel)
  if (at === 0) return false
  assert.equal(transport.arrivedBytes(peer, channel), bytesOf(received))
  assert.equal(transport.arrivedSignature(peer, channel), signatureOf(peer, rank, channel, received))
  for (let word = 0; word < bytesOf(received) / 4; word++)
    assert.equal(words[at / 4 + word], wordOf(peer, channel, received, word))
  transport.release(peer, channel)
  lane.received++
  return true
}

// `slots` messages of each connection are under way before anybody takes one.
for (const lane of lanes) for (let slot = 0; slot < transport.slots; slot++) assert.ok(send(lane))

let bytes = 0
for (let turn = 0; lanes.some(({ sent, received }) => sent < MESSAGES || received < MESSAGES); turn++) {
  // Rank 0 is slow, and looks at connections in another order.
  if (rank === 0 && turn % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  let moved = false
  for (const lane of rank === 0 ? lanes.toReversed() : lanes) {
    if (lane.sent < MESSAGES && send(lane)) moved = true
    if (lane.received < MESSAGES && receive(lane)) moved = true
  }
  if (moved) transport.poll()
  else if (turn % 2 === 0) transport.waitSync(performance.now() + TEN_SECONDS)
  else await transport.wait(performance.now() + TEN_SECONDS)
}
for (let number = 0; number < MESSAGES; number++) bytes += bytesOf(number) * lanes.length
assert.deepEqual(transport.sent(), { bytes, messages: MESSAGES * lanes.length })
assert.equal(transport.lost(), undefined)

// With nothing under way a deadline is kept, once what was still on its way has been seen.
const start = performance.now()
for (let now = start; now < start + 20; now = performance.now()) await transport.wait(start + 20)
for (let now = start; now < start + 40; now = performance.now()) transport.waitSync(start + 40)
assert.ok(performance.now() - start < 5000)

// The last messages are posted right before close, and taken by nobody before it.
await transport.close()
await transport.close()
console.log(`rank ${rank}: ok`)
