/** English: algorithms. */
import type { AlgorithmTexts } from '../algorithms.ts'

export const algorithms: AlgorithmTexts = {
  of: {
    ring: 'Every share goes once around the ring and is added up, then once more and is copied. The fewest bytes; latency grows with the ranks. Over several rings that share no link, each carries a part.',
    'bidirectional-ring':
      'Half of the data each way round. Twice as fast where both directions are links of their own, no faster through one port.',
    'binary-tree':
      'Sums go up a binary tree, the result comes down, in pieces that follow each other. Short, but interior ranks send three times the data.',
    'double-binary-tree':
      "NCCL's tree: two trees carry half of the data each, and who is interior in one is a leaf in the other.",
    'recursive-doubling':
      'Partners at distance 1, 2, 4 ... exchange all they have. The fewest steps, all data in each: for small messages.',
    'halving-doubling':
      'Partners exchange halves, quarters, eighths, and the same back. The bytes of a ring in few steps; partners are ever farther away.',
    'one-shot':
      'Everyone sends to everyone at once. The least latency; every port takes as many messages as there are other ranks.',
    'two-shot':
      'Each rank adds up its share of the data from all others, then hands it to all. Needs a link or a switch between all pairs.',
    torus:
      'Rings along one dimension, then along the next on what is left. Mirrored parts of the data keep all dimensions busy.',
    hierarchical:
      'Inside the node, then each GPU with its like in other nodes on its own rail, then inside again: few bytes pass the network.',
    bruck:
      'Blocks travel by powers of two. Few steps on any number of ranks; in all_to_all blocks travel several times.',
    pairwise: 'One partner a step, every block straight to its place.',
    binomial: 'The number of ranks that have the data doubles with each step. For small messages.',
    chain:
      'Pieces follow each other from rank to rank: with many pieces as fast as one link. What NCCL calls ring for broadcast and reduce.',
    'scatter-allgather':
      'The root hands out shares, a ring spreads them: twice the bytes of a chain, in fewer steps.',
    linear: 'The root with each rank directly; send_recv: each rank to the next.',
    'in-network':
      'The switch adds (NVLS, SHARP): each rank sends its data once, and busbw may exceed the link rate.',
  },
  figures: ({ ranks, steps, sent, pieces }, print) =>
    `${print.count(ranks)} ranks: ${print.count(steps)} steps${pieces > 1 ? ` in ${pieces} pieces` : ''}, the busiest rank sends ${print.number(sent)} S`,
  notes: [
    'S is the size that nccl-tests prints. Which one is fastest where: ringscope simulate all_reduce --on dgx-1v',
  ],
}
