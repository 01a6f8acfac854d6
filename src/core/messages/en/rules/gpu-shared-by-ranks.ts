/** English: gpu-shared-by-ranks. */
import type { GpuSharedByRanksValues } from '../../../rules/machine/gpu-shared-by-ranks.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list } from '../phrases/words.ts'

export const gpuSharedByRanks: RuleText<GpuSharedByRanksValues> = {
  name: 'several ranks run on one GPU',
  about:
    'Warning. The list of devices names one GPU, by its bus id, for several ranks. They take turns on it, so the numbers do not show what the links can do, and they are not judged.',

  title: ({ ranks, gpus, host }, print) =>
    `${counted(ranks, print, 'rank')} share ${counted(gpus, print, 'GPU')} on ${host}`,
  detail: ({ together, busId }) =>
    `Ranks ${list(together.map(String))} are all on the GPU at ${busId}. They take turns on it, so the run says nothing about the links between GPUs, and its numbers are not judged.`,
  actions: () => [
    'start one rank per GPU: -g 1 with one process per GPU, or -g <GPUs per node> with one process per node',
    'check CUDA_VISIBLE_DEVICES and the number of processes per node (mpirun -npernode, srun --ntasks-per-node)',
  ],
  verify: () => 'every bus id stands once in the list under "Using devices"',
  explained: {
    knownBy: 'The bus id of a GPU, listed for several ranks.',
    costs: 'The whole measurement: it does not measure the links.',
    todo: 'Start one rank per GPU.',
    verify: 'Every bus id is listed once.',
  },
}
