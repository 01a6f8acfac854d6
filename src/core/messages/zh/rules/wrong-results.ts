/** Chinese: wrong-results. */
import type { WrongResultsValues } from '../../../rules/number/wrong-results.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const wrongResults: RuleText<WrongResultsValues> = {
  name: '测试发现错误的数值',
  about:
    '错误，结论为“故障”。#wrong 大于 0、FAILED 或误差远超舍入：数据已损坏。修复之前不评判其他。常见原因：经 IOMMU 的 P2P、在不安全处用 NCCL_PROTO=LL128、混用 GPU 型号、坏内存。',

  title: ({ collective, wrong, rows, of, error }, print) =>
    wrong > 0
      ? `${collective} 的结果有错：${print.count(wrong)} 个值超出误差范围`
      : `${collective} 的结果有错：${print.count(of)} 行中有 ${print.count(rows)} 行，误差最大 ${print.number(error ?? 0)}`,
  detail: ({ rows, of, bytes }, print) =>
    [
      ...(bytes === undefined
        ? ['汇总行是这么说的。']
        : [`${print.count(of)} 行中有 ${print.count(rows)} 行出错，最小的一行是 ${print.bytes(bytes)}。`]),
      '在这些 GPU 上训练会得到错误的梯度；速度如何不再评判。',
    ].join(''),
  actions: () => [
    '设 NCCL_P2P_DISABLE=1 再测一次：这时结果正确，说明是 P2P 有问题（被 ACS 或 IOMMU 重定向，或 GPU 型号不一）',
    '取消 NCCL_PROTO：硬件不能保证 128 字节不被拆开时，强制 LL128 会破坏数据',
    '逐块 GPU 检查：dcgmi diag -r 3；nvidia-smi -q -d ECC',
  ],
  verify: ({ collective }) => `${testProgram(collective)} -b 8 -e 8G -f 2 -c 1 的每个 #wrong 列都为 0`,
  inOrder: '结果正确',
  explained: {
    knownBy:
      '#wrong 列、“Out of bounds values”，或在 nccl-tests 2.13 之前误差超过 1e-5（float）、1e-2（half）、1e-12（double）。',
    costs: '梯度错误，而且没有任何提示。',
    todo: '设 NCCL_P2P_DISABLE=1 看是否由 P2P 引起（ACS、IOMMU）；取消 NCCL_PROTO；dcgmi diag -r 3。',
    verify: '用 -c 1 时每个 #wrong 列都为 0。',
  },
}
