/**
 * Torus: rings along one dimension, then along the next on what is left, and back. As many mirrored parts of the data as there
 * are dimensions go at once, each beginning with another dimension, so that the links of all dimensions are in use.
 * Source: Mikami et al., "Massively distributed SGD", 2018; Jouppi et al. (TPU) for the mirrored parts.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { type Box, copyAlong, reduceAlong, weightsFor } from '../patterns/along-dimensions.ts'
import { nearSquare } from '../patterns/shapes.ts'
import { sideBySide } from '../patterns/side-by-side.ts'

const about = {
  id: 'torus',
  title: 'Torus',
  source: 'Mikami et al. 2018',
  supports: ({ ranks, shape }: Chosen) => (shape ?? nearSquare(ranks)) !== undefined,
}

const shapeOf = ({ ranks, shape }: Chosen): readonly number[] => shape ?? nearSquare(ranks) ?? [ranks]

/** Dimensions in turn, beginning with another for each part. */
const ordersOf = (shape: readonly number[]): readonly (readonly number[])[] =>
  shape.map((_, first) => shape.map((_its, at) => (first + at) % shape.length))

/** Each part stands together. */
function partByPart(options: Chosen): readonly Box[] {
  const { ranks, pieces: count } = options
  const shape = shapeOf(options)
  return ordersOf(shape).map((order, channel) => ({
    shape,
    order,
    weights: weightsFor(shape, order, count),
    first: channel * ranks * count,
    count,
    channel,
  }))
}

/** The share of each rank stands together, as all_gather and reduce_scatter order it, and in it the parts. */
function rankByRank(options: Chosen): readonly Box[] {
  const { pieces: count } = options
  const shape = shapeOf(options)
  const inRankOrder = shape.map((_, dimension) => dimension)
  const weights = weightsFor(shape, inRankOrder, count * shape.length)
  return ordersOf(shape).map((order, channel) => ({
    shape,
    order,
    weights,
    first: channel * count,
    count,
    channel,
  }))
}

const chunks = (options: Chosen) => shapeOf(options).length * options.ranks * options.pieces
const steps = (options: Chosen) => shapeOf(options).reduce((sum, size) => sum + size - 1, 0)
/** The bytes of a ring, whatever the shape. */
const sentOnce = (options: Chosen) => {
  const each = shapeOf(options).length * (options.ranks - 1) * options.pieces
  return { max: each, total: each * options.ranks }
}

export const torusAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks,
  rounds: (options) => sideBySide(partByPart(options).map((box) => [...reduceAlong(box), ...copyAlong(box)])),
  stepCount: (options) => 2 * steps(options),
  sent: (options) => {
    const { max, total } = sentOnce(options)
    return { max: 2 * max, total: 2 * total }
  },
})

export const torusReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks,
  rounds: (options) => sideBySide(rankByRank(options).map(reduceAlong)),
  stepCount: steps,
  sent: sentOnce,
})

export const torusAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks,
  rounds: (options) => sideBySide(rankByRank(options).map(copyAlong)),
  stepCount: steps,
  sent: sentOnce,
})
