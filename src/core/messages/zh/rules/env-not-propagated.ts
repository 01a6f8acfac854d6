/** Chinese: env-not-propagated. */

import type { Print } from '../../../base/print.ts'
import type { EnvNotPropagatedValues } from '../../../rules/settings/env-not-propagated.ts'
import type { RuleText } from '../../rule-text.ts'

export const envNotPropagated: RuleText<EnvNotPropagatedValues> = {
  name: '只到达部分 rank 的变量',
  about:
    '警告。在 shell 中设置但没有经 mpirun -x 或 srun --export 传递；或在一些主机上设置，在另一些上没有或不同。只有看得到环境的主机才算在内。',

  title: ({ name, why, without, launcher }, print) =>
    why === 'not-exported'
      ? `${name} 在 shell 中设置了，但 ${launcher} 没有把它传给其他节点`
      : why === 'some-hosts'
        ? `${name} 只在部分主机上设置，${listed(without, print)} 上没有`
        : `${listed(without, print)} 上的 ${name} 与其他主机不同`,
  cause: ({ name }) => `${name} 没有到达所有 rank`,
  detail: ({ name, value, why, with: has, without, others }, print) =>
    why === 'not-exported'
      ? `${name}=${value} 只对本节点的 rank 有效：OpenMPI 只传 -x 列出的变量，srun 只传 --export 列出的。各 rank 选择不同时，要么按较慢的一方运行，要么连不上。`
      : why === 'some-hosts'
        ? `${listed(has, print)}：${value}${others.length > 0 ? `（还有 ${others.join('，')}）` : ''}；${listed(without, print)}：未设置。各 rank 选择不同时，要么按较慢的一方运行，要么连不上。哪一个正确，这些文件没有说明。`
        : `${listed(has, print)}：${value}；${listed(without, print)}：${others.join('，')}。哪一个正确，这些文件没有说明。`,
  actions: ({ name, value, launcher }) => [
    launcher === 'srun'
      ? `srun --export=ALL,${name}=${value} ...，或在各处都去掉`
      : `mpirun -x ${name}=${value} ...，或在各处都去掉`,
    '启动脚本和镜像：所有主机保持一致',
  ],
  verify: ({ name }) => `NCCL_DEBUG=INFO ... 2>&1 | grep ${name}：每台主机输出相同的一行`,
  inOrder: '所有主机设置相同',
  explained: {
    knownBy: '多台主机的 env、多个 rank 的 "set by environment"，或 shell 与启动命令所传递的变量。',
    costs: '选择不同的 rank 按较慢的一方运行，或挂起。',
    todo: 'mpirun -x NAME，srun --export=ALL；所有主机用相同的启动脚本和镜像。',
    verify: 'NCCL_DEBUG=INFO：每台主机都有相同的 "set by environment"。',
  },
}

function listed(hosts: readonly string[], print: Print): string {
  return hosts.length > 3
    ? `${hosts.slice(0, 3).join('，')} 和另外 ${print.count(hosts.length - 3)} 台`
    : hosts.join('，')
}
