/**
 * The order of the ranks (NCCL src/graph/connect.cc):
 *   Channel 00/24 :    0   1   2   3
 *   Trees [0] 1/-1/-1->0->-1 [1] …        before 2.8 with "|" between the way up and down: only the first half is read
 */
import type { LogRing, LogTree } from '../../evidence/nccl-log-ranks.ts'
import { distinct } from './distinct.ts'
import type { LogLine, PlaceOf } from './line.ts'

/** Rings and trees: each function gives what was read so far. */
export function ringAndTreeReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const rings = values<LogRing>()
  const trees = values<LogTree>()
  return { readRing, readTrees: unlessRepeated(readTrees), rings: rings.all, trees: trees.all }

  function readRing(line: LogLine): void {
    const [, channel, of, order = ''] = /^Channel (\d+)\/(\d+) :\s+([\d\s]+)$/.exec(line.message) ?? []
    if (channel === undefined) return
    rings.add(line.message, line, () => ({
      channel: Number(channel),
      of: Number(of),
      order: order.trim().split(/\s+/).map(Number),
    }))
  }

  function readTrees(line: LogLine): void {
    for (const [tree, channel, downs = '', rank, up] of line.message.matchAll(
      /\[(\d+)\] (-?\d+\/-?\d+\/-?\d+)->(\d+)->(-?\d+)/g,
    ))
      trees.add(tree, line, () => ({
        channel: Number(channel),
        rank: Number(rank),
        down: downs
          .split('/')
          .map(Number)
          .filter((child) => child >= 0),
        ...(Number(up) < 0 ? {} : { up: Number(up) }),
      }))
  }
}
