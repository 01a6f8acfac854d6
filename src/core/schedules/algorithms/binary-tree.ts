/**
 * Binary tree: each rank adds what its two children send and passes the sum on to its parent; the root sends the total down
 * again. The ranks stand in heap order from the root. Pieces follow each other, or only one level would work at a time.
 * Source: Sanders, Speck & Träff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan", 2009 (section 2, single tree).
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { down, up, upAndDown } from '../patterns/along-trees.ts'
import { pipelineSteps } from '../patterns/pipelined.ts'
import { completeTree } from '../patterns/tree.ts'

const about = {
  id: 'binary-tree',
  title: 'Binary tree',
  source: 'Sanders, Speck & Träff 2009',
  pipelined: true,
}

const chunks = ({ pieces }: Chosen) => pieces
const load = ({ ranks, root, pieces }: Chosen) => ({ trees: [completeTree(ranks, root)], pieces })
const height = (ranks: number) => Math.floor(Math.log2(ranks))
/** Of the rank that has most. */
const children = (ranks: number) => Math.min(2, ranks - 1)

export const binaryTreeAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks,
  rounds: (options) => upAndDown(load(options)),
  stepCount: ({ ranks, pieces }) => pipelineSteps(2 * height(ranks), pieces),
  // An interior rank sends to its parent and to its children; up to four ranks none but the root has two.
  sent: ({ ranks, pieces }) => ({
    max: (ranks > 4 ? 3 : children(ranks)) * pieces,
    total: 2 * (ranks - 1) * pieces,
  }),
})

export const binaryTreeReduce = algorithm({
  ...about,
  collective: 'reduce',
  chunks,
  rounds: (options) => up(load(options)),
  stepCount: ({ ranks, pieces }) => pipelineSteps(height(ranks), pieces),
  sent: ({ ranks, pieces }) => ({ max: Math.min(1, ranks - 1) * pieces, total: (ranks - 1) * pieces }),
})

export const binaryTreeBroadcast = algorithm({
  ...about,
  collective: 'broadcast',
  chunks,
  rounds: (options) => down(load(options)),
  stepCount: ({ ranks, pieces }) => pipelineSteps(height(ranks), pieces),
  sent: ({ ranks, pieces }) => ({ max: children(ranks) * pieces, total: (ranks - 1) * pieces }),
})
