/** 中文：术语表。 */
import type { TermTexts } from '../terms.ts'

export const terms: TermTexts = {
  busbw:
    'nccl-tests 的总线带宽：algbw 乘以一个系数，使结果与 rank 数无关，可与最慢的链路比较。系数：all_reduce 为 2(n-1)/n；all_gather、reduce_scatter、gather、scatter、all_to_all 为 (n-1)/n；broadcast、reduce、send_recv 为 1。它不是线上速率：有 NVLS 或两节点用树时，超过链路是正常的。只有一个 rank 时按公式为 0。',
  algbw:
    'nccl-tests 的算法带宽：大小除以时间，单位 GB/s（10^9 字节每秒）。它说明你的缓冲区要多久；busbw 说明链路用得多满。',
  size: 'nccl-tests 的 size 列是一个 rank 发送量与接收量中较大者：all_reduce、broadcast、reduce 为整个向量；all_gather、reduce_scatter、gather、scatter、all_to_all 为各份之和。-e 8G 之类按二进制（8 x 2^30 字节）。count 列是传给 NCCL 调用的元素数：对 all_gather 和 reduce_scatter 是一份。',
  plateau:
    '扫描中最大那个大小的 busbw，此时延迟已不重要：评判机器就看这个数。最后一次加倍的增益小于 5 % 才算扫得够大。NVSwitch 机器要跑到 8 GiB 或 16 GiB；256 MiB 太小。',
  average:
    '“Avg bus bandwidth” 是 nccl-tests 所有行（两种放置、含小尺寸）的平均，说明不了什么。请看平台值。正常的运行可能平均 85 而平台值为 96 GB/s。',
  latency:
    '与大小无关的时间：启动、同步和算法的各跳。时间接近最小尺寸的那些大小受延迟限制，其带宽不能说明链路。单台 NVLink 机器约 10 到 30 us，两节点 20 到 170 us。',
  'half-size':
    '达到平台值一半时的大小，由 时间 = 延迟 + 大小 / 带宽 拟合得到，等于延迟乘带宽：更小的消息看延迟，更大的看带宽。',
  'in-place':
    '结果覆盖输入（in-place）还是写到另一缓冲区（out-of-place）。nccl-tests 两种都测；链路的工作相同，ringscope 取较好者。',
  wrong:
    '#wrong 列是与正确结果之差超出舍入误差的数值个数。大于 0 即数据错误：经 IOMMU 的 P2P、强制 LL128、混用 GPU。先解决它；快而错的结果毫无价值。N/A 表示没有检查。',
  rank: '集合操作的一个参与者，通常是一块 GPU。N 个节点上 n 个 rank，即每节点 n/N 个。',
  node: '一台主机：共享 NVLink、PCIe 和内存。在 NVL72 机柜中 NVLink 域大于一台主机。',
  collective:
    '所有 rank 都参加的操作：all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all。所有 rank 必须以相同顺序、相同大小调用，否则会挂住。',
  ring: '每个 rank 发给下一个。all_reduce 需 2(n-1) 步，每个 rank 发送数据的 2(n-1)/n，没有交换机帮助的算法都不会更少。延迟随 rank 数增长。NCCL_ALGO=RING 使 busbw 可与链路比较。',
  tree: 'NCCL 用两棵树连接各节点，没有 rank 同时是两棵树的内部节点（双二叉树）；节点内各 GPU 成链。延迟按节点数的对数增长，所以延迟为主时树更快。两节点时，树经网卡发送的只有环的一半：busbw 可能超过网卡，不能检验网络。',
  NVLS: 'NVLink SHARP：由 NVSwitch 求和并多播，all_reduce 的每个字节只发一次。只有带 NVSwitch 的 Hopper 和 Blackwell 才有。此时 busbw 超过链路：H100 上 480 GB/s，而环为 370；线上实际流量为 algbw x (n+1)/n。没有它时（Fabric Manager、容器、NCCL_NVLS_ENABLE=0）只有 all_reduce 变慢。',
  NVLSTree:
    '节点内用 NVLS，节点间用树。两个 Hopper 节点上大 all_reduce 的默认算法；两节点时其 busbw 超过网卡，不能说明网卡如何。',
  CollNet:
    '在网络交换机中归约（InfiniBand 上的 SHARP）。需要插件和 NCCL_COLLNET_ENABLE=1；CollNetDirect 和 CollNetChain 是它在节点内的两种形式。',
  PAT: '并行聚合树：用对数步数完成 all_gather 和 reduce_scatter。NCCL 只在每节点一块 GPU 时使用。',
  channel:
    'NCCL 并行运行的若干环或树之一，各占一个线程块。正常的 DGX A100 有 24 个，H100 有 16 个。NVSwitch 机器上只有一两个说明找路径失败；NCCL_MAX_NCHANNELS 设得太小会毁掉 NVLink 的带宽。',
  LL: '小消息的协议：4 字节数据加 4 字节标志。延迟最低，带宽至多一半。对所有大小强制（NCCL_PROTO=LL）会使平台值减半。',
  LL128:
    '中等大小的协议：128 字节中 120 字节是数据。低延迟下约 95 % 的带宽；要求硬件保证 128 字节写入完整，在别处强制会得到错误结果。',
  Simple: '大消息的协议：整块传输，每块后同步。带宽最高，延迟也最高。',
  NVLink:
    'NVIDIA 的 GPU 间链路。宣传数字（300、600、900 GB/s）是双向之和且为原始速率；集合操作能用到单向的约 80 %。A100：12 条 x 20 = 240 GB/s，实际 230；H100：18 x 20.6 = 370；V100：6 x 20。同一机器的各 GPU 条数应相同。',
  NVSwitch:
    '连接节点内全部 NVLink 的交换机，使每块 GPU 能用全部链路到达任何一块。需要 Fabric Manager 运行。DGX-1 没有：其 GPU 成网状，每块只直连 7 块中的 4 块。',
  MNNVL:
    '跨主机的 NVLink，如 GB200 NVL72：72 块 GPU 如同一个节点。需要 IMEX；没有时 NCCL 显示 MNNVL 0 并走网络。',
  xGMI: 'AMD 的 GPU 间链路。8 块 MI300X 全互连，每块 7 条链路，所以只用两块时只有一条（约 48 GB/s），8 块一起约 315 GB/s busbw。',
  PCIe: 'GPU 和网卡的总线。x16 单向原始速率为 16（3.0）、32（4.0）、64 GB/s（5.0）；NCCL 按 12、24、48 计算。3.0 的“32 GB/s”是双向之和。空闲 GPU 可能显示较低的代数：那是省电，不是故障。',
  PIX: 'topo -m 中不经过 CPU 的路径：PIX 经一个 PCIe 交换机，PXB 经几个。NCCL 在其上使用 P2P 和 GPUDirect RDMA。',
  PHB: 'topo -m 中经过 CPU 的路径：PHB 经其主桥，NODE 经同一插槽的另一主桥，SYS（旧称 SOC）经到另一插槽的互连。NCCL 在其上不用 GPUDirect RDMA；网卡挂在那里只有 24 GB/s 中的约 16，经另一插槽约 8。',
  'topo -m':
    'nvidia-smi topo -m 显示每块 GPU 和网卡如何到达其他设备：NV12 表示 12 条 NVLink；X 是自身；由近到远为 PIX、PXB、PHB、NODE、SYS。',
  P2P: '一块 GPU 直接访问另一块的显存，经 NVLink 或 PCIe。Ada 以来的 GeForce 没有。调试后遗留的 NCCL_P2P_DISABLE=1 或 NCCL_P2P_LEVEL=LOC 会关掉它，ACS 会使它绕经 CPU。',
  SHM: '主机共享内存：没有 P2P 的 GPU 由此交换数据。PCIe 机器上每秒几 GB；在有 NVLink 的 GPU 之间则是故障。容器需要 --shm-size 或 --ipc=host。',
  GPUDirect:
    'GPUDirect RDMA：网卡直接读写显存。两端都需要 nvidia-peermem 或 DMA-BUF，且路径为 PIX 或 PXB。没有它约剩一半带宽。在 NCCL 日志中：send 和 receive 两端的通道行都有 /GDRDMA。',
  ACS: '访问控制服务：PCIe 交换机为隔离而把设备间的流量上送 CPU。它使 GPU-GPU 和 GPU-网卡带宽减半甚至更糟，也可能挂住。iommu=pt 不会清除它，BIOS 中的“disabled”也不一定：看 lspci -vvv 的 ACSCtl。虚拟机须在宿主机上设置，并在网卡上打开 ATS。',
  RDMA: '不经 CPU 的网络传输：InfiniBand、RoCE（以太网上的同类，需要流控）、AWS 的 EFA。一个 100、200、400 Gb/s 端口给 NCCL 约 12、24、48 GB/s。NCCL 日志为“Using network IB”（或插件名）。',
  TCP: 'NCCL 不用 RDMA 时的网络：日志为“Using network Socket”。每秒几 GB。机器上有 InfiniBand 或 EFA 却如此，说明容器里缺 verbs 库、插件或设备。',
  NIC: '网卡，InfiniBand 上称 HCA。NCCL 使用离各 GPU 近的网卡，速率相加。NCCL_IB_HCA 限制使用哪些，按前缀匹配：mlx5_1 也包括 mlx5_10；应写 =mlx5_1。',
  rail: '各节点中位置相同的网卡接到同一交换机：各节点的 GPU 3 在 3 号轨相遇。轨间流量经 NVLink（PXN）或 spine。',
  PXN: 'GPU 经 NVLink 借用本节点另一块 GPU 的网卡发送，使流量留在同一轨上。对 all_to_all 最重要。',
  fabric:
    '节点之间的网络。2:1 收敛表示 spine 只能承载 leaf 接入量的一半。RoCE 丢包表现为大尺寸时骤降；一个慢节点或一根坏线表现为某一对慢。',
  NCCL_ALGO:
    '强制算法（RING、TREE、NVLS ……），NCCL_PROTO 强制协议。适合单次测量；遗留在脚本里则对所有大小和机器生效。NCCL 在日志里说明哪些由环境变量设置。',
  NCCL_BUFFSIZE:
    'NCCL 缓冲区大小，默认每通道 4 MiB。NCCL_BUFFER_SIZE 并不存在：NCCL 对不认识的名字不作声。改它很少有用。',
  NCCL_DEBUG:
    'NCCL_DEBUG=INFO 使 NCCL 记录所用网络、环、通道和每条边的路径：多数问题由此可定。它会拖慢小消息：不要带着它测量。',
  straggler:
    '迟到集合操作的 rank。其他 rank 都在等，它们的 NCCL kernel 因而变长：在 trace 里迟到者的 kernel 最短。等待中的 kernel 显示为 100 % 利用率、低功耗。',
  exposed: '没有被计算掩盖的通信：它真正加到每步时间里的部分。被掩盖的通信再长也几乎不花时间。',
  DDP: '数据并行：每个 rank 有完整模型；每步用 all_reduce 把梯度相加，分桶与反向计算重叠。每步字节数即梯度大小。',
  FSDP: '分片数据并行，即 ZeRO-3：每个 rank 只保留模型的一份。前向和反向各用一次 all_gather 收集参数，梯度用 reduce_scatter 送出：流量是 DDP 的 1.5 倍。',
  TP: '张量并行：每层切分到各 rank，前向两次、反向两次对激活做 all_reduce。需要 NVLink：应限制在节点内。',
  PP: '流水线并行：层分布到各 rank，激活用 send_recv 传给下一级。流量小；代价是气泡。',
  EP: '专家并行（混合专家）：在每个这样的层里用 all_to_all 把 token 送到专家所在的 rank 再取回。跨节点时受网卡限制。',
  PFC: '优先级流控：以太网交换机在缓冲区溢出前让发送方暂停。RoCE 要求端到端在同一优先级上启用它（或更早减速的 ECN）；有一跳缺失，长的突发就会丢包，带宽在某个大小以上骤降。',
  Xid: 'NVIDIA 驱动在 dmesg 中记录 GPU 错误时用的编号。Xid 74 是 NVLink 错误，Xid 79 是 GPU 从总线上掉线。',
  verdict:
    '正常（HEALTHY）：测量值至少达到预期的 80 %，且没有错误和警告。性能下降（DEGRADED）：有错误或警告。故障（BROKEN）：结果错误。无法判定（UNDECIDED）：文件不足以判定，“下一步”说明还需要什么。错误（ERROR）代价大或使数值失去意义，警告（WARNING）有一定代价，提示（INFO）帮助读懂数值；有错误时退出码为 1（--fail-on）。',
  confidence:
    '结论的把握。确定（certain）：引用的行已经表明。很可能（likely）：与之相符，几乎没有别的解释。可能（possible）：能解释这个数，但没有证据。',
  bound:
    '在某个大小上，什么被占满，或时间花在哪里。受链路限制（link-bound）：GPU 的 NVLink 或 xGMI；受交换机限制（switch-bound）：做加法的 NVSwitch（NVLS）；受 PCIe 限制；受 CPU 间链路限制（socket-bound）；受网卡限制（NIC-bound）；受网络限制（fabric-bound）：网卡之后的网络；受协议限制：NCCL 自身的拷贝；受延迟限制：步数和启动，此时带宽说明不了什么。',
}
