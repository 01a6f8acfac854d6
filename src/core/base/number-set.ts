/**
 * A set of whole numbers from 0 on, as bits: plain data, a tenth of what a Set takes. For ranks, of which a log of a large
 * job names millions.
 */
export interface NumberSet {
  bits: Uint32Array
  /** Numbers above those that bits are kept for. */
  far: Set<number> | undefined
}

/** The bits take at most 512 bytes, whatever comes. */
const MOST_AS_BITS = 4096

export const noNumbers = (): NumberSet => ({ bits: new Uint32Array(1), far: undefined })

export function hasNumber({ bits, far }: NumberSet, number: number): boolean {
  if (number >= MOST_AS_BITS) return far?.has(number) === true
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
}

export function addNumber(set: NumberSet, number: number): void {
  if (number >= MOST_AS_BITS) {
    set.far ??= new Set()
    set.far.add(number)
    return
  }
  const at = number >>> 5
  if (at >= set.bits.length) {
    const more = new Uint32Array(Math.max(at + 1, 2 * set.bits.length))
    more.set(set.bits)
    set.bits = more
  }
  set.bits[at] = (set.bits[at] ?? 0) | (1 << (number & 31))
}

/** In rising order. */
export function* numbersOf({ bits, far }: NumberSet): Iterable<number> {
  for (let at = 0; at < bits.length; at++) {
    const word = bits[at] ?? 0
    for (let bit = 0; word !== 0 && bit < 32; bit++) if ((word >>> bit) & 1) yield at * 32 + bit
  }
  if (far) yield* [...far].sort((a, b) => a - b)
}
