/**
 * Double binary tree, as NCCL builds it: two trees carry half the data each, and a rank that is interior in one is a leaf in
 * the other (of an odd number of ranks one is interior in both), so no rank sends more than twice the data.
 * Defined in nccl/src/graph/trees.cc (ncclGetBtree, ncclGetDtree); after Sanders, Speck & Träff 2009.
 */
import { algorithm } from '../algorithm.ts'
import { upAndDown } from '../patterns/along-trees.ts'
import { pipelineSteps } from '../patterns/pipelined.ts'
import { type Tree, treeOf } from '../patterns/tree.ts'
import type { Rank } from '../schedule.ts'

export const doubleBinaryTreeAllReduce = algorithm({
  id: 'double-binary-tree',
  collective: 'all_reduce',
  title: 'Double binary tree',
  source: 'nccl/src/graph/trees.cc',
  pipelined: true,
  chunks: ({ pieces }) => 2 * pieces,
  rounds: ({ ranks, pieces }) => upAndDown({ trees: doubleTree(ranks), pieces }),
  stepCount: ({ ranks, pieces }) => pipelineSteps(2 * Math.ceil(Math.log2(ranks)), pieces),
  // Interior in one tree: three times half the data; leaf in the other: once. Below four ranks no rank is that busy.
  sent: ({ ranks, pieces }) => ({
    max: Math.min(4, [0, 0, 2, 3][ranks] ?? 4) * pieces,
    total: 2 * (ranks - 1) * 2 * pieces,
  }),
})

/** The first tree; of an even number its mirror image, of an odd number the same shifted by one. */
export function doubleTree(ranks: number): readonly [Tree, Tree] {
  const first = Array.from({ length: ranks }, (_, rank) => parentIn(rank, ranks))
  const renamed = (rank: Rank): Rank => (ranks % 2 === 0 ? ranks - 1 - rank : (rank + 1) % ranks)
  const second: (Rank | undefined)[] = new Array(ranks).fill(undefined)
  first.forEach((parent, rank) => {
    second[renamed(rank)] = parent === undefined ? undefined : renamed(parent)
  })
  return [treeOf(first), treeOf(second)]
}

/** The lowest set bit of a rank tells its level: odd ranks are leaves, rank 0 is the root. */
function parentIn(rank: Rank, ranks: number): Rank | undefined {
  if (rank === 0) return undefined
  const bit = rank & -rank
  const up = (rank ^ bit) | (bit << 1)
  return up < ranks ? up : rank ^ bit
}
