/**
 * Hierarchical: reduce-scatter inside each node, all-reduce of each share between the nodes (GPU i with GPU i: its own rail),
 * all-gather inside. Of S bytes only 2(k-1)/(gk)·S a GPU pass the network, with k nodes of g GPUs. Any depth.
 * Source: Cho et al., "BlueConnect: decomposing all-reduce for deep learning on heterogeneous network hierarchy", MLSys 2019.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { type Box, copyAlong, reduceAlong, weightsFor } from '../patterns/along-dimensions.ts'
import { nodesOfEight } from '../patterns/shapes.ts'

const about = {
  id: 'hierarchical',
  title: 'Hierarchical',
  source: 'BlueConnect, Cho et al. 2019',
  supports: ({ ranks, shape }: Chosen) => (shape ?? nodesOfEight(ranks)) !== undefined,
}

const shapeOf = ({ ranks, shape }: Chosen): readonly number[] => shape ?? nodesOfEight(ranks) ?? [ranks]

/** The innermost dimension first: inside the node, then ever farther. */
function box(options: Chosen, chunksLie: 'as phases need' | 'rank by rank'): Box {
  const shape = shapeOf(options)
  const outwards = shape.map((_, at) => shape.length - 1 - at)
  const weights = weightsFor(
    shape,
    chunksLie === 'rank by rank' ? outwards.toReversed() : outwards,
    options.pieces,
  )
  return { shape, order: outwards, weights, first: 0, count: options.pieces, channel: 0 }
}

const chunks = ({ ranks, pieces }: Chosen) => ranks * pieces
const steps = (options: Chosen) => shapeOf(options).reduce((sum, size) => sum + size - 1, 0)
const sentOnce = ({ ranks, pieces }: Chosen) => {
  const each = (ranks - 1) * pieces
  return { max: each, total: each * ranks }
}

export const hierarchicalAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks,
  rounds: (options) => {
    const dimensions = box(options, 'as phases need')
    return [...reduceAlong(dimensions), ...copyAlong(dimensions)]
  },
  stepCount: (options) => 2 * steps(options),
  sent: (options) => {
    const { max, total } = sentOnce(options)
    return { max: 2 * max, total: 2 * total }
  },
})

export const hierarchicalReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks,
  rounds: (options) => reduceAlong(box(options, 'rank by rank')),
  stepCount: steps,
  sent: sentOnce,
})

export const hierarchicalAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks,
  rounds: (options) => copyAlong(box(options, 'rank by rank')),
  stepCount: steps,
  sent: sentOnce,
})
