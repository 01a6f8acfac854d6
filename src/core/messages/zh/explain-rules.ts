/** Chinese: the rules in full. */
import type { ExplainRuleTexts } from '../explain-rules.ts'
import { hostExplained } from './explain-host.ts'
import { networkExplained } from './explain-network.ts'
import { pathExplained } from './explain-paths.ts'
import { settingsExplained } from './explain-settings.ts'

export const explainRules: ExplainRuleTexts = {
  labels: { known: '依据', costs: '代价', todo: '做法', verify: '验证', sources: '来源' },
  rules: {
    ...networkExplained,
    ...pathExplained,
    ...settingsExplained,
    ...hostExplained,
    'number-is-healthy': {
      known: '最大消息的 busbw，对照这台机器在该大小预期的值。',
      costs: '没有。作业仍然慢的话，看它在集合通信之间做了什么。',
      todo: '保留这张表：它是以后运行的基线（--baseline）。',
      verify: 'ringscope expect COLLECTIVE --on MACHINE 显示预期的值及其来源。',
    },
    'bandwidth-below-expected': {
      known: '最大消息的 busbw 除以该大小预期范围的中点。',
      costs: '带宽只有三分之二时，每次大的集合通信要多花一半时间。',
      todo: '先查结论中列为“可能”的各项，从最容易的开始；再用 NCCL_DEBUG=INFO 看数据实际走的路径。',
      verify: 'all_reduce_perf -b 1G -e 16G -f 2 进入预期范围。',
    },
    'share-of-limit': {
      known: '最大大小的中位数，与同一次运行中测得的内存、套接字或互连的极限相比。',
      costs: '本身没有代价：它区分慢的算法、过多的 rank 和慢的机器。',
      todo: '比较各算法（--algo all）；rank 数不超过空闲的核数。',
      verify: '在空闲的机器上运行 ringscope perf COLLECTIVE -b 64M -e 64M。',
    },
    'average-misread': {
      known: '“Avg bus bandwidth”一行，对照最后一行的 busbw。',
      costs: '正常的机器被当成慢的；或者比较两台机器时，比的其实是所测的大小。',
      todo: '比较平台值；必须用平均值时，从 -b 1G 开始。',
      verify: '用 -b 1G -e 16G 时，平均值与平台值接近。',
    },
    'sweep-not-saturated': {
      known: '最大消息的 busbw 与其一半大小时的 busbw 之比。',
      costs: '据此下结论，会把消息太小当成机器的问题。',
      todo: '一直测到 -e 8G 或 16G。',
      verify: '最后一次加倍提高不足 5 %。',
    },
    'busbw-above-link': {
      known: 'busbw 对照一块 GPU 的链路（单节点）或一个节点的全部网卡（多节点）单方向的速率。',
      costs: '本身没有代价；但这样的数说明不了线路。',
      todo: '要检验线路时用 NCCL_ALGO=RING。',
      verify: '环形算法的值低于链路速率。',
    },
    'single-rank': {
      known: '只有一行设备，或在第一行数据之前有几份只含 rank 0 的设备列表。',
      costs: '什么也没有测到。',
      todo: '一个进程管所有 GPU（-g 8），或用 make MPI=1 编译 nccl-tests 后以 mpirun 启动。',
      verify: '设备列表在同一个表头下显示 rank 0 到 N-1。',
    },
    'wrong-results': {
      known:
        '#wrong 列、“Out of bounds values”，或在 nccl-tests 2.13 之前误差超过 1e-5（float）、1e-2（half）、1e-12（double）。',
      costs: '梯度错误，而且没有任何提示。',
      todo: '设 NCCL_P2P_DISABLE=1 看是否由 P2P 引起（ACS、IOMMU）；取消 NCCL_PROTO；dcgmi diag -r 3。',
      verify: '用 -c 1 时每个 #wrong 列都为 0。',
    },
    'latency-bound': {
      known: '用时在最小消息用时的 1.5 倍以内。',
      costs: '每次小调用都要付出这个时间，不论数据多少。',
      todo: '调用少而大：更大的 bucket。',
      verify: '同样的字节数，作业的调用次数变少。',
    },
    'size-dip': {
      known: '1 MiB 以上某个大小的 busbw，对照两侧的相邻大小。',
      costs: '这个大小的消息比更小的还慢；bucket 可能正好是这个大小。',
      todo: '取消 NCCL_ALGO、NCCL_PROTO、NCCL_MIN_NCHANNELS、NCCL_MAX_NCHANNELS 和 tuner 文件后重测。',
      verify: 'busbw 逐行上升。',
    },
    'size-collapse': {
      known: '超过某个大小后，全都不到之前最好值的一半。',
      costs: '大的梯度要花几倍的时间。',
      todo: '测试前后网卡与交换机端口的计数（丢弃、pause 帧）；PFC 是否端到端；同一台 leaf 交换机与两台对比。',
      verify: 'busbw 直到最后都保持最好值。',
    },
    'constant-time': {
      known: '大小相差千倍，用时却相差不到 20 %，而且是最小消息预期用时的十倍以上。',
      costs: '每次调用都要付出这个时间，训练几乎停滞。',
      todo: 'NCCL_P2P_DISABLE=1；主机的 ACS 与 IOMMU（虚拟机则看宿主机）；NCCL_DEBUG=INFO。',
      verify: '小消息恢复到几十微秒。',
    },
    'tail-latency': {
      known: 'nccl-tests -I 1 的 i_p99 或其 JSON，对照中位数。',
      costs: '每一步都要等最慢的集合通信；rank 多时，几乎每一步都会碰上。',
      todo: '重传与丢弃计数；时钟与功耗；网络上的其他作业。',
      verify: '-I 1 -n 1000：P99 低于中位数的三倍。',
    },
    'collectives-disagree': {
      known: '同一台机器上，每种集合操作对照各自的预期值。',
      costs: '以其中最低的为准；意义在于该看哪里。',
      todo: '一起偏低：链路、PCIe、网卡。只有 all_reduce：NCCL_ALGO、NVLS。只有 all_to_all：网卡，用 NCCL_IB_HCA 逐块试。',
      verify: '各种操作达到预期值的比例相同。',
    },
    'test-proves-less': {
      known: '节点数和 NCCL 在此选用的算法、每个节点的 rank 数、最大的消息、-C。',
      costs: '故障会一直藏到作业跑在更多节点上为止。',
      todo: '两个节点时用 NCCL_ALGO=RING，或用三个节点；每块 GPU 一个 rank；-e 16G。',
      verify: '数值不超过网卡的能力。',
    },
    'changed-since-baseline': {
      known: '用 --baseline 给出的运行中，同样的测试、同样的大小；超出其波动且大于 2 % 才算变化。',
      costs: '如结论所示；原来来得及的作业现在来不及了。',
      todo: '先看有变化的设置；再看驱动、固件、布线、其他作业。基线至少留三次运行。',
      verify: '数值回到基线的波动范围之内。',
    },
    'slow-node': {
      known: '三台以上主机做同样的测试：某台比全体的中位数低 10 % 以上，并超出其他主机波动的三倍。',
      costs: '包含这台主机的作业都会被它拖慢。',
      todo: '与另一台主机比较：nvlink -s、topo -m、时钟、ibstat；查明之前移出调度。',
      verify: '它与其他主机重新一致。',
    },
    'nic-far': {
      known: 'nvidia-smi topo -m：GPU 与最近的网卡之间不是 PIX 或 PXB，而是 PHB、NODE 或 SYS。',
      costs: '跨节点时，200G 网卡在同一插槽约损失三分之一，来自另一插槽损失三分之二。单节点内没有影响。',
      todo: '每个 PCIe 交换机下一块网卡；看是否有网卡缺失或插错了槽。',
      verify: '每块 GPU 与某块网卡之间为 PIX 或 PXB。',
    },
    'cross-socket-path': {
      known: 'nvidia-smi topo -m：GPU 分成几组，组间只有 SYS。',
      costs: '覆盖所有 GPU 的环受插槽之间的连接限制，在 NCCL 对 Intel CPU 的模型中约为 10 GB/s。',
      todo: '小作业放在同一组内；对大作业来说，机器就是这样搭的。',
      verify: '在同一组内运行更快。',
    },
    'gpu-asymmetry': {
      known:
        'nvidia-smi topo -m 或拓扑文件（NCCL_TOPO_DUMP_FILE）：某一行的 NVLink 比多数行少。网状连接比较的是总数而不是每一对；截断的片段不作判断。',
      costs: '所有 GPU 都按链路最少的那块的速度运行；结论用第二个预期值给出损失多少。',
      todo: 'nvidia-smi nvlink -s -i GPU；重置 GPU；仍未恢复：移出调度并报修。',
      verify: 'topo -m 各行一致，busbw 回到预期范围。',
    },
    'p2p-unavailable': {
      known: 'GPU 型号：从 Ada 起，GeForce 的驱动不允许 P2P。',
      costs: '数据要经过主机内存：只有几 GB/s，低于 PCIe 本身的能力。',
      todo: '无可修复。小作业：选较快的一对。',
      verify: 'nvidia-smi topo -p2p r',
    },
    'insufficient-evidence': {
      known: '没有测量，或者测量所用的机器、集合操作、rank 数、大小不明。',
      costs: '没有结论。',
      todo: '收集结论中列出的内容。',
      verify: '下一次运行能得出结论。',
    },
  },
}
