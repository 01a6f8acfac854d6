/** English: single-rank. */
import type { SingleRankValues } from '../../../rules/number/single-rank.ts'
import type { RuleText } from '../../rule-text.ts'

export const singleRank: RuleText<SingleRankValues> = {
  name: 'a run with one rank, or many one-rank runs instead of one job',
  about:
    'Error. With one rank busbw is 0 by formula: nothing was communicated. Several device lists of one rank before any row mean that nccl-tests was built without MPI=1 and started by mpirun: each process measured itself. Complete one-rank runs after one another in a file are no sign of it.',

  title: ({ runs, together }, print) =>
    together
      ? `${print.count(runs)} runs of one rank each ran side by side: nothing was sent between GPUs`
      : 'The test ran with one rank: nothing was sent between GPUs',
  cause: ({ together }) => (together ? 'nccl-tests was built without MPI' : 'one rank alone'),
  detail: ({ together }) =>
    together
      ? 'The device lists of several runs stand before the first row, each with rank 0 alone: mpirun started programs that do not know of each other. busbw of one rank is 0 by its formula.'
      : 'busbw of one rank is 0 by its formula (factor (n-1)/n), and algbw is a copy inside the GPU.',
  actions: ({ together }) =>
    together
      ? [
          'Build nccl-tests with make MPI=1 MPI_HOME=/path/to/mpi',
          'Then mpirun -np N ... all_reduce_perf -g 1',
        ]
      : [
          'All GPUs of one node from one process: all_reduce_perf -b 8 -e 8G -f 2 -g 8',
          'Several nodes: make MPI=1, then mpirun with one process a GPU and -g 1',
        ],
  verify: () => 'The device list shows Rank 0 to Rank N-1 under one header',
  inOrder: 'all ranks in one job',
  explained: {
    knownBy: 'One device line, or several device lists with rank 0 alone before the first row.',
    costs: 'Nothing was measured.',
    todo: 'One process for all GPUs (-g 8), or nccl-tests built with make MPI=1 and started by mpirun.',
    verify: 'The device list shows ranks 0 to N-1 under one header.',
  },
}
