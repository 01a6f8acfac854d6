/** Chinese: slow-node. */
import type { SlowNodeValues } from '../../../rules/fabric/slow-node.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const slowNode: RuleText<SlowNodeValues> = {
  name: '一台主机比同类慢',
  about: '几台主机做了同样的测量：指出远低于中位数的那台，其余的说明它应达到多少。',

  title: ({ host, collective, measured, siblings, below }, print) =>
    `${host} 比同类节点慢 ${print.percent(below)}：${collective} 为 ${print.rate(measured)}，其他节点为 ${print.rate(siblings)}`,
  cause: ({ host }) => `${host} 慢`,
  detail: ({ hosts, bytes, siblings }, print) =>
    bytes === undefined
      ? `在节点对的表中，这台主机与几乎每个节点都慢；${print.rate(siblings)} 是 ${print.count(hosts)} 台主机的中位数。包含它的作业会被它拖慢。`
      : `${print.count(hosts)} 台主机做了同样的测试；${print.rate(siblings)} 是全体在 ${print.bytes(bytes)} 时的中位数，其他主机都与它接近。包含这台主机的作业会被它拖慢。`,
  actions: ({ host }) => [
    `在 ${host} 和另一台主机上分别执行并比较：nvidia-smi nvlink -s；nvidia-smi topo -m；nvidia-smi -q -d PERFORMANCE,CLOCK；ibstat`,
    `查明之前：把 ${host} 移出调度（drain）`,
  ],
  verify: ({ collective, siblings }, print) =>
    `在这台主机上 ${testProgram(collective)} -b 1G -e 8G -f 2 达到约 ${print.rate(siblings)}`,
  inOrder: '没有慢主机',
  explained: {
    knownBy: '三台以上主机做同样的测试：某台比全体的中位数低 10 % 以上，并超出其他主机波动的三倍。',
    costs: '包含这台主机的作业都会被它拖慢。',
    todo: '与另一台主机比较：nvlink -s、topo -m、时钟、ibstat；查明之前移出调度。',
    verify: '它与其他主机重新一致。',
  },
}
