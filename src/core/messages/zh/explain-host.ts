/** 中文：有关主机的规则，用于 `list rules`、`explain` 和文档。 */
import type { RuleExplanation } from '../explain-rules.ts'
import type { HostFindings } from '../findings-host.ts'
import type { RuleText } from '../rules.ts'

export const hostRules: Readonly<Record<keyof HostFindings, RuleText>> = {
  'acs-redirect': {
    title: 'PCIe 访问控制把 P2P 流量送上 CPU',
    about:
      'GPU 或网卡上方的 PCIe 交换机端口有 ReqRedir+ 或 CmpltRedir+ 时为错误；列表看不出其下有什么时为警告；CPU 自己的端口为信息。只有 SrcValid+ 不会重定向。同一交换机下的 GPU 测得比相距远的更慢、而没有列表说明原因时也为警告。',
  },
  'iommu-translated': {
    title: 'IOMMU 对每次传输做地址转换',
    about:
      '内核显示 "Default domain type: Translated" 且没有 iommu=pt 时为警告；只有命令行打开了 IOMMU 时为信息。',
  },
  'pcie-downtrained': {
    title: 'PCIe 链路比能达到的更窄或更慢',
    about:
      '同型号的同伴有完整链路时为错误，只有设备和端口的 LnkCap 这样说时为警告；全部如此，或只有可能空闲的 GPU 速率偏低时为信息。',
  },
  'nvlink-down': {
    title: '一块 GPU 中不活动、同伴中活动的 NVLink',
    about:
      '错误。逐条与所有主机上多数同型号 GPU 比较，从不接线的链路不计。NVLink 板上全部链路不活动：fabric manager。',
  },
  'nvlink-errors': {
    title: 'NVLink 有错误',
    about:
      '警告。replay、CRC 或 recovery 计数远高于所有其他链路，或内核记录了 NVLink 错误（Xid 74；Blackwell 起为 144 到 150）。少量已纠正的错误属正常，一半链路都有的数值是该环境的常态。',
  },
  'gpu-error': {
    title: '报告了错误的 GPU：Xid、ECC、行重映射',
    about:
      '从总线消失或显存行无法替换时为错误；出现过不可纠正的显存错误、或固件停止应答时为警告；等待重置的行、多由应用引起的 Xid 和其他 Xid 为信息。已纠正的错误不是发现。',
  },
  'pcie-errors': {
    title: 'GPU 或网卡路径上的 PCIe 错误（AER）',
    about:
      '出现致命错误而没有信息说明设备已恢复时为错误；已恢复、出现未纠正的错误、或已纠正的错误有 100 个以上且每分钟超过 8 个时为警告；被拒绝的请求、速率较低或未知的已纠正错误、以及不知道下面是什么的端口为信息。更少的已纠正错误是高速链路的常态。',
  },
  'gpu-throttled': {
    title: '因过热或功率降速，或在负载下比同伴慢的 GPU',
    about: '警告；时钟低于同伴的 80 % 时为错误。仅有功率上限是满载 GPU 的正常状态，空闲不是故障。',
  },
  'busy-waiting': {
    title: '看似繁忙、实际在等待的 GPU',
    about:
      '至少三次采样都是满利用率，而功率低于上限的 40 %（没有上限时：低于最忙同伴的 40 %）。一台主机上多数 GPU 等待而少数在计算为警告；否则为信息。等待的 GPU 从来不是有过错的一方。',
  },
  'nic-degraded': {
    title: '不如同伴的网卡端口',
    about:
      '没有子网管理器（Initializing）为错误；速率低于别处的同型号、断开而其他主机的同一端口都在线、过热或有错误计数时为警告；端口可能只是没接线时为信息。',
  },
  'nic-link-drops': {
    title: '断开过的网卡链路',
    about:
      '日志结束时仍断开、或 12 小时内断开三次以上为警告；已恢复、或日志只有断开的行时为信息。主机启动时的断开和从未在线的端口不是发现。',
  },
  'host-asymmetry': {
    title: '互不相同的主机',
    about:
      '数量、模块、驱动、NCCL、固件或模式不同时为警告；只有内核、系统或 CUDA 不同时为信息。三分之二的主机一致时指出其余的；否则全部列出，因为没有信息说明哪一台是对的。',
  },
  'numa-nps': {
    title: 'GPU 经主机内存通信，而每插槽只有一个 NUMA 节点',
    about: '信息，测量值偏低时为警告：NPS1 的 AMD EPYC，其 GPU 使用共享内存或没有 P2P。',
  },
  'irq-affinity': {
    title: '网卡的中断全在一个 CPU 上，或在远端插槽',
    about: '有四个以上向量的网卡，一个 CPU 处理 90 % 的完成中断时为警告；在其 NUMA 节点之外处理时为信息。',
  },
  'roce-congestion': {
    title: 'RoCE 上丢失或被标记的包',
    about:
      '丢失或乱序 1000 个包起为警告；拥塞标记或暂停帧 100,000 个起为信息。InfiniBand 端口不计。计数器从驱动加载起累计。',
  },
  'single-qp-bond': {
    title: '每个连接只用一个队列对的双端口 bond',
    about: '信息，跨节点的运行偏低时为警告。',
  },
  'mtu-mismatch': {
    title: '同一网络中 MTU 不同的端口',
    about: '同速率的端口不同时为警告；所有 RoCE 端口都为 1024 或更小时为信息。',
  },
  'routing-collision': {
    title: '两个节点各自都快，彼此之间却慢',
    about: '警告，来自节点对的表：低于两个节点与其他伙伴所达到的 80 %。与所有节点都慢的节点属于 slow-node。',
  },
}

export const hostExplained: Readonly<Record<keyof HostFindings, RuleExplanation>> = {
  'acs-redirect': {
    known:
      '以 root 运行 lspci -vvv：GPU 和网卡上方网桥的 ACSCtl；或 p2pBandwidthLatencyTest（nvbandwidth）对照 nvidia-smi topo -m。',
    costs: 'GPUDirect RDMA 和 PCIe 上的 P2P 只剩一半或更少，甚至超时。NVLink 不受影响。',
    todo: '每次启动后用 setpci 在这些端口清除 ACS，或在 BIOS 中关闭；虚拟机：在承载它的机器上做。',
    verify: 'ACSCtl 显示 ReqRedir- CmpltRedir-。',
  },
  'iommu-translated': {
    known: 'dmesg："Default domain type"；/proc/cmdline：intel_iommu、amd_iommu、iommu。',
    costs: 'GPUDirect RDMA 的速率最多损失一半，与 ACS 一起更多。',
    todo: '在内核命令行加上 iommu=pt。',
    verify: 'dmesg 显示 Passthrough。',
  },
  'pcie-downtrained': {
    known: 'lspci -vvv：设备的 LnkSta 对照设备和上方端口的 LnkCap；nvidia-smi -q；同型号的同伴。',
    costs: '宽度减半就是速率减半：400G 网卡在 PCIe 4.0 的 x8 上只有 12，应为 48 GB/s。',
    todo: '重新插好，换插槽，检查 BIOS（拆分、链路速率）；然后报修。',
    verify: 'LnkSta 与 LnkCap 相同。',
  },
  'nvlink-down': {
    known: '所有 GPU 的 nvidia-smi nvlink -s，逐条比较。',
    costs: '所有 GPU 都按链路最少的那块的速度运行。',
    todo: '重置 GPU；仍未恢复：把主机移出调度并报修。全部不活动：fabric manager。',
    verify: 'nvidia-smi nvlink -s 显示所有 GPU 的相同链路活动。',
  },
  'nvlink-errors': {
    known: '所有 GPU 的 nvidia-smi nvlink -e，逐条链路比较；dmesg："NVRM: Xid (PCI:0000:5d:00): 74"。',
    costs: '抖动、带宽损失，最后链路断开。',
    todo: '看哪些计数在增长；重置 GPU；再次出现：移出调度并报修。',
    verify: '一次运行前后的两次计数相同。',
  },
  'gpu-error': {
    known:
      'dmesg："NVRM: Xid"；nvidia-smi -q：ECC Errors、Remapped Rows。nvidia-smi -q 或 NCCL 日志能说明时，地址换成 GPU 编号。',
    costs: '整个作业：该 GPU 上的进程结束，其他都在等它。',
    todo: '按种类：重启、重置、更换；由应用引起的，看程序。',
    verify: '没有新的 Xid；nvidia-smi -q -d ECC,ROW_REMAPPER 正常。',
  },
  'pcie-errors': {
    known:
      'dmesg："AER: … error message received"、"PCIe Bus Error: severity=…"；是谁的路径，由 lspci -vvv、nvidia-smi -q 或该行给出的驱动说明。一个错误有多行，只计一次。',
    costs: '已纠正的：重发期间的等待。其他：这次传输，多半还有整个作业。',
    todo: '看负载下是否增加；重新插好或交换卡、转接卡、线缆；固件。',
    verify: '带负载运行之后没有新的行。',
  },
  'gpu-throttled': {
    known: 'nvidia-smi -q（Clocks Event Reasons、时钟、功率上限）和负载下的 nvidia-smi dmon，GPU 之间比较。',
    costs: '每个集合操作都等待最慢的 GPU。',
    todo: '那块 GPU 的散热、供电、功率上限。',
    verify: '负载下所有 GPU 时钟相同。',
  },
  'busy-waiting': {
    known: 'nvidia-smi dmon 或多次 nvidia-smi -q：每块 GPU 的利用率和功率；功率上限。',
    costs: '最后一个 rank 多用的时间，由所有 GPU 承担。',
    todo: '找出不在等待的 GPU，看它的进程在做什么。',
    verify: '所有 GPU 的功率大致相同。',
  },
  'nic-degraded': {
    known: 'ibstat、ibstatus、ibv_devinfo、dmesg 和计数器；本机的同型号，其他主机上的同一设备。',
    costs: '最慢的网卡限制每个跨节点的集合操作：它减半，全体就减半。',
    todo: '子网管理器；线缆、模块、散热、固件。',
    verify: 'ibstat：Active，速率与同伴相同。',
  },
  'nic-link-drops': {
    known: 'dmesg 或 journalctl -k：mlx5_core、bnxt_en、ice 的 "Link down"、"Link up"，按其顺序和时间。',
    costs: '断开期间等待和重发，或作业结束（完成错误 12）。',
    todo: '线缆和模块；交换机在该时间、该端口的日志。',
    verify: '一次运行之后没有新的行；ibstat：Active。',
  },
  'host-asymmetry': {
    known: '每台主机的版本、模块、数量和模式，与其他主机对照。',
    costs: '作业按最慢的主机运行。',
    todo: '使它们一致，先从 GPUDirect RDMA 模块和数量开始。',
    verify: '在所有主机上运行 ringscope capture，再对全部结果运行 ringscope diagnose。',
  },
  'numa-nps': {
    known: 'lscpu：NUMA 节点数和插槽数；日志中经共享内存的连接。',
    costs: '经主机内存的拷贝损失一部分速率。',
    todo: '在 BIOS 中设为 NPS4，先在一台主机上试。',
    verify: '前后做同样的测试。',
  },
  'irq-affinity': {
    known: '/proc/interrupts：每块网卡的完成向量由哪些 CPU 处理。',
    costs: 'TCP 受那个 CPU 限制，尾延迟变长。轮询方式的 RDMA 几乎不受影响。',
    todo: '把向量分散到网卡所在的节点（mlnx-tools），或运行 irqbalance。',
    verify: '计数在多个 CPU 上增长。',
  },
  'roce-congestion': {
    known: 'ethtool -S 和 hw_counters：out_of_sequence、packet_seq_err、丢弃；CNP、ECN 标记、暂停帧。',
    costs: '大消息降到五分之一或更少，尾延迟增长几个数量级。',
    todo: '端到端的 PFC 或 ECN、与交换机一致的流量类别、一个 leaf 与两个 leaf 对比。',
    verify: '运行期间计数器不变。',
  },
  'single-qp-bond': {
    known: '设备名为 mlx5_bond_…，且 NCCL_IB_QPS_PER_CONNECTION 不大于 1。',
    costs: '最多损失 bond 的一半。',
    todo: '每个连接用更多队列对，或不做 bond。',
    verify: '在两个节点上跑环，分别用 1 个和 4 个队列对。',
  },
  'mtu-mismatch': {
    known: 'ibv_devinfo：同层同速率端口的 active_mtu。',
    costs: '连接失败（错误 12），或使用较小的包。',
    todo: '所有主机和交换机端口使用相同的 MTU。',
    verify: '各处 active_mtu 相同。',
  },
  'routing-collision': {
    known: '节点对的表：每一对与其两个节点同其他伙伴所达到的值对照。',
    costs: '经过那条链路的环按它的速度运行。',
    todo: '自适应路由、更多队列对、换一条路由；检查链路本身。',
    verify: '这一对达到其他对的水平。',
  },
}

export const hostInOrder: Readonly<Partial<Record<keyof HostFindings, string>>> = {
  'acs-redirect': 'ACS 没有重定向',
  'iommu-translated': 'IOMMU 直通',
  'pcie-downtrained': 'PCIe 链路完整',
  'nvlink-down': 'NVLink 都活动',
  'nvlink-errors': 'NVLink 没有错误',
  'gpu-error': 'GPU 没有错误',
  'pcie-errors': 'GPU 和网卡的 PCIe 路径正常',
  'gpu-throttled': 'GPU 时钟不受限',
  'busy-waiting': '没有 GPU 在等待',
  'nic-degraded': '网卡端口正常',
  'nic-link-drops': '网卡链路一直在线',
  'host-asymmetry': '各主机一致',
  'irq-affinity': '网卡中断已分散',
  'roce-congestion': '没有丢包',
  'mtu-mismatch': 'MTU 一致',
  'routing-collision': '没有异常的节点对',
}
