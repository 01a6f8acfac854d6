// Every collective by 'direct' over all types, ops and sizes, in place and not, in the heap and not, for the numbers of ranks that
// are given as arguments; on more than 4 ranks every third case by turns. Every element is compared, to the bit, with what one gets by
// adding in the order of the ranks. Prints a line for each number of ranks: ranks and cases.
import assert from 'node:assert/strict'
import { referenceReduce, referenceScale } from '../../../build/kits/reference-reduce.js'
import { conditions } from '../../../dist/core/collectives/conditions.js'
import { COLLECTIVES as EVERY_COLLECTIVE } from '../../../dist/core/collectives/names.js'
import { launch } from '../../../dist/run/index.js'
import { DATA_TYPES, dataTypes, REDUCE_OPS } from '../../../dist/run/memory/data-types.js'
import { toHalf } from '../../../dist/run/memory/half-floats.js'

const COLLECTIVES = EVERY_COLLECTIVE.filter((name) => name !== 'send_recv')
const METHODS = [
  'allReduce',
  'allGather',
  'reduceScatter',
  'broadcast',
  'reduce',
  'gather',
  'scatter',
  'allToAll',
]
const ADDING = ['all_reduce', 'reduce_scatter', 'reduce']
/** Around what is announced with the call (1 KiB), and some that no power of two divides. */
const COUNTS = [0, 1, 7, 257, 1021, 4099]
/** Slices of several cache blocks; only of some types, since the reference is slow. */
const LARGE = 20_011

/** Of every kind: negative, fractions that have to be rounded, values that overflow small integers. */
function elementOf(type, rank, chunk, at) {
  const mixed = (Math.imul(rank * 31 + chunk * 7 + at * 13 + 5, 0x9e3779b1) >>> 16) % 2003
  if (type === 'i64') return BigInt(mixed - 1000) * 0x1_0000_0001n
  if (type === 'u64') return BigInt(mixed) * 0x1_0000_0001n
  if (type === 'i8') return (mixed % 256) - 128
  if (type === 'u8') return mixed % 256
  if (dataTypes[type].exact) return type === 'u32' ? mixed * 100_003 : (mixed - 1000) * 100_003
  const fraction = (mixed - 1000) / 777
  if (type === 'f16' || type === 'bf16') return toHalf(type, fraction)
  return type === 'f32' ? Math.fround(fraction) : fraction
}

/** Known once for all sizes: an element depends on its place, not on how many there are. */
const known = new Map()
function expectedOf({ type, op, adds, count }, contributors, chunk) {
  const key = `${type} ${adds && op} ${chunk} ${contributors}`
  const elements = known.get(key) ?? []
  known.set(key, elements)
  for (let at = elements.length; at < count; at++)
    elements.push(
      combined(
        type,
        adds && op,
        contributors.map((from) => elementOf(type, from, chunk, at)),
      ),
    )
  return elements
}

function combined(type, op, values) {
  if (!op) return values[0]
  const sum = referenceReduce(op === 'avg' ? 'sum' : op, type, values)
  return op === 'avg' ? referenceScale(type, sum, values.length) : sum
}

/** Cases that were passed, run or not. */
let turn = 0
let cases = 0
/** The rank of `comm` takes part in one call, and checks what it gets. */
async function check(comm, testCase) {
  const { collective, method, type, op, count, root, inPlace, inHeap, sync } = testCase
  const { rank, size: ranks } = comm
  const { arrayOf, bytes } = dataTypes[type]
  const blocksHeld = conditions(collective, { ranks, root })
  const [before, after] = [blocksHeld.before(rank), blocksHeld.after(rank)]
  const blocks = (held) => (held.length === 0 ? 0 : Math.max(...held.map(({ slot }) => slot)) + 1)
  const make = (length) =>
    inHeap ? comm.alloc(arrayOf, length) : new arrayOf(new ArrayBuffer(length * bytes), 0, length)
  const whole = Math.max(blocks(before), blocks(after))
  const own = collective === 'all_gather' || collective === 'gather' ? rank : 0
  const input = blocks(before) ? make((inPlace && blocks(after) ? whole : blocks(before)) * count) : undefined
  const output = blocks(after) ? (inPlace && input ? input : make(blocks(after) * count)) : undefined
  const same = input === output
  for (const { chunk, slot } of before)
    for (let at = 0; at < count; at++)
      input[((same ? own : 0) + slot) * count + at] = elementOf(type, rank, chunk, at)
  if (same && own > 0 && before.length > 1)
    throw new Error('a rank has one block where it has a place of its own')

  const options = { type, root, algorithm: 'direct', ...(testCase.adds ? { op } : {}) }
  const args = collective === 'broadcast' && rank !== root ? [output, output] : [input, output]
  if (collective === 'reduce' && rank !== root) args[1] = undefined
  if (sync) comm[`${method}Sync`](...args, options)
  else await comm[method](...args, options)

  const place = same && (collective === 'reduce_scatter' || collective === 'scatter') ? rank : 0
  for (const { chunk, slot, contributors } of after) {
    const expected = expectedOf(testCase, contributors, chunk)
    for (let at = 0; at < count; at++) {
      const seen = output[(place + slot) * count + at]
      if (!Object.is(seen, expected[at]))
        assert.fail(
          `${JSON.stringify(testCase)} rank ${rank} of ${ranks} chunk ${chunk} at ${at}: ${seen}, not ${expected[at]}`,
        )
    }
  }
  if (input && !same)
    for (const { chunk, slot } of before)
      for (let at = 0; at < count; at++)
        if (input[slot * count + at] !== elementOf(type, rank, chunk, at))
          assert.fail('the input was changed')
  if (inHeap) for (const array of new Set([input, output])) if (array) comm.free(array)
}

/** Ranks do not come at one time: some after the others have gone to sleep. */
function linger(rank) {
  const draw = Math.imul(turn * 2_654_435 + rank * 97, 0x9e3779b1) >>> 20
  if (draw < 40) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, draw < 4 ? 3 : 0.2)
}

async function everyCase(comm) {
  for (const [place, collective] of COLLECTIVES.entries())
    for (const type of DATA_TYPES) {
      const adds = ADDING.includes(collective)
      const large = type === 'f32' || type === 'u8' || type === 'bf16'
      for (const op of adds ? REDUCE_OPS : ['sum'])
        for (const count of large && (op === 'sum' || op === 'avg') ? [...COUNTS, LARGE] : COUNTS) {
          if (count > 1021 && !large) continue
          turn++
          if (comm.size > 4 && (turn + comm.size) % 3 !== 0) continue
          cases++
          linger(comm.rank)
          await check(comm, {
            ...{ collective, method: METHODS[place], adds, type, op, count },
            root: cases % comm.size,
            inPlace: cases % 3 === 0,
            inHeap: cases % 5 !== 0,
            sync: cases % 2 === 0,
          })
        }
    }
  return cases
}

for (const ranks of process.argv.slice(2).map(Number)) {
  const cases = await launch({ ranks, memoryBytes: 2 ** 25, timeoutSeconds: 120 }, everyCase)
  console.log(ranks, Math.min(...cases), Math.max(...cases))
}
