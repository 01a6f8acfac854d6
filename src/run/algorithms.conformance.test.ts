/**
 * Every algorithm on real data, between ranks in one thread: any ranks, sizes, types, ops, in place and not, with messages held
 * back by lot, through few and many slots. Every element is checked, and depends on rank and place.
 */
import { describe, expect, test } from 'vitest'
import { conditions, type Rank } from '../core/collectives/conditions.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import { algorithms } from '../core/schedules/algorithms/index.ts'
import { canBeInPlace } from '../core/schedules/compile.ts'
import { sentByNode } from '../core/schedules/measure.ts'
import { conditionsOf } from '../core/schedules/schedule.ts'
import { canRun } from './auto.ts'
import type { CollectiveCall } from './collective-call.ts'
import type { Communicator } from './communicator.ts'
import { createCommunicator } from './create-communicator.ts'
import {
  DATA_TYPES,
  type DataType,
  dataTypes,
  type NumberArray,
  REDUCE_OPS,
  type ReduceOp,
} from './data-types.ts'
import { createLocalNetwork, type LocalOptions } from './transports/local/local.ts'

interface Case {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  readonly type: DataType
  readonly op: ReduceOp
  readonly count: number
  readonly inPlace: boolean
}

function start(options: LocalOptions): readonly Communicator[] {
  const network = createLocalNetwork({ memoryBytes: 2 ** 26, ...options })
  return network.transports.map((its) => createCommunicator(its, { timeoutSeconds: 20 }))
}

/** Small whole numbers, whose sums and products are exact in every type; never 0 where it would hide the others. */
const inputAt = ({ op, type }: Case, rank: Rank, block: number, at: number): number => {
  const mixed = (rank * 7919 + block * 104_729 + at * 31 + (at >> 5)) % 1009
  if (op === 'prod') return mixed % 5 === 0 ? 2 : 1
  return (mixed % 7) - (type.startsWith('u') ? 0 : 3)
}

function expectedAt(
  its: Case,
  contributors: readonly Rank[],
  blockAt: (rank: Rank) => number,
  at: number,
): number {
  const values = contributors.map((rank) => inputAt(its, rank, blockAt(rank), at))
  if (values.length === 1 && !adds(its.collective)) return values[0] as number
  switch (its.op) {
    case 'min':
      return Math.min(...values)
    case 'max':
      return Math.max(...values)
    case 'prod':
      return values.reduce((product, value) => product * value, 1)
    default:
      return values.reduce((sum, value) => sum + value, 0)
  }
}

const adds = (collective: CollectiveName) =>
  collective === 'all_reduce' || collective === 'reduce' || collective === 'reduce_scatter'

/** Bits of a small whole number, or of a quotient of some, as the type stores it. */
function stored(type: DataType, value: number): number | bigint {
  if (type === 'i64' || type === 'u64') return BigInt(Math.trunc(value))
  if (!dataTypes[type].exact && type !== 'f16' && type !== 'bf16') return value
  if (type !== 'f16' && type !== 'bf16') return Math.trunc(value)
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0] as number
  if (type === 'bf16') return bits >>> 16
  return value === 0
    ? 0
    : ((bits >>> 16) & 0x8000) | ((((bits >>> 23) & 255) - 112) << 10) | ((bits >>> 13) & 1023)
}

const numberOf = (type: DataType, value: number | bigint): number => {
  if (type === 'bf16') return new Float32Array(new Uint32Array([Number(value) << 16]).buffer)[0] as number
  if (type !== 'f16') return Number(value)
  const bits = Number(value)
  const magnitude = (bits & 0x7fff) === 0 ? 0 : (1024 + (bits & 1023)) * 2 ** (((bits >> 10) & 31) - 25)
  return bits & 0x8000 ? -magnitude : magnitude
}

interface Side {
  readonly array: NumberArray
  readonly address: number
  free(): void
}

/** Memory for a rank's input and output, laid out as NCCL defines in place. */
function buffers(comm: Communicator, its: Case, blocks: { readonly input: number; readonly output: number }) {
  const { arrayOf, bytes } = dataTypes[its.type]
  const alloc = (count: number): Side => {
    const array = comm.alloc(arrayOf as typeof Uint8Array, count)
    return { array, address: array.byteOffset, free: () => comm.free(array) }
  }
  const part = ({ array }: Side, block: number): Side => {
    const within = new arrayOf(array.buffer, array.byteOffset + block * its.count * bytes, its.count)
    return { array: within, address: within.byteOffset, free: () => {} }
  }
  const larger = Math.max(blocks.input, blocks.output)
  if (!its.inPlace || blocks.input === 0 || blocks.output === 0) {
    const input = alloc(blocks.input * its.count)
    const output = alloc(blocks.output * its.count)
    return { input, output, free: () => [input, output].map((side) => side.free()) }
  }
  const whole = alloc(larger * its.count)
  const input = blocks.input < larger ? part(whole, comm.rank) : whole
  const output = blocks.output < larger ? part(whole, comm.rank) : whole
  return { input, output, free: whole.free }
}

async function runCase(comm: Communicator, its: Case, algorithm: string): Promise<NumberArray> {
  const promised = conditions(its.collective, its)
  const before = promised.before(comm.rank)
  const after = promised.after(comm.rank)
  const { input, output, free } = buffers(comm, its, { input: before.length, output: after.length })
  for (const { chunk, slot } of before)
    for (let at = 0; at < its.count; at++)
      input.array[slot * its.count + at] = stored(its.type, inputAt(its, comm.rank, chunk, at)) as never
  const untouched = its.inPlace ? undefined : input.array.slice()
  const call: CollectiveCall = {
    ...its,
    input: before.length > 0 ? input.address : 0,
    output: after.length > 0 ? output.address : 0,
  }
  await comm.prepare(call, { algorithm }).run()

  const divisor = its.op === 'avg' && adds(its.collective) ? its.ranks : 1
  for (const { chunk, slot, contributors } of after)
    for (let at = 0; at < its.count; at++) {
      const wanted = expectedAt(its, contributors, () => chunk, at) / divisor
      const seen = output.array[slot * its.count + at] as number | bigint
      if (seen === stored(its.type, wanted)) continue
      const off = Math.abs(numberOf(its.type, seen) - wanted)
      // Quotients are rounded; whole numbers never are.
      const bound =
        divisor === 1 ? 0 : dataTypes[its.type].exact ? 0 : Math.abs(wanted) * (ROUNDING[its.type] ?? 0)
      if (!(off <= bound))
        throw new Error(`rank ${comm.rank} block ${slot} element ${at}: ${seen} for ${wanted}`)
    }
  if (untouched && !same(untouched, input.array)) throw new Error(`rank ${comm.rank}: the input was changed`)
  const result = output.array.slice()
  free()
  return result
}

const ROUNDING: Readonly<Record<string, number>> = {
  f64: 2 ** -52,
  f32: 2 ** -23,
  f16: 2 ** -10,
  bf16: 2 ** -7,
}

const same = (one: NumberArray, other: NumberArray): boolean =>
  Buffer.compare(
    Buffer.from(one.buffer, one.byteOffset, one.byteLength),
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  ) === 0

const COUNTS = [0, 1, 2, 7, 211]
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8]

describe.each(algorithms)('$collective $id', (algorithm) => {
  const { collective, id } = algorithm
  const ranksOf = RANKS.filter((ranks) => canRun(algorithm, { ranks }))

  test.each(ranksOf)('%i ranks', async (ranks) => {
    let turn = ranks
    for (const slots of [2, 8]) {
      const comms = start({ ranks, slots, slotBytes: 256, skew: { polls: 40, seed: ranks * 10 + slots } })
      for (const count of COUNTS)
        for (const inPlace of canBeInPlace({ collective }) ? [false, true] : [false]) {
          turn++
          const its: Case = {
            collective,
            ranks,
            root: turn % ranks,
            type: DATA_TYPES[turn % DATA_TYPES.length] as DataType,
            op: REDUCE_OPS[Math.floor(turn / 2) % REDUCE_OPS.length] as ReduceOp,
            count,
            inPlace,
          }
          const done = Promise.all(comms.map((comm) => runCase(comm, its, id)))
          await done.catch((error) => {
            throw new Error(`${JSON.stringify(its)}: ${error.message}`)
          })
        }
      await Promise.all(comms.map((comm) => comm.close()))
    }
  })

  test('every type', async () => {
    const ranks = ranksOf.includes(5) ? 5 : 4
    if (!ranksOf.includes(ranks)) return
    const comms = start({ ranks, slots: 3, slotBytes: 256, skew: { polls: 7, seed: 1 } })
    const ops = adds(collective) ? REDUCE_OPS : (['sum'] as const)
    for (const type of DATA_TYPES)
      for (const op of ops) {
        const its: Case = {
          collective,
          ranks,
          root: 3,
          type,
          op,
          count: 211,
          inPlace: op === 'max' && canBeInPlace({ collective }),
        }
        await Promise.all(comms.map((comm) => runCase(comm, its, id))).catch((error) => {
          throw new Error(`${JSON.stringify(its)}: ${error.message}`)
        })
      }
  })

  test('sends the bytes that its formula says', async () => {
    for (const ranks of ranksOf) {
      const schedule = algorithm.schedule({ ranks })
      const { pieces } = conditionsOf(schedule)
      const count = 24 * pieces
      const comms = start({ ranks, slotBytes: 64 })
      const its: Case = { collective, ranks, root: 0, type: 'f32', op: 'sum', count, inPlace: false }
      await Promise.all(comms.map((comm) => runCase(comm, its, id)))
      const bytes = comms.map((comm) => comm.sent().bytes)
      const chunkBytes = (count / pieces) * 4
      const { max, total } = algorithm.sent({ ranks })
      expect(bytes).toEqual([...sentByNode(schedule)].map((chunks) => chunks * chunkBytes))
      expect([Math.max(...bytes), bytes.reduce((sum, its) => sum + its, 0)]).toEqual([
        max * chunkBytes,
        total * chunkBytes,
      ])
    }
  })
})

describe.each(algorithms.filter((its) => adds(its.collective)))(
  '$collective $id on real numbers',
  (algorithm) => {
    test.each(RANKS.filter((ranks) => canRun(algorithm, { ranks })))('%i ranks', async (ranks) => {
      const count = 301
      for (const seed of [1, 2]) {
        const comms = start({ ranks, slotBytes: 512, skew: { polls: 60, seed } })
        const inputs = comms.map(({ rank }) =>
          Float32Array.from(
            { length: count * ranks },
            (_, at) => Math.sin(rank * 977 + at * 13.7 + seed) * 10 ** (at % 6),
          ),
        )
        const whole = algorithm.collective === 'all_reduce' || algorithm.collective === 'reduce'
        const results = await Promise.all(
          comms.map(async (comm) => {
            const input = inputs[comm.rank] as Float32Array
            const output = new Float32Array(whole ? input.length : count)
            const its = { algorithm: algorithm.id }
            if (algorithm.collective === 'all_reduce') await comm.allReduce(input, output, its)
            else if (algorithm.collective === 'reduce') await comm.reduce(input, output, its)
            else await comm.reduceScatter(input, output, its)
            return output
          }),
        )
        for (const [rank, result] of results.entries()) {
          if (algorithm.collective === 'reduce' && rank > 0) continue
          const first = whole ? 0 : rank * count
          const wrong = [...result.keys()].filter((at) => {
            const addends = inputs.map((its) => its[first + at] as number)
            const sum = addends.reduce((total, its) => total + its, 0)
            const magnitude = addends.reduce((total, its) => total + Math.abs(its), 0)
            // Higham, "Accuracy and stability of numerical algorithms", 4.2: n-1 additions, each within half a unit.
            const bound = (ranks - 1) * 2 ** -24 * magnitude * 1.01
            return !(Math.abs((result[at] as number) - sum) <= bound)
          })
          expect({ seed, rank, wrong }).toEqual({ seed, rank, wrong: [] })
          if (algorithm.collective === 'all_reduce')
            expect(same(result, results[0] as Float32Array)).toBe(true)
        }
      }
    })
  },
)
