/** 中文：有关网络的规则，用于 `list rules`、`explain` 和文档。 */
import type { RuleExplanation } from '../explain-rules.ts'
import type { NetworkFindings } from '../findings-network.ts'
import type { RuleText } from '../rules.ts'

export const networkRules: Readonly<Record<keyof NetworkFindings, RuleText>> = {
  'tcp-fallback': {
    title: '有更快的网络，作业却走 TCP',
    about:
      '多台主机这样通信且文件中有内容表明本应有 RDMA 时为错误；主机数未知时为警告；没有更快网络的迹象时为信息。单台主机不报告。',
  },
  'net-plugin-missing': {
    title: '缺少集群网络的插件',
    about:
      '多台主机时为错误，否则为警告。在 EFA、Slingshot 和 GPUDirect-TCPX 上 NCCL 需要插件；没有它就改走 TCP。在 InfiniBand 和 RoCE 上不需要。',
  },
  'rdma-userspace-missing': {
    title: '进程用不了的 RDMA 硬件',
    about:
      '多台主机时为错误，否则为警告。缺少 libibverbs，设备打不开，或找不到设备，而文件中有内容表明设备存在。',
  },
  'gdr-missing': {
    title: '没有连接使用 GPUDirect RDMA',
    about: 'GPU 支持它（看到 NVLink）、NCCL 说缺少模块，或有设置关闭了它时为警告；否则为信息。',
  },
  'gdr-asymmetric': {
    title: '一台主机缺少 GPUDirect RDMA',
    about:
      '错误。一个连接只有一端带 /GDRDMA，而另一端的主机没有任何连接带有它。只有一行时为警告：它可能是被截断的。',
  },
  'nic-subset': {
    title: '作业没有用到的网卡',
    about: '警告。一台主机的所有连接只经过所列网卡的一半或更少，而日志中有它的全部 rank 且至少四个。',
  },
  'nic-list-differs': {
    title: '网卡比别的主机少',
    about: '警告。作业中某台主机的 "NET/IB : Using" 列出的网卡比多数主机少。',
  },
  'socket-interface-ambiguous': {
    title: '虚拟接口被当作网络',
    about:
      '多台主机经 socket 通信时为警告，主机数未知时为信息：NCCL 的列表中容器和虚拟机的接口与真实接口并列。',
  },
  'group-placement': {
    title: '放得进一台主机的 rank 组跨越了多台',
    about:
      '有 NVLink 时为警告，否则为信息。仅当同一作业中同样大小的组在主机内，且该组的 GPU 在本机内都没有自己的组时才报告：数据并行组本来就跨主机。多节点 NVLink 是一个域。',
  },
  'rail-isolation': {
    title: '跨 rail 的连接',
    about:
      '网卡列表相同的主机之间，发送和接收的网卡名称不同。正是这些连接无人应答（状态 12）而其他连接正常时为错误；NCCL_CROSS_NIC=1 或 NCCL_PXN_DISABLE=1 允许它且多节点测量偏低时为警告；否则为信息：不分 rail 的网络同样能承载。',
  },
  'same-host-over-network': {
    title: '同一台机器的 GPU 经网络通信',
    about:
      '警告。连接两端主机名相同，或通信器数出的节点多于主机。各带一个 GPU 的容器可能在同一台机器上：只是可能，并会说明。没有 NVLink 时主机名相同为信息，因为 NCCL 可能更愿意用网卡。',
  },
  'ib-completion-error': {
    title: '失败的 RDMA 传输',
    about: '错误，结论为故障：NCCL 记录带状态的 "Got completion"，并停止作业。',
  },
}

export const networkExplained: Readonly<Record<keyof NetworkFindings, RuleExplanation>> = {
  'tcp-fallback': {
    known:
      '"Using network Socket"，同时有 RDMA 设备、插件、InfiniBand 接口、NCCL_IB_HCA、已启用的端口，或同一作业中使用 RDMA 的另一台主机。',
    costs: '在 100 Gb/s 端口上约 4 GB/s 而不是 12，还占用 CPU；端口越快损失越多。',
    todo: '找到 "Using network Socket" 之前说明原因的那一行；去掉 NCCL_IB_DISABLE 和 NCCL_NET。',
    verify: '日志显示的网络不是 Socket。',
  },
  'net-plugin-missing': {
    known: '日志中没有 libnccl-net.so，同时有 EFA、Slingshot 或 GPUDirect-TCPX 的变量或接口。',
    costs: '走 TCP 而不是专用网络：十分之一的带宽或更少。',
    todo: '在镜像中安装插件；所有 rank 设置 LD_LIBRARY_PATH。',
    verify: '"Using network AWS Libfabric"，或插件自己的名称。',
  },
  'rdma-userspace-missing': {
    known:
      '"Failed to open libibverbs.so"、"ibv_open_device failed"，或 "No device found" 且有 RDMA 硬件的迹象。',
    costs: '走 TCP 而不是 RDMA。',
    todo: '镜像中装 rdma-core，容器要有 /dev/infiniband 和 IPC_LOCK。',
    verify: '容器内 ibv_devinfo 显示 PORT_ACTIVE。',
  },
  'gdr-missing': {
    known:
      '连接为 "via NET/IB/0" 而没有 /GDRDMA；"GPU Direct RDMA Disabled ... (no module)"；NCCL_NET_GDR_LEVEL。',
    costs: '主机之间大约一半的带宽。',
    todo: '在每台主机上 modprobe nvidia-peermem，或用较新内核和驱动的 DMA-BUF。',
    verify: '连接以 /GDRDMA 结尾。',
  },
  'gdr-asymmetric': {
    known: '同一连接的两端：一台主机上 "[send] via NET/IB/1/GDRDMA"，另一台上 "[receive] via NET/IB/0"。',
    costs: '凡是涉及那台主机的集合通信只有大约一半的带宽。',
    todo: '在那台主机上 modprobe nvidia-peermem，并设为开机加载。',
    verify: '两端都有 /GDRDMA。',
  },
  'nic-subset': {
    known: '连接中的网卡编号，对照 "NET/IB : Using" 列表。',
    costs: '没有用到的那部分网卡。',
    todo: '带 "=" 的 NCCL_IB_HCA，拓扑，虚拟机中的 NCCL_TOPO_FILE。',
    verify: 'GPU 旁边的每块网卡都出现在 "via NET" 中。',
  },
  'nic-list-differs': {
    known: '各主机的 "NET/IB : Using"，以其多数 rank 所说为准。',
    costs: '经过那台主机的所有 ring 都只有它那一份带宽。',
    todo: '在那台主机上看 ibstat、lspci 和 dmesg；各处 NCCL_IB_HCA 相同。',
    verify: '列表相同。',
  },
  'socket-interface-ambiguous': {
    known: '"NET/Socket : Using" 中有 docker、virbr、veth、cali 等。',
    costs: '连接失败或挂起，或走慢路。',
    todo: '在所有主机上设置 NCCL_SOCKET_IFNAME。',
    verify: '只列出真实接口。',
  },
  'group-placement': {
    known: '每个 commId 的 rank、主机和 GPU，所有 rank 都有日志。',
    costs: '每一层都走网卡而不是 NVLink。',
    todo: 'rank 按块排列；组的大小能整除一台主机的 GPU 数。',
    verify: '每个这样的组 nNodes 为 1。',
  },
  'rail-isolation': {
    known: '一个连接的两端（同一通信器、rank、通道），以及两台主机的 "NET/IB : Using" 列表，二者必须相同。',
    costs: '经过 spine 而不是一台叶交换机；各 rail 是独立网络时作业会失败：环只在节点数为奇数时失败。',
    todo: 'NCCL_CROSS_NIC=0；保持 PXN 打开；从一条 rail 到另一条跑 ib_write_bw。',
    verify: '每个连接两端的网卡同名。',
  },
  'same-host-over-network': {
    known: '两端主机名相同的网络连接；nNodes 对照通信器的主机；容器的名称。',
    costs: '走网卡而不是 NVLink：十分之一的带宽。',
    todo: '把一台机器的所有 GPU 放进一个容器。',
    verify: '机器内部的连接显示 P2P。',
  },
  'ib-completion-error': {
    known: '"Got completion ... status=12 ... vendor err 129"。',
    costs: '作业停止。',
    todo: '按状态：12 看路径，4 和 11 看 GPUDirect 与 ACS，10 和 13 看另一端的进程。',
    verify: '两台主机之间的 ib_write_bw 没有错误。',
  },
}

export const networkInOrder: Readonly<Partial<Record<keyof NetworkFindings, string>>> = {
  'gdr-missing': '使用了 GPUDirect RDMA',
  'gdr-asymmetric': '两端都使用 GPUDirect RDMA',
  'nic-subset': '网卡都在用',
  'nic-list-differs': '所有主机网卡相同',
  'group-placement': 'rank 组在主机内',
  'rail-isolation': '连接都在各自的 rail 上',
}
