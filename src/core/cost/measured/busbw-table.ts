/** Tables that state busbw instead of times. */
import { busFactor } from '../../collectives/names.ts'
import type { MeasuredTable } from './table.ts'

/** Rows of size and busbw (GB/s) -> size and us. */
export function fromBusbw(
  table: Omit<MeasuredTable, 'rows'> & { readonly ranks: number },
  rows: readonly (readonly [bytes: number, busbw: number])[],
): MeasuredTable {
  const { ranks, ...rest } = table
  const factor = busFactor(table.collective, ranks)
  return { ...rest, rows: rows.map(([bytes, busbw]) => [bytes, (bytes * factor) / busbw / 1e3] as const) }
}
