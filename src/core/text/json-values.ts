/** What stands in parsed JSON, asked for by kind: whatever a file holds, no reader of it throws. */
import { printable } from './printable.ts'
import type { Json } from './tolerant-json.ts'

/** An object. */
export type Members = { readonly [name: string]: Json }

/** The members of an object; undefined of anything else. */
export function membersOf(value: Json | undefined): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

/** The items of an array; none of anything else. */
export const itemsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** In one line that a terminal only shows. */
export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? printable(value).replaceAll('\n', ' ').trim() : undefined

/** Of bytes, counts, rates and times: no machine has more. */
const MOST = 1e18

/** Also of a number in quotes, as nccl-tests writes some; NaN, infinities and what no machine has are none. */
export function numberOf(value: Json | undefined): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN
  return Math.abs(number) <= MOST ? number : undefined
}
