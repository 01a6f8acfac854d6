/** 中文：规则。条件与阈值同 rules/<id>.ts。 */
import type { RuleTexts } from '../rules.ts'
import { hostRules } from './explain-host.ts'
import { networkRules } from './explain-network.ts'
import { pathRules } from './explain-paths.ts'
import { settingsRules } from './explain-settings.ts'

export const rules: RuleTexts = {
  ...networkRules,
  ...pathRules,
  ...settingsRules,
  ...hostRules,
  'single-rank': {
    title: '只有一个 rank 的运行，或多个单 rank 运行而不是一个作业',
    about:
      '错误。只有一个 rank 时 busbw 按公式为 0：没有通信。任何数据行之前出现多份单 rank 设备列表，说明 nccl-tests 编译时没有 MPI=1 却由 mpirun 启动：每个进程只测了自己。文件中先后完整的单 rank 运行不算。',
  },
  'wrong-results': {
    title: '测试发现错误的数值',
    about:
      '错误，结论为“故障”。#wrong 大于 0、FAILED 或误差远超舍入：数据已损坏。修复之前不评判其他。常见原因：经 IOMMU 的 P2P、在不安全处用 NCCL_PROTO=LL128、混用 GPU 型号、坏内存。',
  },
  'number-is-healthy': {
    title: '数值达到这台机器应有的水平',
    about: '平台值达到预期的 90 % 以上，结果正确，扫描够大。这是最常见的正确答案。',
  },
  'bandwidth-below-expected': {
    title: '平台值低于这台机器应达到的值',
    about:
      '低于预期区间中值的 90 % 为信息，低于 80 % 为警告，低于 60 % 为错误。列出哪些单一故障会得到这个数（8 % 以内），哪些相差太远。网络、网卡或节点数只是假定时至多为信息。',
  },
  'share-of-limit': {
    title: 'ringscope perf 达到了所在 CPU 极限的多少',
    about:
      '取最大的大小：用时与内存、套接字或互连在同一次运行中测得的极限相比。60 % 到 150 % 为正常，否则为 info（超过则测得的极限不算数）；从不是错误。它与任何 GPU 无关。',
  },
  'sweep-not-saturated': {
    title: '最大的大小仍太小，无法评判',
    about: '信息。最后一次加倍仍增益 5 % 以上且未达到预期：请先用更大的 -e（8G 或 16G）重跑。',
  },
  'average-misread': {
    title: '“Avg bus bandwidth” 不是结果',
    about: '信息。所有大小的平均与平台值相差 10 % 以上。平均混入了受延迟限制的小尺寸；应看平台值。',
  },
  'busbw-above-link': {
    title: 'busbw 超过链路或网卡，以及为何正常',
    about:
      '信息。有 NVLS 时由交换机求和，线上流量为 algbw x (n+1)/n；两节点时树只发送环的一半。这样的数不能检验线路：应使用 NCCL_ALGO=RING。',
  },
  'latency-bound': {
    title: '受延迟限制、带宽说明不了什么的大小',
    about: '信息。时间在最小尺寸的 1.5 倍以内的大小。那里带宽低不是故障。',
  },
  'size-dip': {
    title: '带宽在一两个大小处下降后恢复',
    about:
      '警告。busbw 在一两个大小处下降 15 % 以上：NCCL 在此切换算法或协议，常因 NCCL_MIN_NCHANNELS 或调优文件移动了边界。',
  },
  'size-collapse': {
    title: '带宽在某个大小以上下降且不恢复',
    about:
      '错误。busbw 在某个大小以上下降 50 % 以上且不恢复：拥塞或丢包（RoCE 流控不起作用），或缓冲区太小。',
  },
  'constant-time': {
    title: '时间与大小无关',
    about:
      '错误。大小跨三个数量级而时间变化小于 20 %，且超过网络所需的十倍：每次调用都在等待什么，例如重新建立路径或超时。',
  },
  'tail-latency': {
    title: '少数迭代远比多数慢',
    about:
      '最慢的百分之一超过中位数 3 倍为警告，10 倍以上为错误，适用于迭代不少于 100 次的任何大小（nccl-tests -I 或 JSON）。常见原因：RoCE 或 TCP 重传、中断、其他作业。',
  },
  'collectives-disagree': {
    title: '同一机器上各集合操作指向不同原因',
    about: '警告。全部偏低：链路。只有 all_reduce 偏低：算法或 NVLS。只有 all_to_all 偏低：网卡或轨。',
  },
  'test-proves-less': {
    title: '测试不能说明被当作说明的事',
    about: '信息。两节点用树不能检验网络，极小的大小不能检验带宽，主机内存不能检验 GPU 路径。',
  },
  'changed-since-baseline': {
    title: '与 --baseline 的运行相比有何变化',
    about:
      '只有超出基线波动范围且大于 2 % 才算变化。变差为警告，变差 20 % 以上为错误，变好为信息。先列出改变了的设置。',
  },
  'slow-node': {
    title: '一台主机比同类慢',
    about: '几台主机做了同样的测量：指出远低于中位数的那台，其余的说明它应达到多少。',
  },
  'gpu-asymmetry': {
    title: '同一主机上各 GPU 的链路数不等',
    about: '来自 nvidia-smi topo -m：某块 GPU 的 NVLink 少于同型号的其他 GPU。集合操作按最弱者的速度运行。',
  },
  'nic-far': {
    title: '网卡只能经 CPU 到达 GPU',
    about:
      '来自 nvidia-smi topo -m：GPU 到网卡的路径是 PHB、NODE 或 SYS，而其他网卡是 PIX 或 PXB。NCCL 在此不用 GPUDirect RDMA：约三分之二的速率，跨插槽约三分之一。',
  },
  'cross-socket-path': {
    title: 'GPU 之间只能跨 CPU 插槽到达',
    about: '信息。没有 NVLink 时，插槽间的流量经 CPU 互连，它限制了经过所有 GPU 的环。',
  },
  'p2p-unavailable': {
    title: '完全没有 P2P 的 GPU',
    about: '信息。Ada 以来的 GeForce 经主机内存交换数据：那里每秒几 GB 是正常的，不是故障。',
  },
  'insufficient-evidence': {
    title: '文件不足以判定',
    about: '说明判定还缺什么：机器、更大的大小、是哪个集合操作，或根本没有测量。',
  },
}
