/** All algorithms, in the order in which `list algorithms` shows them. */
import type { CollectiveName } from '../../collectives/names.ts'
import type { Algorithm } from '../schedule.ts'
import * as bidirectionalRing from './bidirectional-ring.ts'
import * as binaryTree from './binary-tree.ts'
import * as binomial from './binomial.ts'
import * as bruck from './bruck.ts'
import * as chain from './chain.ts'
import * as doubleBinaryTree from './double-binary-tree.ts'
import * as halvingDoubling from './halving-doubling.ts'
import * as hierarchical from './hierarchical.ts'
import * as inNetwork from './in-network.ts'
import * as linear from './linear.ts'
import * as oneShot from './one-shot.ts'
import * as pairwise from './pairwise.ts'
import * as recursiveDoubling from './recursive-doubling.ts'
import * as ring from './ring.ts'
import * as scatterAllGather from './scatter-allgather.ts'
import * as torus from './torus.ts'
import * as twoShot from './two-shot.ts'

export const algorithms: readonly Algorithm[] = [
  ring.ringAllReduce,
  ring.ringReduceScatter,
  ring.ringAllGather,
  bidirectionalRing.bidirectionalRingAllReduce,
  bidirectionalRing.bidirectionalRingReduceScatter,
  bidirectionalRing.bidirectionalRingAllGather,
  binaryTree.binaryTreeAllReduce,
  binaryTree.binaryTreeReduce,
  binaryTree.binaryTreeBroadcast,
  doubleBinaryTree.doubleBinaryTreeAllReduce,
  recursiveDoubling.recursiveDoublingAllReduce,
  recursiveDoubling.recursiveDoublingAllGather,
  halvingDoubling.halvingDoublingAllReduce,
  halvingDoubling.halvingReduceScatter,
  oneShot.oneShotAllReduce,
  oneShot.oneShotReduceScatter,
  oneShot.oneShotAllGather,
  oneShot.oneShotAllToAll,
  twoShot.twoShotAllReduce,
  torus.torusAllReduce,
  torus.torusReduceScatter,
  torus.torusAllGather,
  hierarchical.hierarchicalAllReduce,
  hierarchical.hierarchicalReduceScatter,
  hierarchical.hierarchicalAllGather,
  bruck.bruckAllGather,
  bruck.bruckAllToAll,
  pairwise.pairwiseAllToAll,
  pairwise.pairwiseReduceScatter,
  binomial.binomialBroadcast,
  binomial.binomialReduce,
  binomial.binomialScatter,
  binomial.binomialGather,
  chain.chainBroadcast,
  chain.chainReduce,
  scatterAllGather.scatterAllGatherBroadcast,
  linear.linearSendRecv,
  linear.linearBroadcast,
  linear.linearReduce,
  linear.linearScatter,
  linear.linearGather,
  inNetwork.inNetworkAllReduce,
  inNetwork.inNetworkReduceScatter,
  inNetwork.inNetworkAllGather,
]

export const algorithmsOf = (collective: CollectiveName): readonly Algorithm[] =>
  algorithms.filter((algorithm) => algorithm.collective === collective)

export const algorithmNamed = (collective: CollectiveName, id: string): Algorithm | undefined =>
  algorithms.find((algorithm) => algorithm.collective === collective && algorithm.id === id)

/** Every id once. */
export const algorithmIds: readonly string[] = [...new Set(algorithms.map(({ id }) => id))]
