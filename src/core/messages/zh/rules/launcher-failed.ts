/** Chinese: launcher-failed. */
import type { LauncherFailedValues } from '../../../rules/failure/launcher-failed.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const launcherFailed: RuleText<LauncherFailedValues> = {
  name: 'rank 没有启动或没有会合',
  about: '错误，结论为故障：启动器、会合 (rendezvous) 或调度器失败，或某个进程结束而该行没有说明原因。',

  ...failureText,
  explained: {
    knownBy: 'torchrun、mpirun、srun 以及会合所用 store 的报错行。',
    costs: '作业无法启动，或已结束。',
    todo: '查看所指 rank 的第一条报错，并检查各 rank 的启动方式。',
    verify: '所有 rank 都已启动：每个 rank 都打印 "Init COMPLETE"。',
  },
}
