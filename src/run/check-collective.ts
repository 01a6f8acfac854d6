/**
 * One collective on numbers of which every element is known: for the conformance suites of algorithms and transports. What a rank
 * puts in depends on rank and place, so that data at a wrong place do not pass.
 */
import { conditions, type Rank } from '../core/collectives/conditions.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { CollectiveCall } from './collective-call.ts'
import type { Communicator } from './communicator.ts'
import { type DataType, dataTypes, type NumberArray, type ReduceOp } from './data-types.ts'
import { fromHalf, toHalf } from './half-floats.ts'
import { adds } from './signature.ts'

export interface CollectiveCase {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  readonly type: DataType
  readonly op: ReduceOp
  readonly count: number
  readonly inPlace: boolean
  /** By runSync. */
  readonly sync?: boolean
}

/** Small whole numbers, whose sums and products are exact in every type; never 0 where it would hide the others. */
const inputAt = ({ op, type }: CollectiveCase, rank: Rank, block: number, at: number): number => {
  const mixed = (rank * 7919 + block * 104_729 + at * 31 + (at >> 5)) % 1009
  if (op === 'prod') return mixed % 5 === 0 ? 2 : 1
  return (mixed % 7) - (type.startsWith('u') ? 0 : 3)
}

function expectedAt(
  its: CollectiveCase,
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

/** A whole number, or a quotient of some, as the type stores it. */
function stored(type: DataType, value: number): number | bigint {
  if (type === 'f16' || type === 'bf16') return toHalf(type, value)
  if (type === 'i64' || type === 'u64') return BigInt(Math.trunc(value))
  return dataTypes[type].exact ? Math.trunc(value) : value
}

const numberOf = (type: DataType, value: number | bigint): number =>
  type === 'f16' || type === 'bf16' ? fromHalf(type, Number(value)) : Number(value)

interface Side {
  readonly array: NumberArray
  readonly address: number
  free(): void
}

/** Memory for a rank's input and output, laid out as NCCL defines in place. */
function buffers(
  comm: Communicator,
  its: CollectiveCase,
  blocks: { readonly input: number; readonly output: number },
) {
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

/** Throws where an element is wrong, or an input that should stay was changed. Gives the rank's output. */
export async function checkCollective(
  comm: Communicator,
  its: CollectiveCase,
  algorithm: string,
): Promise<NumberArray> {
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
  const prepared = comm.prepare(call, { algorithm })
  if (its.sync) prepared.runSync()
  else await prepared.run()

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

/** Relative, of one division. */
const ROUNDING: Readonly<Record<string, number>> = {
  f64: 2 ** -52,
  f32: 2 ** -23,
  f16: 2 ** -10,
  bf16: 2 ** -7,
}

const same = (one: NumberArray, other: NumberArray): boolean =>
  one.every((its: number | bigint, at: number) => Object.is(its, other[at]))
