/** Chinese: host-asymmetry. */

import type { Trait } from '../../../evidence/host-trait.ts'
import type { HostAsymmetryValues } from '../../../rules/machine/host-asymmetry.ts'
import type { RuleText } from '../../rule-text.ts'
import { listed } from '../phrases/host.ts'

export const hostAsymmetry: RuleText<HostAsymmetryValues> = {
  name: '互不相同的主机',
  about:
    '数量、模块、驱动、NCCL、固件或模式不同时为警告；只有内核、系统或 CUDA 不同，或清单可能被截断而显得较少时为信息。三分之二的主机一致时指出其余的；否则全部列出，因为没有信息说明哪一台是对的。',

  title: ({ hosts, of, differs }, print) =>
    `${listed(hosts, print)} ${hosts.length === of ? '彼此' : '与其他主机'}不同：${[...new Set(differs.map(({ trait }) => TRAIT[trait]))].join('，')}`,
  cause: ({ hosts, differs }, print) =>
    `${listed(hosts, print)}：${differs.map(({ trait }) => TRAIT[trait])[0]}与其他主机不同`,
  detail: ({ differs, hosts, of }, print) =>
    `${differs.map(({ trait, about, is, usual, maybeCut }) => `${TRAIT[trait]}${about === undefined ? '' : `（${about}）`}：${is.map(shown).join('，')}，而不是 ${shown(usual)}${maybeCut ? '（按清单所列，清单可能被截断）' : ''}`).join('；')}。${hosts.length === of ? '没有信息说明哪一台是对的。' : `另外 ${print.count(of - hosts.length)} 台主机一致。`}作业按最慢的主机运行，主机不一致是最常见的原因。`,
  actions: ({ differs, hosts }, print) => [
    `使 ${listed(hosts, print)} 与其他主机一致（首先：${TRAIT[differs[0]?.trait ?? 'driver']}）`,
    ...(differs.some(({ trait, is }) => trait === 'peer-memory-module' && is.includes('-'))
      ? ['sudo modprobe nvidia-peermem，并设为启动时加载']
      : []),
  ],
  verify: () => '在每台主机上运行 ringscope capture，再对全部结果运行 ringscope diagnose：没有差异',
  inOrder: '各主机一致',
  explained: {
    knownBy: '每台主机的版本、模块、数量和模式，与其他主机对照。',
    costs: '作业按最慢的主机运行。',
    todo: '使它们一致，先从 GPUDirect RDMA 模块和数量开始。',
    verify: '在所有主机上运行 ringscope capture，再对全部结果运行 ringscope diagnose。',
  },
}

const shown = (value: string): string => (value === '-' ? '未加载' : value)

const TRAIT: Readonly<Record<Trait, string>> = {
  driver: 'GPU 驱动',
  cuda: 'CUDA 版本',
  kernel: '内核',
  os: '操作系统',
  ofed: 'OFED',
  rocm: 'ROCm 版本',
  nccl: 'NCCL 版本',
  firmware: '网卡固件',
  'peer-memory-module': 'GPUDirect RDMA 模块',
  gpus: 'GPU 数量',
  'gpu-model': 'GPU 型号',
  'active-ports': '活动网卡端口数',
  'numa-nodes': 'NUMA 节点数',
  'cpu-model': 'CPU 型号',
  iommu: 'IOMMU 模式',
  'power-limit': 'GPU 功率上限（W）',
  'shared-memory': '/dev/shm 大小（GiB）',
}
