// Rank program: `collectives.mjs native` runs MPI's own collectives, `collectives.mjs schedules` every algorithm, over all types
// and operations, and compares every element with what the conditions of the collective say. Prints "rank N: M cases".
import assert from 'node:assert/strict'
import { conditions } from '../../../dist/core/collectives/conditions.js'
import { COLLECTIVES } from '../../../dist/core/collectives/names.js'
import { createCommunicator } from '../../../dist/run/create-communicator.js'
import { DATA_TYPES, dataTypes, REDUCE_OPS } from '../../../dist/run/data-types.js'
import { connectMpi } from '../../../dist/run/transports/mpi/connect-mpi.js'

const mode = process.argv[2]
/** The last one is large; of MPI's own, only sums are. */
const COUNTS = mode === 'native' ? [0, 1, 7, 1009, 40_000] : [0, 1, 1009, 70_001]

const comm = createCommunicator(await connectMpi({ memoryBytes: 2 ** 27, slotBytes: 2 ** 15 }))
const { rank, size: ranks, heap } = comm

const adds = (collective) => ['all_reduce', 'reduce', 'reduce_scatter'].includes(collective)
const rooted = (collective) => ['broadcast', 'reduce', 'gather', 'scatter'].includes(collective)
/** Every block of these is overwritten while others are still needed. */
const neverInPlace = (collective) => collective === 'all_to_all' || collective === 'send_recv'
const isBig = (type) => type === 'i64' || type === 'u64'
/** Small, so that sums and products are exact in every type; f16 and bf16 are only moved here, as bit patterns. */
const valueOf = (from, slot, at) => 1 + ((from + slot * 3 + at * 7 + (at >> 5)) % 3)

function combine(op, values, type) {
  switch (op) {
    case 'sum':
      return values.reduce((a, b) => a + b)
    case 'prod':
      return values.reduce((a, b) => a * b)
    case 'min':
      return Math.min(...values)
    case 'max':
      return Math.max(...values)
    case 'avg': {
      const mean = values.reduce((a, b) => a + b) / ranks
      return type === 'f32' ? Math.fround(mean) : type === 'f64' ? mean : Math.trunc(mean)
    }
  }
}

let cases = 0
async function check(collective, algorithm, { type, op, count, root, inPlace, sync }) {
  const name = `${collective} ${algorithm} ${type} ${op} count=${count} root=${root}${inPlace ? ' in place' : ''}`
  const its = conditions(collective, { ranks, root })
  const before = its.before(rank)
  const after = its.after(rank)
  const bytes = count * dataTypes[type].bytes
  const blocks = (held) => held.reduce((most, { slot }) => Math.max(most, slot + 1), 0)
  // Where the one lies in the other, as NCCL defines "in place".
  const [near, away] = [blocks(before), blocks(after)]
  const own = rank * bytes
  const larger = heap.allocate(Math.max(near, away, 1) * bytes)
  const other = heap.allocate(Math.max(Math.min(near, away), 1) * bytes)
  const apart = near <= away ? [other, larger] : [larger, other]
  const shared = near === away ? [larger, larger] : near < away ? [larger + own, larger] : [larger, larger + own]
  const within = inPlace && near > 0 && away > 0
  const [input, output] = within ? shared : apart
  const view = (address, slot) => new dataTypes[type].arrayOf(heap.memory.buffer, address + slot * bytes, count)
  const number = isBig(type) ? BigInt : Number
  if (!within) for (let slot = 0; slot < away; slot++) view(output, slot).fill(number(99))
  for (const { slot } of before) {
    const data = view(input, slot)
    for (let at = 0; at < count; at++) data[at] = number(valueOf(rank, slot, at))
  }
  const call = { collective, root, type, op, count, input: near ? input : 0, output: away ? output : 0 }
  const prepared = comm.prepare(call, { algorithm })
  assert.equal(prepared.algorithm, algorithm)
  if (sync) prepared.runSync()
  else await prepared.run()
  for (const { chunk, slot, contributors } of after) {
    const data = view(output, slot)
    // The slot from which each contributor gave this chunk.
    const slots = contributors.map((from) => its.before(from).find((held) => held.chunk === chunk).slot)
    for (let at = 0; at < count; at++) {
      const values = contributors.map((from, index) => valueOf(from, slots[index], at))
      const wanted = values.length > 1 || adds(collective) ? combine(op, values, type) : values[0]
      if (data[at] !== number(wanted)) assert.fail(`${name}: element ${at} of slot ${slot} is ${data[at]}, not ${wanted}`)
    }
  }
  heap.free(larger)
  heap.free(other)
  cases++
}

for (const collective of COLLECTIVES) {
  const algorithms = comm.algorithms(collective).filter((id) => (mode === 'native') === (id === 'mpi'))
  assert.ok(algorithms.length > 0 || ranks === 1, `${collective} has an algorithm`)
  for (const algorithm of algorithms)
    for (const type of mode === 'native' ? DATA_TYPES : ['i32'])
      for (const op of adds(collective) ? (mode === 'native' ? REDUCE_OPS : ['sum']) : ['sum'])
        for (const [at, count] of COUNTS.entries()) {
          if (adds(collective) && (type === 'f16' || type === 'bf16')) continue
          if (op !== 'sum' && count === COUNTS.at(-1)) continue
          const root = rooted(collective) ? (at + 1) % ranks : 0
          for (const inPlace of neverInPlace(collective) ? [false] : [false, true])
            await check(collective, algorithm, { type, op, count, root, inPlace, sync: at % 2 === 0 })
        }
}
await comm.close()
console.log(`rank ${rank}: ${cases} cases`)
