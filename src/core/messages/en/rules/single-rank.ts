/** English: single-rank. */

import type { SingleRankValues } from '../../../rules/number/single-rank.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const singleRank: RuleText<SingleRankValues> = {
  name: 'a run with one rank, or many one-rank runs instead of one job',
  about:
    'Error. With one rank, busbw is 0 by its formula: nothing was communicated. Several one-rank device lists before the first row mean that nccl-tests was built without MPI=1 and started by mpirun, so each process measured only itself. Complete one-rank runs one after another in a file are not a sign of this.',

  title: ({ runs, together }, print) =>
    together
      ? `${counted(runs, print, 'run')} of one rank each ran side by side: nothing was sent between GPUs`
      : 'The test ran with one rank: nothing was sent between GPUs',
  cause: ({ together }) =>
    together ? 'nccl-tests was built without MPI' : 'the test ran with only one rank',
  detail: ({ together }) =>
    together
      ? 'Device lists of several runs come before the first row, each with only rank 0: mpirun started processes that do not know of each other. busbw of one rank is 0 by its formula.'
      : 'busbw of one rank is 0 by its formula (factor (n-1)/n), and algbw is a copy inside the GPU.',
  actions: ({ together, runs, gpus }) =>
    together
      ? [
          'Build nccl-tests with make MPI=1 MPI_HOME=/path/to/mpi',
          `Then run mpirun -np ${runs} ... all_reduce_perf -g 1`,
        ]
      : [
          `All GPUs of one node from one process: all_reduce_perf -b 8 -e 8G -f 2 -g ${gpus ?? 'GPUS_PER_NODE'}`,
          'Several nodes: make MPI=1, then mpirun with one process per GPU and -g 1',
        ],
  verify: () => 'The device list shows Rank 0 to Rank N-1 under one header',
  inOrder: 'all ranks in one job',
  explained: {
    knownBy: 'One device line, or several device lists with only rank 0 before the first row.',
    costs: 'Nothing was measured.',
    todo: 'Use one process for all GPUs (-g GPUS_PER_NODE), or build nccl-tests with make MPI=1 and start it with mpirun.',
    verify: 'The device list shows ranks 0 to N-1 under one header.',
  },
}
