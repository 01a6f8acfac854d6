/** Chinese: env-override. */
import type { EnvOverrideValues } from '../../../rules/settings/env-override.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT, where } from '../phrases/settings.ts'

export const envOverride: RuleText<EnvOverrideValues> = {
  name: '损失带宽的设置',
  about: '在任何机器上都有代价，或实测值偏低时为警告；取决于机器，或实测值仍属正常时为提示。',

  title: ({ name, value, effect, ...source }, print) =>
    `${where(source, print)}${name}=${value} ${EFFECT[effect].title}`,
  cause: ({ name, value, effect }) => `${name}=${value} ${EFFECT[effect].title}`,
  detail: ({ effect, byDefault, share }, print) =>
    `${EFFECT[effect].detail}默认值是 ${byDefault}。${share === undefined ? '' : `最多只剩 ${print.percent(share)} 的带宽。`}为别的机器或在排查故障时做的设置，常常在理由消失之后还留着。`,
  actions: ({ name }) => [`在所有主机上 unset ${name}（包括 -x、--export、nccl.conf 和镜像），然后重新测量`],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2：比较有它和没有它的结果',
  inOrder: '没有损失带宽的设置',
  explained: {
    knownBy: 'env、nccl.conf、启动命令或日志中的值，对照默认值。',
    costs: '从没有到十分之九，取决于设置；发现中说明它做了什么。',
    todo: '在各处去掉并重新测量；只在测量表明有用的地方设置。',
    verify: '有它和没有它时各跑一次 all_reduce_perf。',
  },
}
