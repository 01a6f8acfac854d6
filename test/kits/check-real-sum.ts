/**
 * One sum of real numbers, which has to be rounded: every element within the bound of summation in any order, |error| <=
 * γ(n-1) Σ|x| with γ(k) = k u / (1 - k u). Source: Higham, "Accuracy and stability of numerical algorithms", 2002, section 4.2.
 */
import { conditions, type Rank } from '../../src/core/collectives/conditions.ts'
import type { CollectiveName } from '../../src/core/collectives/names.ts'
import type { Communicator } from '../../src/run/communicator/communicator.ts'
import { type DataType, dataTypes, type NumberArray } from '../../src/run/memory/data-types.ts'
import { fromHalf, toHalf } from '../../src/run/memory/half-floats.ts'

export interface RealSumCase {
  readonly collective: CollectiveName
  readonly root: Rank
  readonly type: RealType
  readonly count: number
  readonly sync?: boolean
}

export const REAL_TYPES = ['f16', 'bf16', 'f32', 'f64'] as const satisfies readonly DataType[]
export type RealType = (typeof REAL_TYPES)[number]

/** u: half of the distance from 1 to the next number. */
const UNIT_ROUNDOFF: Readonly<Record<RealType, number>> = {
  f16: 2 ** -11,
  bf16: 2 ** -8,
  f32: 2 ** -24,
  f64: 2 ** -53,
}

/** Throws where an element is further off than rounding explains. Gives what this rank has got. */
export async function checkRealSum(
  comm: Communicator,
  realSumCase: RealSumCase,
  algorithm: string,
): Promise<NumberArray> {
  const { collective, root, type, count } = realSumCase
  const { rank, size: ranks } = comm
  const promised = conditions(collective, { ranks, root })
  const before = promised.before(rank)
  const after = promised.after(rank)
  const arrayOf = dataTypes[type].arrayOf as typeof Uint16Array
  const input = comm.alloc(arrayOf, before.length * count)
  const output = comm.alloc(arrayOf, after.length * count)
  for (const { chunk, slot } of before)
    for (let at = 0; at < count; at++) input[slot * count + at] = bitsOf(type, realAt(rank, chunk, at))
  const call = { ...realSumCase, op: 'sum', input: input.byteOffset, output: output.byteOffset } as const
  const prepared = comm.prepare(call, { algorithm })
  if (realSumCase.sync) prepared.runSync()
  else await prepared.run()

  const unit = UNIT_ROUNDOFF[type]
  const bound = ((ranks - 1) * unit) / (1 - (ranks - 1) * unit)
  for (const { chunk, slot, contributors } of after)
    for (let at = 0; at < count; at++) {
      const addends = contributors.map((from) => rounded(type, realAt(from, chunk, at)))
      const magnitude = addends.reduce((total, addend) => total + Math.abs(addend), 0)
      const off = Math.abs(distance(numberOf(type, output[slot * count + at] as number), addends))
      if (!(off <= bound * magnitude))
        throw new Error(
          `${collective} ${algorithm} ${type} on ${ranks}, rank ${rank} element ${at}: off by ${off}`,
        )
    }
  const result = output.slice()
  comm.free(input)
  comm.free(output)
  return result
}

/** Of either sign and of several magnitudes, so that the order of a sum shows in its last bits. */
const realAt = (rank: Rank, block: number, at: number): number =>
  Math.sin(rank * 977 + block * 331 + at * 13.7 + 1) * 10 ** (at % 4)

const bitsOf = (type: RealType, value: number): number =>
  type === 'f16' || type === 'bf16' ? toHalf(type, value) : value
const numberOf = (type: RealType, stored: number): number =>
  type === 'f16' || type === 'bf16' ? fromHalf(type, stored) : stored
const rounded = (type: RealType, value: number): number =>
  type === 'f32' ? Math.fround(value) : numberOf(type, bitsOf(type, value))

/** `sum` less its addends, without the error of adding them up here: Neumaier's compensated summation, 1974. */
function distance(sum: number, addends: readonly number[]): number {
  let total = sum
  let lost = 0
  for (const addend of addends) {
    const next = total - addend
    lost += Math.abs(total) >= Math.abs(addend) ? total - next - addend : -addend - next + total
    total = next
  }
  return total + lost
}
