/** Chinese: constant-time. */
import type { ConstantTimeValues } from '../../../rules/number/constant-time.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const constantTime: RuleText<ConstantTimeValues> = {
  name: '时间与大小无关',
  about:
    '错误。大小跨三个数量级而时间变化小于 20 %，且超过网络所需的十倍：每次调用都在等待什么，例如重新建立路径或超时。',

  title: ({ collective, seconds, from, to }, print) =>
    `从 ${print.bytes(from)} 到 ${print.bytes(to)}，${collective} 每种大小都要 ${print.duration(seconds)}`,
  detail: ({ seconds, latency }, print) =>
    `真正的传输，数据越多用时越长。${print.duration(seconds)} 是最小的调用可以用的时间（${print.duration(latency)}）的 ${print.number(seconds / latency)} 倍：每次调用都在等别的东西，例如 GPU 之间走的是平台只能模拟的路径。`,
  actions: ({ collective }) => [
    `NCCL_P2P_DISABLE=1 ${testProgram(collective)} -b 8 -e 64M -f 2：这时变快，说明卡在 P2P 上（ACS、IOMMU、虚拟机）`,
    '以 root 执行 lspci -vvv | grep ACSCtl：GPU 上方出现 ReqRedir+ 或 CmpltRedir+ 就会重定向它的数据',
    'NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log：用的是哪种传输方式？',
  ],
  verify: ({ collective, latency }, print) =>
    `${testProgram(collective)} -b 8 -e 1M -f 2 从约 ${print.duration(latency)} 或更低开始`,
  inOrder: '时间随大小增长',
  explained: {
    knownBy: '大小相差千倍，用时却相差不到 20 %，而且是最小消息预期用时的十倍以上。',
    costs: '每次调用都要付出这个时间，训练几乎停滞。',
    todo: 'NCCL_P2P_DISABLE=1；主机的 ACS 与 IOMMU（虚拟机则看宿主机）；NCCL_DEBUG=INFO。',
    verify: '小消息恢复到几十微秒。',
  },
}
