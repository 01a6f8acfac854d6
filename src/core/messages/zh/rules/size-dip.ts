/** Chinese: size-dip. */
import type { SizeDipValues } from '../../../rules/number/size-dip.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sizeDip: RuleText<SizeDipValues> = {
  name: '带宽在一两个大小处下降后恢复',
  about:
    '警告。busbw 在一两个大小处下降 15 % 以上：NCCL 在此切换算法或协议，常因 NCCL_MIN_NCHANNELS 或调优文件移动了边界。',

  title: ({ collective, bytes, measured, before, beforeBytes, drop }, print) =>
    `${collective} 在 ${print.bytes(bytes)} 处下陷 ${print.percent(drop)}：为 ${print.rate(measured)}，而 ${print.bytes(beforeBytes)} 时是 ${print.rate(before)}`,
  detail: ({ after, afterBytes, others }, print) =>
    `${others === 0 ? '' : `共 ${print.count(others + 1)} 处，这是最深的一处。`}到 ${print.bytes(afterBytes)} 又恢复到 ${print.rate(after)}，因此链路没有问题：NCCL 大约在这里切换算法或协议，某个设置（NCCL_MIN_NCHANNELS、NCCL_PROTO、NCCL_ALGO、tuner 文件）可能移动了切换点。`,
  actions: ({ collective, beforeBytes, afterBytes }) => [
    "env | grep -E 'NCCL_(ALGO|PROTO|MIN_NCHANNELS|MAX_NCHANNELS|TUNER)'；grep NCCL /etc/nccl.conf ~/.nccl.conf：取消已有的设置，重测",
    `先 NCCL_ALGO=RING，再 NCCL_ALGO=TREE：${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 能看出是哪一个下陷`,
    '没有任何设置时仍然如此：重复测试（-n 100），并换一个 NCCL 版本',
  ],
  verify: ({ collective, beforeBytes, afterBytes }) =>
    `${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 应逐行上升`,
  inOrder: '没有凹陷',
  explained: {
    knownBy: '1 MiB 以上某个大小的 busbw，对照两侧的相邻大小。',
    costs: '这个大小的消息比更小的还慢；bucket 可能正好是这个大小。',
    todo: '取消 NCCL_ALGO、NCCL_PROTO、NCCL_MIN_NCHANNELS、NCCL_MAX_NCHANNELS 和 tuner 文件后重测。',
    verify: 'busbw 逐行上升。',
  },
}
