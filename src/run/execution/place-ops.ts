/** Where the ops of a block find their data in a tile: the parts of the plan as addresses and bytes. */
import type { Address } from '../memory/heap.ts'
import type { BlockPlace, Part } from '../plan/plan.ts'
import type { Block, PlacedOp } from './blocks.ts'
import type { Running } from './running.ts'

/** Of the tile that the block has come to. */
export function placeOps(running: Running, block: Block): void {
  const { tiles, called, inFlight, scratchAt, scratchBytes } = running
  const { tile } = block
  block.resolved = tile
  const first = tile * tiles.elements
  const elements = Math.min(tiles.elements, called.count - first)
  const scratchTile = scratchAt + (tile % inFlight) * scratchBytes
  for (const op of block.ops) placeOp(running, op, first, elements, scratchTile)
}

function placeOp(running: Running, op: PlacedOp, first: number, elements: number, scratch: Address): void {
  const { typeBytes } = running
  const { pieces } = running.plan
  op.bytes = 0
  for (let at = 0; at < op.parts.length; at++) {
    const { from, to, source, target } = op.parts[at] as Part
    const start = Math.floor((from * elements) / pieces)
    const length = (Math.floor((to * elements) / pieces) - start) * typeBytes
    op.lengths[at] = length
    op.bytes += length
    if (source) op.sources[at] = addressOf(running, source, first, start, scratch)
    if (target) op.targets[at] = addressOf(running, target, first, start, scratch)
  }
}

/** Of element `start` of the block of data in this tile, which begins at its element `first`. */
function addressOf(
  { called, tiles, typeBytes, input, output }: Running,
  { buffer, block }: BlockPlace,
  first: number,
  start: number,
  scratch: Address,
): Address {
  if (buffer === 'scratch') return scratch + (block * tiles.elements + start) * typeBytes
  return (buffer === 'input' ? input : output) + (block * called.count + first + start) * typeBytes
}
