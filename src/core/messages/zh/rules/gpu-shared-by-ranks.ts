/** Chinese: gpu-shared-by-ranks. */
import type { GpuSharedByRanksValues } from '../../../rules/machine/gpu-shared-by-ranks.ts'
import type { RuleText } from '../../rule-text.ts'

export const gpuSharedByRanks: RuleText<GpuSharedByRanksValues> = {
  name: '多个 rank 运行在同一块 GPU 上',
  about:
    '警告。设备列表中，多个 rank 的总线号是同一块 GPU。它们轮流使用这块 GPU，数值不能反映链路的能力，因此不作判断。',

  title: ({ ranks, gpus, host }, print) =>
    `${host} 上 ${print.count(ranks)} 个 rank 共用 ${print.count(gpus)} 块 GPU`,
  detail: ({ together, busId }) =>
    `rank ${together.join('、')} 都在 ${busId} 这块 GPU 上。它们轮流使用它，这次运行不能说明 GPU 之间的链路，数值不作判断。`,
  actions: () => [
    '每块 GPU 只启动一个 rank：每块 GPU 一个进程时用 -g 1，每个节点一个进程时用 -g <每节点 GPU 数>',
    '检查 CUDA_VISIBLE_DEVICES 和每个节点的进程数（mpirun -npernode、srun --ntasks-per-node）',
  ],
  verify: () => '"Using devices" 下每个总线号只出现一次',
  explained: {
    knownBy: '同一块 GPU 的总线号出现在多个 rank 上。',
    costs: '整次测量：它测的不是链路。',
    todo: '每块 GPU 只启动一个 rank。',
    verify: '每个总线号只列出一次。',
  },
}
