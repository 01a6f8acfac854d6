/**
 * How data larger than a slot is cut: a tile is the same collective over a part of each block of data, as NCCL's loops over its
 * buffers do. All ranks must cut alike, so only what is the same on all of them goes into it.
 */
import type { Plan } from './plan.ts'

export interface Tiles {
  readonly count: number
  /** Of each block of data; the last tile may have fewer. A multiple of the plan's pieces. */
  readonly elements: number
}

export interface TileOptions {
  readonly count: number
  readonly typeBytes: number
  readonly slotBytes: number
  /** A pipeline is filled by more tiles than the slots ask for. */
  readonly wanted?: number
}

export function tilesOf(
  { pieces, mostChunks }: Pick<Plan, 'pieces' | 'mostChunks'>,
  { count, typeBytes, slotBytes, wanted = 1 }: TileOptions,
): Tiles {
  const perChunk = mostChunks === 0 ? count : Math.floor(slotBytes / typeBytes / mostChunks)
  const most = Math.max(1, perChunk) * pieces
  const tiles = Math.max(1, Math.ceil(count / most), Math.min(wanted, Math.ceil(count / pieces)))
  const elements = Math.ceil(count / tiles / pieces) * pieces
  return { count: Math.max(1, Math.ceil(count / Math.max(1, elements))), elements }
}

/** Every message of the call goes in one slot, uncut. */
export const fitsSlot = (
  { pieces, mostChunks }: Pick<Plan, 'pieces' | 'mostChunks'>,
  { count, typeBytes, slotBytes }: Pick<TileOptions, 'count' | 'typeBytes' | 'slotBytes'>,
): boolean => Math.ceil(count / pieces) * mostChunks * typeBytes <= slotBytes
