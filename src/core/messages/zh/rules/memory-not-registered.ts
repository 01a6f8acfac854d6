/** Chinese: memory-not-registered. */
import type { MemoryNotRegisteredValues } from '../../../rules/failure/memory-not-registered.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const memoryNotRegistered: RuleText<MemoryNotRegisteredValues> = {
  name: '网卡无法注册内存',
  about: '错误，结论为故障：ibv_reg_mr 或创建队列失败，多半是因为作业可锁定的内存太少。',

  ...failureText,
  explained: {
    knownBy: '"Call to ibv_reg_mr failed" 及其 errno。',
    costs: '作业无法启动。',
    todo: '在启动作业的地方提高锁定内存的上限；加载 nvidia-peermem 或使用 DMA-BUF。',
    verify: '在作业内运行 ulimit -l，显示 unlimited。',
  },
}
