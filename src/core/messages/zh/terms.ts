/** 中文：术语表。 */
import type { TermTexts } from '../terms.ts'

export const terms: TermTexts = {
  busbw:
    'nccl-tests 的总线带宽：algbw 乘以一个系数，消去 rank 数的影响，因而可与最慢链路的速率比较。系数：all_reduce 为 2(n-1)/n；all_gather、reduce_scatter、gather、scatter、all_to_all 为 (n-1)/n；broadcast、reduce、send_recv 为 1。它不是线速：有 NVLS 时，或在两个节点上用树时，可以超过链路速率。只有一个 rank 时按定义为 0。',
  algbw:
    'nccl-tests 的算法带宽：大小除以时间，单位 GB/s（每秒 10^9 字节）。它反映处理一个缓冲区要多久；busbw 反映链路用得有多满。',
  size: 'nccl-tests 的 size 列是一个 rank 发送量与接收量中较大的一个：all_reduce、broadcast、reduce 为整个向量；all_gather、reduce_scatter、gather、scatter、all_to_all 为各份之和。-e 8G 之类的选项按二进制计（8 x 2^30 字节）。count 列是传给 NCCL 调用的 count：对 all_gather 和 reduce_scatter 是一份。',
  plateau:
    '扫描中最大一档的 busbw，此时延迟可以忽略：评判机器就看这个数。最后一次加倍的增益小于 5 %，才算扫描得足够长。NVSwitch 机器要测到 8 GiB 或 16 GiB；256 MiB 太小。',
  average:
    '“Avg bus bandwidth”是 nccl-tests 所有行的平均值，in-place 和 out-of-place 都算，小数据量也算，参考价值不大。请看平台值。一次正常的运行，平均值可能是 85，平台值是 96 GB/s。',
  latency:
    '用时中与大小无关的部分：启动、同步和算法的各跳。用时与最小一档相近的那些大小受延迟限制，其带宽不反映链路的好坏。典型延迟：单台 NVLink 机器 10 到 30 us，两个节点 20 到 170 us。',
  'half-size':
    '达到平台值一半时的大小，由公式“时间 = 延迟 + 大小 / 带宽”拟合得到，等于延迟乘以带宽：更小的消息受延迟限制，更大的受带宽限制。',
  'in-place':
    '结果是覆盖输入（in-place），还是写到另一个缓冲区（out-of-place）。nccl-tests 两种都测。链路的工作量相同，ringscope 取较好的结果。',
  wrong:
    '#wrong 列是与正确结果之差超出舍入误差的数值个数。大于 0 说明数据已损坏，原因例如经过 IOMMU 的 P2P、强制使用 LL128、混用不同型号的 GPU。请先解决它：结果错了，再快也没有价值。N/A 表示没有检查。',
  rank: '集合操作的一个参与者，通常是一块 GPU。N 个节点上有 n 个 rank，即每个节点 n/N 个。',
  node: '一台主机，有自己的 NVLink、PCIe 和内存。在 NVL72 机柜中，NVLink 域大于一台主机。',
  collective:
    '所有 rank 都参加的操作：all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all。所有 rank 必须以相同的顺序和大小调用集合操作，否则会挂起。',
  ring: '每个 rank 发给下一个。all_reduce 需要 2(n-1) 步，每个 rank 共发送数据的 2(n-1)/n；没有交换机帮助时，这是最少的发送量。延迟随 rank 数增长。设 NCCL_ALGO=RING 时，busbw 可与链路速率比较。',
  tree: 'NCCL 用两棵树连接各节点，没有哪个 rank 同时是两棵树的内部节点（双二叉树）。节点内的 GPU 连成链。延迟随节点数按对数增长，所以延迟占主导时树更快。在两个节点上，树经网卡发送的数据只有环的一半，busbw 可能超过网卡速率，不能用来检验网络。',
  NVLS: 'NVLink SHARP：由 NVSwitch 归约并多播，all_reduce 的每个字节只发送一次。只有带 NVSwitch 的 Hopper 和 Blackwell 支持。此时 busbw 超过链路速率：H100 上为 480 GB/s，而环为 370；链路实际承载 algbw x (n+1)/n。NVLS 不可用时（Fabric Manager、容器或 NCCL_NVLS_ENABLE=0 所致），只有 all_reduce 变慢。',
  NVLSTree:
    '节点内用 NVLS，节点间用树。它是两个 Hopper 节点上大数据量 all_reduce 的默认算法；此时 busbw 超过网卡速率，不反映网卡的好坏。',
  CollNet:
    '在网络交换机中归约（InfiniBand 上的 SHARP）。需要插件和 NCCL_COLLNET_ENABLE=1。CollNetDirect 和 CollNetChain 是它在节点内的两种形式。',
  PAT: '并行聚合树：以对数级的步数完成 all_gather 和 reduce_scatter。NCCL 只在每个节点一块 GPU 时使用它。',
  channel:
    'NCCL 并行运行若干个环或树，每一个是一个通道，占一个线程块。正常的 DGX A100 有 24 个，H100 有 16 个。NVSwitch 机器上只有一两个，说明路径搜索失败。NCCL_MAX_NCHANNELS 设得太小，NVLink 的带宽就发挥不出来。',
  LL: '小消息用的协议：每 4 字节数据带一个 4 字节的标志。延迟最低，但带宽最多只有一半。若强制用于所有大小（NCCL_PROTO=LL），平台值会减半。',
  LL128:
    '中等大小用的协议：每 128 字节中有 120 字节是数据。延迟低，带宽可达约 95 %，但要求硬件支持 128 字节的原子写入；在不支持的硬件上强制使用会得到错误结果。',
  Simple: '大消息用的协议：按整个数据块传输，每块之后同步一次。带宽最高，延迟也最高。',
  NVLink:
    'NVIDIA 的 GPU 间链路。宣传数字（300、600、900 GB/s）是双向合计的原始速率；集合操作能用到单向的约 80 %。A100：12 条 x 20 = 240 GB/s，实际 230；H100：18 x 20.6 = 370；V100：6 x 20。同一台机器上各 GPU 的 NVLink 条数应相同。',
  NVSwitch:
    '连接节点内所有 NVLink 的交换机，使任意两块 GPU 之间都能用满各自的全部链路。需要 Fabric Manager 在运行。DGX-1 没有 NVSwitch：其 GPU 连成网状，每块只与其余 7 块中的 4 块直连。',
  MNNVL:
    '跨主机的 NVLink，如 GB200 NVL72：72 块 GPU 如同一个节点。需要 IMEX；没有时 NCCL 显示 MNNVL 0，并走网络。',
  xGMI: 'AMD 的 GPU 间链路。8 块 MI300X 全互连，每块 7 条链路，所以只用两块 GPU 时只有一条链路可用（约 48 GB/s），8 块同时工作时 busbw 约 315 GB/s。',
  PCIe: 'GPU 和网卡的总线。x16 单向的原始速率为 16（3.0）、32（4.0）、64 GB/s（5.0）；NCCL 按 12、24、48 计算。3.0 的“32 GB/s”是双向合计。空闲的 GPU 可能为省电而显示较低的代数，这不是故障。',
  PIX: 'topo -m 中不经过 CPU 的路径：PIX 经过一个 PCIe 交换机，PXB 经过多个。NCCL 在这些路径上使用 P2P 和 GPUDirect RDMA。',
  PHB: 'topo -m 中经过 CPU 的路径：PHB 经过 CPU 的主机桥，NODE 经过同一插槽的另一个主机桥，SYS（旧称 SOC）经过通往另一插槽的链路。NCCL 在这些路径上不用 GPUDirect RDMA。网卡处在这样的路径上，速率只有约 16 GB/s（正常为 24 GB/s）；若在另一插槽，约为 8 GB/s。',
  'topo -m':
    'nvidia-smi topo -m 显示各 GPU 与网卡之间的连接：NV12 表示 12 条 NVLink；X 是设备自身；其余路径由近到远为 PIX、PXB、PHB、NODE、SYS。',
  P2P: '一块 GPU 经 NVLink 或 PCIe 直接访问另一块 GPU 的显存。Ada 及以后的 GeForce 不支持。调试后遗留的 NCCL_P2P_DISABLE=1 或 NCCL_P2P_LEVEL=LOC 会关闭它，ACS 会使它绕经 CPU。',
  SHM: '主机的共享内存：不能用 P2P 的 GPU 经它交换数据。在 PCIe 机器上速率为几 GB/s；有 NVLink 的 GPU 之间走它则是故障。容器需要 --shm-size 或 --ipc=host。',
  GPUDirect:
    'GPUDirect RDMA：网卡直接读写显存。两端都需要 nvidia-peermem 或 DMA-BUF，且路径为 PIX 或 PXB。没有它，带宽大约只剩一半。启用时，NCCL 日志中 send 和 receive 的通道行都带有 /GDRDMA。',
  ACS: '访问控制服务：PCIe 交换机为了隔离，把设备之间的流量上送到 CPU。GPU-GPU 和 GPU-网卡的带宽因此减半甚至更低，还可能挂起。iommu=pt 和 BIOS 中的“disabled”都不能关闭它：请看 lspci -vvv 中的 ACSCtl。使用虚拟机时，须在宿主机上设置，并在网卡上启用 ATS。',
  RDMA: '不经过 CPU 的网络传输：InfiniBand、RoCE（以太网上的 RDMA，需要流控）、AWS 的 EFA。用一个 100、200、400 Gb/s 的端口，NCCL 可达约 12、24、48 GB/s。NCCL 日志中为“Using network IB”（或插件名）。',
  TCP: 'NCCL 不用 RDMA 时的网络：日志中为“Using network Socket”，速率为几 GB/s。如果机器有 InfiniBand 或 EFA，说明容器里缺少 verbs 库、插件或设备。',
  NIC: '网卡，InfiniBand 上称为 HCA。NCCL 使用离各 GPU 近的网卡，总速率是它们之和。NCCL_IB_HCA 按前缀限定使用哪些网卡：mlx5_1 也匹配 mlx5_10，所以应写 =mlx5_1。',
  rail: '各节点中位置相同、接到同一交换机的网卡：各节点的 GPU 3 都在 3 号轨上。轨与轨之间的流量要经过 NVLink（PXN）或 spine。',
  PXN: 'GPU 先经 NVLink 到达本节点的另一块 GPU，再用那块 GPU 的网卡发送，使流量留在同一条轨上。对 all_to_all 影响最大。',
  fabric:
    '节点之间的网络。2:1 收敛表示 spine 只能承载 leaf 接入带宽的一半。RoCE 丢包表现为大数据量时带宽骤降；节点或线缆有问题时，表现为某一对节点之间慢。',
  NCCL_ALGO:
    '强制使用某种算法（RING、TREE、NVLS ……）；NCCL_PROTO 则强制协议。适合单次测量；遗留在脚本里，就会对所有大小和机器生效。NCCL 会在日志中列出来自环境变量的设置。',
  NCCL_BUFFSIZE:
    'NCCL 缓冲区的大小，默认每个通道 4 MiB。改它很少有用。NCCL_BUFFER_SIZE 并不存在：NCCL 会忽略不认识的变量名，没有任何提示。',
  NCCL_DEBUG:
    'NCCL_DEBUG=INFO 让 NCCL 记录所用的网络、环、通道和每条边的路径，大多数问题由此就能查清。它会拖慢小消息，测量时不要开启。',
  straggler:
    '较晚进入集合操作的 rank。其他 rank 都要等它，它们的 NCCL kernel 因而变长：在 trace 里，迟到的 rank 的 kernel 最短。正在等待的 kernel 利用率显示为 100 %，功耗却很低。',
  exposed: '没有被计算掩盖、因而计入每步用时的通信。被掩盖的通信无论多长，代价都很小。',
  DDP: '数据并行：每个 rank 都有完整的模型；每步用 all_reduce 对梯度求和一次，分桶进行，与反向传播重叠。每步的字节数等于梯度的大小。',
  FSDP: '分片数据并行，即 ZeRO-3：每个 rank 只保存模型的一份。前向和反向各用一次 all_gather 收集参数，再用 reduce_scatter 归约梯度：流量是 DDP 的 1.5 倍。',
  TP: '张量并行：每层切分到多个 rank，对激活值做 all_reduce，前向两次，反向两次。它需要 NVLink，应限制在节点内。',
  PP: '流水线并行：各层分布到多个 rank，激活值用 send_recv 传给下一级。流量小，代价是流水线气泡。',
  EP: '专家并行（混合专家）：在每个这样的层里，用 all_to_all 把 token 送到专家所在的 rank，再取回结果。跨节点时受网卡限制。',
  PFC: '优先级流控：以太网交换机在缓冲区溢出之前让发送方暂停。RoCE 要求端到端在同一优先级上启用 PFC（或更早让发送方减速的 ECN）。只要有一跳没有启用，长时间的突发流量就会丢包，超过某个大小后带宽骤降。',
  Xid: 'NVIDIA 驱动在 dmesg 中记录 GPU 错误所用的编号。Xid 74 是 NVLink 错误，Xid 79 是 GPU 从总线上掉线。',
  verdict:
    '正常（HEALTHY）：有一项实测值至少达到预期值的 80 %，且没有错误和警告。性能下降（DEGRADED）：有错误或警告。故障（BROKEN）：结果错误。无法判定（UNDECIDED）：现有文件不足以判定，“下一步”列出还需要什么。错误（ERROR）代价很大，或使数值失去意义；警告（WARNING）有一定代价；提示（INFO）帮助解读数值。有错误时退出码为 1（见 --fail-on）。',
  confidence:
    '对一项发现有多大把握。确定（certain）：引用的行已经表明。很可能（likely）：引用的行与之相符，几乎没有别的解释。可能（possible）：它能解释这个数值，但没有哪一行直接表明。',
  bound:
    '在某个大小上，速率受什么限制。受链路限制（link-bound）：GPU 的 NVLink 或 xGMI 链路；受交换机限制（switch-bound）：做归约的 NVSwitch（NVLS）；受 PCIe 限制（PCIe-bound）：PCIe 链路；受 CPU 间链路限制（socket-bound）：CPU 插槽之间的链路；受网卡限制（NIC-bound）：网卡；受网络限制（fabric-bound）：网卡之后的网络；受协议限制（protocol-bound）：NCCL 自身的拷贝；受延迟限制（latency-bound）：步数和启动，此时带宽没有参考意义。',
}
