/** Chinese: gpu-asymmetry. */
import type { GpuAsymmetryValues } from '../../../rules/machine/gpu-asymmetry.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const gpuAsymmetry: RuleText<GpuAsymmetryValues> = {
  name: '同一主机上各 GPU 的链路数不等',
  about: '来自 nvidia-smi topo -m：某块 GPU 的 NVLink 少于同型号的其他 GPU。集合操作按最弱者的速度运行。',

  title: ({ gpus, links, of, siblings, host, link }, print) =>
    `${host === undefined ? '' : `${host} 上 `}${gpus.join(' 和 ')} 有 ${print.count(links)} 条 ${link}，${print.count(siblings)} 块同类 GPU 有 ${print.count(of)} 条`,
  cause: ({ gpus, links, of, link }, print) =>
    `${gpus.join(' 和 ')} 的 ${print.count(of)} 条 ${link} 丢了 ${print.count(of - links)} 条`,
  detail: ({ gpus, reached, source }, print) =>
    [
      `${COUNTED[source]} 给出每块 GPU 的链路数；${gpus.join(' 和 ')} 与众不同。每个环都经过每块 GPU，因此全体都按链路最少的那块的速度运行。`,
      ...(reached === undefined
        ? []
        : reached.accountsFor
          ? [
              `按这些链路，${reached.collective} 预期 ${print.rate(reached.asFound)}，而不是 ${print.rate(reached.expected)}；实测为 ${print.rate(reached.measured)}：原因就在这里。`,
            ]
          : [
              `按这些链路，${reached.collective} 预期 ${print.rate(reached.asFound)}；实测为 ${print.rate(reached.measured)}：丢失的链路解释不了这个值。`,
            ]),
    ].join(''),
  actions: ({ indices, host, link }) => [
    ...(link === 'NVLink'
      ? [
          ...indices.map((index) => `nvidia-smi nvlink -s -i ${index}：哪些链路是 inactive？`),
          `dmesg | grep -i -E 'nvlink|xid'：Xid 74 是 NVLink 错误`,
        ]
      : ['rocm-smi --showtopo；rocm-smi --showxgmierr', 'dmesg | grep -i xgmi']),
    `重置 GPU${link === 'NVLink' ? `（nvidia-smi --gpu-reset -i ${indices.join(',')}）` : ''}或重启主机；仍未恢复：把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）并报修`,
  ],
  verify: ({ reached, of, link }, print) =>
    reached === undefined
      ? `${link === 'NVLink' ? 'nvidia-smi nvlink -s' : 'rocm-smi --showtopo'} 显示每块 GPU 有 ${print.count(of)} 条活动链路`
      : `${testProgram(reached.collective)} -b 1G -e 8G -f 2 -g ${reached.ranks / reached.nodes} 应至少达到 ${print.rate(reached.low)}`,
  inOrder: '各 GPU 连接相同',
  explained: {
    knownBy:
      'nvidia-smi topo -m 或拓扑文件（NCCL_TOPO_DUMP_FILE）：某一行的 NVLink 比多数行少。网状连接比较的是总数而不是每一对；截断的片段不作判断。',
    costs: '所有 GPU 都按链路最少的那块的速度运行；结论用第二个预期值给出损失多少。',
    todo: 'nvidia-smi nvlink -s -i GPU；重置 GPU；仍未恢复：移出调度并报修。',
    verify: 'topo -m 各行一致，busbw 回到预期范围。',
  },
}

const COUNTED = {
  'topo-m': 'topo -m',
  'topology-xml': '拓扑文件',
  'rocm-smi': 'rocm-smi --showtopo',
} as const
