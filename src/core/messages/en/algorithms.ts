/** English: algorithms. */
import type { AlgorithmTexts } from '../algorithms.ts'
import { counted } from './phrases/words.ts'

export const algorithms: AlgorithmTexts = {
  of: {
    ring: 'Each share travels around the ring once to be summed and once to be copied. Sends the fewest bytes, but latency grows with the number of ranks. With several rings that share no link, each carries a part of the data.',
    'bidirectional-ring':
      'Half of the data goes each way around the ring. Twice as fast where the two directions are separate links, no faster through a single port.',
    'binary-tree':
      'Sums go up a binary tree and the result comes down, in a pipeline of pieces. Few steps, but interior ranks send three times the data.',
    'double-binary-tree':
      "NCCL's tree: two trees carry half of the data each, and an interior rank of one is a leaf of the other.",
    'recursive-doubling':
      'Partners at distance 1, 2, 4 ... exchange all they have. The fewest steps, but each sends all the data: for small messages.',
    'halving-doubling':
      'Partners exchange halves, quarters, eighths, then the same in reverse. As few bytes as a ring in few steps, but with ever more distant partners.',
    'one-shot':
      'Every rank sends to every other at once. The lowest latency, but each port receives a message from every other rank.',
    'two-shot':
      'Each rank reduces its share of the data from all others, then sends the result to all. Needs a link or a switch between every pair.',
    torus:
      'Rings along one dimension, then along the next on what remains. Mirrored parts of the data keep all dimensions busy.',
    hierarchical:
      'First inside each node, then between GPUs of the same position on their own rail, then inside again. Few bytes cross the network.',
    bruck:
      'Blocks travel by powers of two. Few steps for any number of ranks, but in all_to_all blocks travel several times.',
    pairwise: 'One partner per step; every block goes straight to its destination.',
    binomial: 'The number of ranks that have the data doubles with each step. For small messages.',
    chain:
      'Pieces follow each other from rank to rank; with many pieces, as fast as one link. NCCL calls this ring for broadcast and reduce.',
    'scatter-allgather':
      'The root sends out shares and a ring gathers them: twice the bytes of a chain, in fewer steps.',
    linear: 'The root exchanges data with each rank directly; in send_recv each rank sends to the next.',
    'in-network':
      'The switch reduces (NVLS, SHARP): each rank sends its data once, and busbw may exceed the link rate.',
  },
  figures: ({ ranks, steps, sent, pieces }, print) =>
    `${counted(ranks, print, 'rank')}: ${counted(steps, print, 'step')}${pieces > 1 ? ` in ${print.count(pieces)} pieces` : ''}, the busiest rank sends ${print.number(sent)} S`,
  notes: [
    'S is the size that nccl-tests prints. To see which is fastest on a machine: ringscope simulate all_reduce --on dgx-1v',
  ],
}
