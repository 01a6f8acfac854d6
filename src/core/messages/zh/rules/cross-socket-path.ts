/** Chinese: cross-socket-path. */
import type { CrossSocketPathValues } from '../../../rules/path/cross-socket-path.ts'
import type { RuleText } from '../../rule-text.ts'
import { indices } from '../phrases/machine.ts'

export const crossSocketPath: RuleText<CrossSocketPathValues> = {
  name: 'GPU 之间只能跨 CPU 插槽到达',
  about: '信息。没有 NVLink 时，插槽间的流量经 CPU 互连，它限制了经过所有 GPU 的环。',

  title: ({ groups, host }, print) =>
    `${host === undefined ? '' : `${host}：`}GPU 分布在 ${print.count(groups.length)} 个 CPU 插槽上，之间没有 NVLink：每个环都要穿过 CPU`,
  detail: ({ groups, socket }, print) =>
    `分组：${groups.map((group) => group.join(' ')).join(' | ')}。${socket === undefined ? '' : `插槽之间的连接单方向约为 ${print.rate(socket)}。`}机器就是这样搭的，不是故障；只用一组 GPU 的作业不受影响。`,
  // 日志用总线地址称呼 GPU，该变量不接受。
  actions: ({ groups: [first = []] }) =>
    /^GPU\d/.test(first[0] ?? '')
      ? [`小作业：放在同一组内，例如 CUDA_VISIBLE_DEVICES=${indices(first)}`]
      : [],
  explained: {
    knownBy: 'nvidia-smi topo -m：GPU 分成几组，组间只有 SYS。',
    costs: '覆盖所有 GPU 的环受插槽之间的连接限制，在 NCCL 对 Intel CPU 的模型中约为 10 GB/s。',
    todo: '小作业放在同一组内；对大作业来说，机器就是这样搭的。',
    verify: '在同一组内运行更快。',
  },
}
