/** Chinese: gdr-asymmetric. */
import type { GdrAsymmetricValues } from '../../../rules/path/gdr-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const gdrAsymmetric: RuleText<GdrAsymmetricValues> = {
  name: '一台主机缺少 GPUDirect RDMA',
  about:
    '错误。一个连接只有一端带 /GDRDMA，而另一端的主机没有任何连接带有它。只有一行时为警告：它可能是被截断的。',

  title: (values) => `${hostOf(values)}没有使用 GPUDirect RDMA，连接的另一端却在使用`,
  cause: (values) => `${hostOf(values)}缺少 GPUDirect RDMA`,
  detail: ({ from, to, lacks, without, with: has, others }, print) =>
    `rank ${from} 发往 rank ${to}，只有${lacks === 'receive' ? '发送端' : '接收端'}带 /GDRDMA。这台主机有 ${print.count(without)} 个连接端没有它，${others.length === 0 ? '另一端' : `${some(others, print)} `}有 ${print.count(has)} 个带有它。在那台主机上数据要经过主机内存，凡是涉及它的集合通信都按这个速度运行。`,
  actions: ({ host, others }) => [
    `${host === undefined ? '在那台主机上：' : `ssh ${host} '`}lsmod | grep -E "nvidia_peermem|nv_peer_mem"${host === undefined ? '' : "'"}；如果没有：modprobe nvidia-peermem`,
    `把${host === undefined ? '那台主机' : ` ${host} `}的内核、驱动和 OFED 与 ${others[0] ?? '另一台主机'} 比较`,
    '开机时加载模块：/etc/modules-load.d/nvidia-peermem.conf',
  ],
  verify: ({ host }) =>
    `NCCL_DEBUG=INFO ... 2>&1 | grep "via NET"${host === undefined ? '' : ` | grep ${host}`}：各行都以 /GDRDMA 结尾`,
  inOrder: '两端都使用 GPUDirect RDMA',
  explained: {
    knownBy: '同一连接的两端：一台主机上 "[send] via NET/IB/1/GDRDMA"，另一台上 "[receive] via NET/IB/0"。',
    costs: '凡是涉及那台主机的集合通信只有大约一半的带宽。',
    todo: '在那台主机上 modprobe nvidia-peermem，并设为开机加载。',
    verify: '两端都有 /GDRDMA。',
  },
}

const hostOf = ({ host, rank }: GdrAsymmetricValues): string =>
  host === undefined ? `rank ${rank} 所在的主机` : `${host} `
