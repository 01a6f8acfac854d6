/** English: collectives. S is the size that nccl-tests prints, N the number of ranks. */
import type { CollectiveTexts } from '../collectives.ts'

export const collectives: CollectiveTexts = {
  of: {
    all_reduce: {
      does: 'Adds up the vectors of all ranks and leaves the sum on every rank.',
      starts: 'every rank: a vector of S',
      ends: 'every rank: the sum, S',
      moves: 'each rank sends and receives 2(N-1)/N x S; all ranks together 2(N-1) x S',
      wrong: (print) => [
        `Eight ranks with ${print.bytes(1e6)} each send ${print.bytes(1.75e6)} per rank, ${print.bytes(14e6)} in total, which is neither N x S nor 2 x S.`,
        'Any tree moves 2(N-1) x S in total. "2 log2(N) x S" is the time of an unpipelined tree times the bandwidth, not its traffic.',
        'The busiest rank of a single binary tree is an interior one (3S), not the root (2S). In the double tree of NCCL it sends 2S.',
        'Only the ring of NCCL does it as reduce_scatter + all_gather; trees and NVLS do not.',
        'The number of ranks alone does not decide between ring and tree: the size at which rings become faster grows with the number of nodes.',
      ],
    },
    all_gather: {
      does: 'Puts the parts of all ranks one after another and leaves the whole on every rank.',
      starts: 'every rank: its part, S/N',
      ends: 'every rank: all parts in the order of ranks, S',
      moves: 'each rank sends and receives (N-1)/N x S; all ranks together (N-1) x S',
      wrong: () => [
        'It moves half as much as an all_reduce of the same S. "(N-1) x data" is true only if data means the part of one rank.',
        'Doing it as reduce_scatter + all_gather costs a whole all_reduce, which helps only if the gather was not needed.',
        'Four ranks with [1], [2], [3], [4] all end with [1,2,3,4]; nothing is added up.',
      ],
    },
    reduce_scatter: {
      does: 'Adds up the vectors of all ranks and leaves one part of the sum on each rank.',
      starts: 'every rank: a vector of S',
      ends: 'rank r: part r of the sum, S/N',
      moves: 'each rank sends and receives (N-1)/N x S; all ranks together (N-1) x S',
      wrong: () => [
        'Four ranks that each hold [1,2,3,4] end with 4, 8, 12 and 16, one on each rank, not with 10, 20, 30, 40.',
      ],
    },
    broadcast: {
      does: 'Copies the vector of the root to every rank.',
      starts: 'the root: a vector of S',
      ends: 'every rank: that vector, S',
      moves: 'each other rank receives S; all ranks together (N-1) x S',
      wrong: () => ['In NCCL it is always a ring (a chain); there is no tree broadcast.'],
    },
    reduce: {
      does: 'Adds up the vectors of all ranks and leaves the sum on the root.',
      starts: 'every rank: a vector of S',
      ends: 'the root: the sum, S; the others: nothing',
      moves: 'each other rank sends S; all ranks together (N-1) x S',
      wrong: () => ['In NCCL it is always a ring (a chain); there is no tree reduce.'],
    },
    gather: {
      does: 'Puts the parts of all ranks one after another on the root.',
      starts: 'every rank: its part, S/N',
      ends: 'the root: all parts, S; the others: nothing',
      moves: 'the root receives (N-1)/N x S, each other rank sends S/N',
      wrong: () => ['The links of the root limit it, however many ranks there are.'],
    },
    scatter: {
      does: 'Sends a different part of the vector of the root to each rank.',
      starts: 'the root: a vector of S',
      ends: 'rank r: part r, S/N',
      moves: 'the root sends (N-1)/N x S, each other rank receives S/N',
      wrong: () => ['The links of the root limit it, however many ranks there are.'],
    },
    all_to_all: {
      does: 'Every rank sends a different part to every other rank.',
      starts: 'every rank: N parts, one for each rank, S in total',
      ends: 'every rank: N parts, one from each rank, S in total',
      moves: 'each rank sends and receives (N-1)/N x S; all ranks together (N-1) x S',
      wrong: () => [
        'It has no ring and no tree: every pair of ranks talks directly, so across nodes the NICs limit it, and each GPU gets slower as nodes are added.',
      ],
    },
    send_recv: {
      does: 'Every rank sends its vector to the next one and receives from the one before.',
      starts: 'every rank: a vector of S',
      ends: 'every rank: the vector of the rank before, S',
      moves: 'each rank sends and receives S; all ranks together N x S',
      wrong: () => [],
    },
  },
  size: {
    buffer: 'the buffer of one rank; count is size / bytes of the type',
    gathered: 'the gathered result; count is the part of one rank, size / N',
    input: 'the whole input of one rank; count is the part that a rank keeps, size / N',
    'sent-per-rank': 'all that one rank sends; count is what goes to one other rank, size / N',
    'root-receives': 'all that the root receives; count is the part of one rank, size / N',
    'root-sends': 'all that the root sends; count is the part of one rank, size / N',
  },
  use: {
    ddp: {
      title: 'DDP',
      does: 'every GPU has the whole model; gradients are averaged in buckets during the backward pass',
    },
    'zero-1': {
      title: 'ZeRO-1',
      does: 'the optimizer state is sharded; once per step gradients are reduced to their owners and new parameters are gathered',
    },
    'zero-2': {
      title: 'ZeRO-2',
      does: 'gradients are sharded too, and reduced to their owners during every backward pass',
    },
    'zero-3': {
      title: 'ZeRO-3, FSDP',
      does: 'parameters are sharded too; each layer is gathered before it is used, forward and backward',
    },
    tp: {
      title: 'tensor parallelism',
      does: 'each layer is split over GPUs; its activations are added up twice forward and twice backward',
    },
    pp: {
      title: 'pipeline parallelism',
      does: 'layers are split over GPUs; activations go to the next stage, their gradients back',
    },
    ep: {
      title: 'expert parallelism',
      does: 'experts are split over GPUs; tokens go to their experts and come back',
    },
    start: { title: 'start', does: 'parameters, or the data of one rank, are distributed before training' },
    metrics: { title: 'metrics', does: 'losses and outputs are collected on the rank that logs' },
  },
  when: {
    forward: 'in the forward pass',
    backward: 'in the backward pass',
    'after-backward': 'after the backward pass',
    once: 'once, at the start',
  },
}
