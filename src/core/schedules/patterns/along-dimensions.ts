/**
 * Rings along the dimensions of a box of ranks, one dimension after the other: each takes a part of what the one before it left.
 * Source: Mikami et al., "Massively distributed SGD", 2018 (2D torus); Cho et al., "BlueConnect", MLSys 2019 (any depth).
 */
import { type ChunkIndex, move, type Pairs, type Rank, type Round, type Transfer } from '../schedule.ts'
import { joined } from './runs.ts'

export interface Box {
  /** Sizes of the dimensions, the outermost first. */
  readonly shape: readonly number[]
  /** In which order the dimensions are reduced; they are gathered in the reverse. */
  readonly order: readonly number[]
  /** The share of a rank begins at `first` + its coordinates, each times the weight of its dimension. */
  readonly weights: readonly number[]
  readonly first: ChunkIndex
  /** Chunks of a share. */
  readonly count: number
  readonly channel: number
}

export const reduceAlong = (box: Box): readonly Round[] =>
  box.order.map((_, phase) => ringAlong(box, phase, true))

export const copyAlong = (box: Box): readonly Round[] =>
  box.order.map((_, phase) => ringAlong(box, phase, false)).toReversed()

/** Weights that let what one phase moves stand together: the dimension that comes first decides most. */
export function weightsFor(
  shape: readonly number[],
  order: readonly number[],
  count: number,
): readonly number[] {
  const weights: number[] = new Array(shape.length).fill(0)
  let weight = count
  for (const dimension of order.toReversed()) {
    weights[dimension] = weight
    weight *= shape[dimension] as number
  }
  return weights
}

function ringAlong(box: Box, phase: number, reduce: boolean): Round {
  const { shape, order, weights, first, count, channel } = box
  const dimension = order[phase] as number
  const size = shape[dimension] as number
  const strides = weightsFor(
    shape,
    shape.map((_, index) => index),
    1,
  )
  const stride = strides[dimension] as number
  const ranks = shape.reduce((all, length) => all * length, 1)
  const coordinate = (rank: Rank, along: number) =>
    Math.floor(rank / (strides[along] as number)) % (shape[along] as number)

  /** The shares that differ only in the dimensions still to come travel together. */
  const together = joined(sharesOver(box, order.slice(phase + 1)), count)
  const earlier = order.slice(0, phase)
  /** Where the part begins that earlier phases have left to this rank. */
  const leftTo = (rank: Rank) =>
    earlier.reduce((at, along) => at + coordinate(rank, along) * (weights[along] as number), first)
  const next = (rank: Rank) => {
    const at = coordinate(rank, dimension)
    return rank + (((at + 1) % size) - at) * stride
  }
  const ahead = reduce ? 1 : 0
  const all = together.reduce((sum, run) => sum + run.count, 0)
  return {
    repeat: size - 1,
    pairs: () => [pairsOf(ranks, next, all, channel)],
    step: (hop) => {
      const step: Transfer[] = []
      for (let from = 0; from < ranks; from++) {
        const at = coordinate(from, dimension)
        const to = next(from)
        const owner = (at + 2 * size - hop - ahead) % size
        const start = leftTo(from) + owner * (weights[dimension] as number)
        for (const run of together)
          step.push(move(from, to, start + run.start, reduce, { count: run.count, channel }))
      }
      return step
    },
  }
}

function pairsOf(ranks: number, next: (rank: Rank) => Rank, count: number, channel: number): Pairs {
  const pairs = { channel, from: new Int32Array(ranks), to: new Int32Array(ranks), count }
  for (let rank = 0; rank < ranks; rank++) {
    pairs.from[rank] = rank
    pairs.to[rank] = next(rank)
  }
  return pairs
}

/** Beginnings of all shares over some dimensions, the other coordinates being 0. */
const sharesOver = ({ shape, weights }: Box, dimensions: readonly number[]): readonly number[] =>
  dimensions.reduce<readonly number[]>(
    (starts, dimension) =>
      starts.flatMap((start) =>
        Array.from(
          { length: shape[dimension] as number },
          (_, at) => start + at * (weights[dimension] as number),
        ),
      ),
    [0],
  )
