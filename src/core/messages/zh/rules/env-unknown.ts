/** Chinese: env-unknown. */
import type { EnvUnknownValues } from '../../../rules/settings/env-unknown.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'

export const envUnknown: RuleText<EnvUnknownValues> = {
  name: '没有人读取的变量',
  about:
    '明显想写某个已知名称时为警告（NCCL_BUFFER_SIZE 应为 NCCL_BUFFSIZE），名称属于别的版本或来源不明时为信息。对不读取的变量 NCCL 什么也不说；插件、PyTorch 和镜像的名称不在其列。',

  title: ({ name, why, meant, until, since, version, ...source }, print) =>
    why === 'dead'
      ? `${where(source, print)}${name} 不起作用：NCCL 自 ${until} 之后不再读取它`
      : why === 'too-new'
        ? `${where(source, print)}${name} 不起作用：它从 NCCL ${since} 才有，现在用的是 ${version}`
        : meant === undefined
          ? `${where(source, print)}${name} 不是已知会被 NCCL 或 RCCL 读取的变量`
          : `${where(source, print)}${name} 不起作用：正确的变量名是 ${meant}`,
  cause: ({ name, meant }) => (meant === undefined ? `${name} 不起作用` : `写成了 ${name}，本应是 ${meant}`),
  detail: ({ name, value, why, meant, near }) =>
    why !== 'unknown'
      ? `对不读取的变量，NCCL 什么也不说。${name}=${value} 是为别的版本留下的；当初想要的效果并不存在。`
      : meant === undefined
        ? `对不读取的变量，NCCL 什么也不说。${name}=${value} 可能属于某个插件，或属于比此表更新的版本；最接近的已知名称是 ${near.join('，')}。`
        : `对不读取的变量，NCCL 什么也不说，所以 ${name}=${value} 什么也没改变。NCCL_DEBUG=INFO 时，每个被读取且已设置的变量都会记为 "set by environment"；这一个不会出现。`,
  actions: ({ name, meant, value }) => [
    meant === undefined ? `unset ${name}` : `unset ${name}；如果需要：export ${meant}=${value}`,
    'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment"：NCCL 真正读取了什么',
  ],
  verify: ({ name }) => `所有主机上 env | grep ${name} 都没有输出`,
  inOrder: 'NCCL 变量都是已知的',
  explained: {
    knownBy: 'env、nccl.conf、启动命令或日志中的名称，对照 NCCL 和 RCCL 各版本读取的全部名称。',
    costs: '设置它想要的效果不会发生。',
    todo: '去掉它；设置真正想要的那个。',
    verify: 'NCCL_DEBUG=INFO 对正确的名称记录 "set by environment"。',
  },
}
