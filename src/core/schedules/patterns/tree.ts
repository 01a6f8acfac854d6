/** Trees of ranks, and what goes up and down them. */
import { type ChunkIndex, move, type Rank, type Step } from '../schedule.ts'

export interface Tree {
  readonly root: Rank
  /** Of each rank; undefined for the root. */
  readonly parent: readonly (Rank | undefined)[]
  /** Ranks by their hops to the root: the root alone, its children, … */
  readonly levels: readonly (readonly Rank[])[]
}

export function treeOf(parent: readonly (Rank | undefined)[]): Tree {
  const children: Rank[][] = parent.map(() => [])
  parent.forEach((above, rank) => {
    if (above !== undefined) children[above]?.push(rank)
  })
  const root = parent.indexOf(undefined)
  const levels: (readonly Rank[])[] = []
  for (
    let level: readonly Rank[] = [root];
    level.length > 0;
    level = level.flatMap((rank) => children[rank] ?? [])
  )
    levels.push(level)
  return { root, parent, levels }
}

/** Hops from the root to the farthest rank. */
export const heightOf = (tree: Tree): number => tree.levels.length - 1

/** Chunks on their way along a tree, on a channel of their own. */
export interface Load {
  readonly chunk: ChunkIndex
  readonly channel: number
}

/** The ranks at `depth` give their parents what they have added up. */
export const upFrom = (tree: Tree, depth: number, { chunk, channel }: Load): Step =>
  (tree.levels[depth] ?? []).map((rank) => move(rank, tree.parent[rank] as Rank, chunk, true, { channel }))

/** The ranks at `depth` get the chunk from their parents. */
export const downTo = (tree: Tree, depth: number, { chunk, channel }: Load): Step =>
  (tree.levels[depth] ?? []).map((rank) => move(tree.parent[rank] as Rank, rank, chunk, false, { channel }))

/** A complete binary tree with the ranks in heap order from the root: the children of the i-th are the 2i+1-th and the 2i+2-th. */
export function completeTree(ranks: number, root: Rank = 0): Tree {
  const parent: (Rank | undefined)[] = new Array(ranks).fill(undefined)
  for (let place = 1; place < ranks; place++)
    parent[(place + root) % ranks] = (((place - 1) >> 1) + root) % ranks
  return treeOf(parent)
}
