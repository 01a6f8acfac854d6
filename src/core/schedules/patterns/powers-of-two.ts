/**
 * Exchanges between ranks that differ in one bit need a power of two of them. Of any other number the first few come in pairs:
 * the even one hands its data to the odd one and waits for the result (MPICH's fold; Thakur, Rabenseifner & Gropp 2005, section 4.5).
 */
import { move, type Rank, type Step } from '../schedule.ts'

export const isPowerOfTwo = (number: number): boolean => 2 ** Math.round(Math.log2(number)) === number

export interface Folded {
  /** Ranks that take part in the exchange, a power of two; the place of each in it is its index. */
  readonly active: readonly Rank[]
  /** Who stands aside, and who does its work. */
  readonly pairs: readonly { readonly idle: Rank; readonly partner: Rank }[]
  /** log2 of the active. */
  readonly bits: number
}

export function folded(ranks: number): Folded {
  const bits = floorLog2(ranks)
  const surplus = ranks - 2 ** bits
  const pairs = Array.from({ length: surplus }, (_, at) => ({ idle: 2 * at, partner: 2 * at + 1 }))
  const alone = Array.from({ length: ranks - 2 * surplus }, (_, at) => 2 * surplus + at)
  return { active: [...pairs.map(({ partner }) => partner), ...alone], pairs, bits }
}

export const handOver = ({ pairs }: Folded, count: number): Step =>
  pairs.map(({ idle, partner }) => move(idle, partner, 0, true, { count }))

export const handBack = ({ pairs }: Folded, count: number): Step =>
  pairs.map(({ idle, partner }) => move(partner, idle, 0, false, { count }))

export const floorLog2 = (number: number): number => 31 - Math.clz32(number)

export const ceilLog2 = (number: number): number => (number <= 1 ? 0 : 32 - Math.clz32(number - 1))
