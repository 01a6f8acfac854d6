/** Chinese: amd-p2p-env. */
import type { AmdP2pEnvValues } from '../../../rules/path/amd-p2p-env.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const amdP2pEnv: RuleText<AmdP2pEnvValues> = {
  name: 'RCCL 自己指出主机缺少的东西',
  about: '警告。RCCL 指出 HSA_FORCE_FINE_GRAIN_PCIE=1、iommu=pt 或 NUMA 平衡。',

  title: ({ lacks, hosts }, print) => `${on(hosts, print)}${LACKS[lacks].title}`,
  cause: ({ lacks }) => LACKS[lacks].title,
  detail: ({ lacks }) => `RCCL 自己这样说。${LACKS[lacks].detail}`,
  actions: ({ lacks }) => LACKS[lacks].actions,
  verify: () => '警告消失，GPU 之间的连接显示 "via P2P"',
  explained: {
    knownBy: 'RCCL 自己的警告。',
    costs: '走共享内存而不是点对点，传输要转换，或时间波动。',
    todo: '警告所说的。',
    verify: '警告消失。',
  },
}

const LACKS = {
  'fine-grain': {
    title: '没有设置 HSA_FORCE_FINE_GRAIN_PCIE=1',
    detail: '经 PCIe（不是 xGMI）时，RCCL 需要它才能在 AMD GPU 间点对点；没有它，数据走共享内存。',
    actions: ['为所有 rank export HSA_FORCE_FINE_GRAIN_PCIE=1（mpirun -x，srun --export）'],
  },
  iommu: {
    title: '内核没有用 iommu=pt 启动',
    detail: '设备间的传输因此要经过转换，损失带宽，还可能挂起。',
    actions: ['在内核命令行（GRUB_CMDLINE_LINUX）加上 iommu=pt，并重启主机'],
  },
  'numa-balancing': {
    title: 'NUMA 平衡已打开',
    detail: '集合通信运行时内核在插槽之间搬移内存页：时间会波动。',
    actions: ['sudo sysctl kernel.numa_balancing=0，并写入 /etc/sysctl.d 供下次启动'],
  },
} as const
