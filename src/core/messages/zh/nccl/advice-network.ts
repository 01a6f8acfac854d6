/** 中文：knowledge/messages/topics.ts 中与网络和网卡有关的主题，其原因和处理办法。 */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceNetwork = {
  gid: {
    title: 'GID 不可用',
    causes:
      '通常是 NCCL_IB_GID_INDEX 指向的条目为空、类型不对（RoCE v1、IPv6），或在这台主机上编号不同。也可能是该条目背后的网络接口没有启用，或容器看不到它。',
    actions: [
      'unset NCCL_IB_GID_INDEX：NCCL 2.21 及以后会自行选择',
      'show_gids，或 cat /sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/3：每台主机上，带 IPv4 地址的 RoCE v2 是哪个编号？',
      'ip -br addr：这块网卡的接口是否已启用并带有地址？',
      '容器：docker run --network host（Kubernetes：hostNetwork: true，或为每块网卡附加网络）',
    ],
    verify: '用 NCCL 日志中的编号，两台主机之间的 ib_write_bw -x INDEX 能够运行',
  },
  route: {
    title: '两块网卡之间没有路由',
    causes:
      '通常是每条轨各有子网而互不连通，NCCL 却连接了不同轨的网卡。也可能是两端 GID 的类型或 VLAN 不同，或 NCCL_COMM_ID 不在任何本地网络中。',
    actions: [
      '在两台主机上用日志行中的两个地址执行 ip route get PEER from LOCAL；ip neigh：PEER 解析到了吗？',
      '用 NCCL_CROSS_NIC=0 试一次：如果作业能运行，说明各轨之间不通',
      '在两端 show_gids 并 unset NCCL_IB_GID_INDEX：GID 的类型和 VLAN 一致吗？',
      '就在这两块网卡之间运行 ib_write_bw -d DEVICE',
    ],
    verify: '日志行所指的两块网卡之间能运行 ib_write_bw',
  },
  rails: {
    title: '另一端的网卡没有应答',
    causes:
      '通常是各轨之间不通而 NCCL 连接了不同轨的网卡，或某台主机上网卡的次序不同。也可能是端口断开、地址没有解析（ARP、子网管理器），或 GID 选错。',
    actions: [
      '在两台主机上 ibstat 和 rdma link：所有端口都是 Active 吗？',
      '用 NCCL_CROSS_NIC=0 试一次；所有主机的 NCCL_IB_HCA 列出相同的网卡，次序也相同',
      'RoCE：在两块网卡之间 ping -I INTERFACE PEER；show_gids：两端类型相同吗？',
      '在日志行所指的两块网卡之间运行 ib_write_bw -d DEVICE',
    ],
    verify: '两块网卡之间能运行 ib_write_bw；日志中不再有 ibv_modify_qp 的行',
  },
  firewall: {
    title: '主机之间的 TCP 连接失败',
    causes:
      '通常是防火墙或安全组丢弃了这些由内核随机选取的端口，或 NCCL 选中了不通向其他主机的接口，如 docker0、virbr0。也可能是另一端的进程已经结束，或有端口扫描插了进来。',
    actions: [
      'ip -br addr，然后在所有 rank 上设置 NCCL_SOCKET_IFNAME=eth0，换成连接各主机的接口（不是 docker0、virbr0）；Open MPI：--mca btl_tcp_if_include 和 oob_tcp_if_include',
      '一台主机上 nc -l 50000，另一台上 nc -vz ADDRESS 50000',
      'nft list ruleset、firewall-cmd --list-all、安全组：放行主机之间的全部 TCP，至少放行 sysctl net.ipv4.ip_local_port_range 的范围',
      'getent hosts $(hostname)：不应是 127.0.1.1；有 "wrong magic" 的行：让端口扫描避开这些主机',
    ],
    verify: '高位端口上 nc -vz 双向都能连通；每个 rank 都记录 "Init COMPLETE"',
  },
  'efa-security-group': {
    title: '实例之间的 EFA 流量没有放行',
    causes:
      '通常是安全组没有在两个方向上放行自身：EFA 要求入站和出站都有以安全组自身为对象、允许全部流量的规则，0.0.0.0/0 不够。也可能是各主机的 libfabric 不同，或实例不在同一可用区或 VPC。',
    actions: [
      'aws ec2 describe-security-groups --group-ids GROUP：入站和出站都允许全部流量，源和目标为安全组自身',
      '一台主机上 fi_pingpong -p efa -e rdm，另一台上 fi_pingpong -p efa -e rdm ADDRESS',
      '所有实例放在同一可用区和 VPC，最好在同一子网和置放群组',
    ],
    verify: '两个实例之间能运行 fi_pingpong -p efa -e rdm',
  },
  'name-resolution': {
    title: '主机名无法解析',
    causes:
      '通常是名称写错，或这台主机的 DNS、/etc/hosts 不认识它。在 Kubernetes 中，可能缺少 headless service，或 pod 还没有就绪。',
    actions: [
      '在打印这一行的主机或容器内执行 getent hosts NAME',
      '用地址代替名称（MASTER_ADDR、--rdzv-endpoint、主机文件、NCCL_COMM_ID）',
      'Kubernetes：headless service 加上 publishNotReadyAddresses: true',
    ],
    verify: '所有主机上 getent hosts NAME 的地址相同',
  },
  'retry-exceeded': {
    title: '另一端的网卡没有确认',
    causes:
      '若在一开始就出现，两块网卡通常从未连通：GID 错误、各轨不通、UDP 4791 被拦截。若在运行中出现，通常是某个进程先结束了，线缆、端口或交换机有问题，或没有 PFC 而丢包（RoCE）。',
    actions: [
      '在所有 rank 的日志中找更早结束的 rank：它的对端随后也会报告这个错误',
      '在两端 ibstat；错误计数：perfquery、ethtool -S、mlxlink -d DEVICE -m -c',
      '在两块网卡之间运行 ib_write_bw -d DEVICE；若在作业开始时出现，再用 NCCL_CROSS_NIC=0 试一次',
      'RoCE：两端 GID 类型（v2）、MTU 和流量类别相同，每一跳都有 PFC',
    ],
    verify: '两块网卡之间的 ib_write_bw 达到线速，错误计数不再增长',
  },
  flushed: {
    title: '请求因更早的错误被冲刷',
    causes:
      '同一队列对上更早的请求失败了，在这一端或另一端。如果它是所有 rank 中的第一个错误，已有的报告指向 ACS 或主机固件。',
    actions: [
      '在所有 rank 的日志中找第一个状态不同的完成错误',
      '如果没有：在两台主机上以 root 执行 lspci -vvv | grep ACSCtl，并更新 BIOS 和网卡固件',
    ],
    verify: '没有 rank 再记录完成错误',
  },
  'remote-access': {
    title: '另一端的网卡拒绝了请求',
    causes:
      '通常是另一端的进程已结束，或释放了内存。也可能是两端的 NCCL 或插件版本不同、调用的集合操作不同，或那里的 GPUDirect 有问题（ACS、IOMMU）。',
    actions: [
      '先看另一端的日志：哪个 rank 最先失败？',
      '所有 rank 设置 NCCL_DEBUG=VERSION，所有主机执行 ldconfig -p | grep nccl-net：NCCL 和插件相同吗？',
      '在另一台主机上 dmesg -T；它的日志中有 "access violation" 吗？',
      '用 NCCL_NET_GDR_LEVEL=LOC 试一次：如果作业能运行，原因就是 GPUDirect',
    ],
    verify: '作业通过这一点，没有 rank 再记录完成错误',
  },
  completion: {
    title: '网络请求失败',
    causes: '这一行的状态或文字说明了种类。通常是另一端已经不在，或两者之间的路径中断；其次是网卡或其驱动。',
    actions: [
      '把所有 rank 的失败完成按时间排序：第一个才是关键，其余由它引起',
      '在两台主机上 dmesg -T：有网卡复位、mlx5 health、PCIe 错误吗？',
      '在两块网卡之间运行 ib_write_bw -d DEVICE；EFA：fi_pingpong -p efa -e rdm 和 FI_LOG_LEVEL=warn',
    ],
    verify: '没有 rank 再记录完成错误，两台主机之间能运行 ib_write_bw 或 fi_pingpong',
  },
  'nic-memory-access': {
    title: '网卡无法访问 显存',
    causes:
      '通常是 PCIe 桥上的 ACS 或处于转换模式的 IOMMU 使 GPUDirect 失效。也可能是 nvidia-peermem 与驱动不匹配，或虚拟机没有 ATS。',
    actions: [
      '用 NCCL_NET_GDR_LEVEL=LOC 试一次：如果作业能运行，原因就是 GPUDirect',
      '在两端以 root 对 GPU 和网卡上方的桥执行 lspci -vvv | grep ACSCtl；用 setpci -s BRIDGE ECAP_ACS+6.w=0000 清除',
      'cat /proc/cmdline：iommu=pt；虚拟机：mlxconfig -d DEVICE set ATS_ENABLED=1',
      '更新驱动之后：modprobe -r nvidia-peermem，再 modprobe nvidia-peermem',
    ],
    verify: '两台主机之间的 ib_write_bw --use_cuda=0 没有错误',
  },
  memlock: {
    title: '锁定内存的限制太小',
    causes:
      '启动各 rank 的进程，其 memlock 限制（ulimit -l）放不下 RDMA 缓冲区。登录 shell 里的限制不算数：rank 继承的是 slurmd、容器或 sshd 的限制。',
    actions: [
      '在作业内（不是登录 shell）查 ulimit -l：srun bash -c "ulimit -l"、mpirun -npernode 1 bash -c "ulimit -l"；应为 unlimited',
      'Slurm：systemctl edit slurmd，LimitMEMLOCK=infinity，重启服务；slurm.conf 中设置 PropagateResourceLimitsExcept=MEMLOCK',
      '容器：docker run --ulimit memlock=-1 --cap-add IPC_LOCK；Kubernetes：containerd 的 unit 中 LimitMEMLOCK=infinity，并给 pod 加 IPC_LOCK',
      '经 ssh 启动：sshd 的 unit 中 LimitMEMLOCK=infinity，/etc/security/limits.conf 中 memlock 为 unlimited；重新登录',
    ],
    verify: '每台主机上，作业内的 ulimit -l 都显示 unlimited',
  },
  'gpu-registration': {
    title: '显存无法注册到网卡',
    causes:
      '通常是 nvidia-peermem 没有加载或属于另一个驱动版本，或内核与驱动不支持 DMA-BUF。也可能是 memlock 太小、BAR1 空间用尽，或缓冲区已被释放。',
    actions: [
      'lsmod | grep nvidia_peermem；在作业内 ulimit -l',
      '看这一行出现时的 dmesg -T | grep -i -E "peermem|mlx5|efa"',
      '用 NCCL_DMABUF_ENABLE=0 试一次（改用 nvidia-peermem）；DMA-BUF 需要 Linux 5.12 或更高以及开源内核模块',
      'nvidia-smi -q -d MEMORY：BAR1 Memory Usage',
    ],
    verify: '日志中 "via NET" 的连接以 /GDRDMA 结尾',
  },
  'nic-resources': {
    title: '网卡拒绝创建队列',
    causes:
      '通常是达到 memlock 限制或队列对的上限：rank 和通信器很多、使用虚拟功能（VF）、有 rdma cgroup。容器中也可能缺少 /dev/infiniband 的权限。',
    actions: [
      '在作业内 ulimit -l；容器：--ulimit memlock=-1 --device /dev/infiniband --cap-add IPC_LOCK',
      'rdma resource show；ibv_devinfo -v | grep -E "max_qp|max_cq"：离上限还有多远？',
      'NCCL_IB_QPS_PER_CONNECTION=1，并减少通道（unset NCCL_MIN_NCHANNELS）',
    ],
    verify: '作业能启动；rdma resource show 的数量低于 ibv_devinfo -v 给出的上限',
  },
  'peer-memory': {
    title: 'GPUDirect RDMA 不可用',
    causes:
      '通常是没有加载 nvidia-peermem 且 DMA-BUF 不可用，或网络插件编译时没有带 GPU 支持。GeForce GPU 和不带 RDMA 的 EFA 设备本来就不支持。',
    actions: [
      '在每台主机上 lsmod | grep -E "nvidia_peermem|nv_peer_mem"；没有则 modprobe nvidia-peermem',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET：含 "GPU Direct" 或 "DMA-BUF" 的行会说明原因',
      'EFA：fi_info -p efa -c FI_HMEM；FI_EFA_USE_DEVICE_RDMA=1；所有主机使用同一版 EFA 安装包',
      'AMD：lsmod | grep ib_peer_mem；没有它则用 NCCL_DMABUF_ENABLE=1，内核要支持对等内存的 DMA-BUF',
    ],
    verify: '日志中 "via NET" 的行以 /GDRDMA 结尾',
  },
  'nic-health': {
    title: '网卡或端口有问题',
    causes: '日志行说的是端口时，通常是线缆、模块或交换机端口。说的是设备时：固件、温度或 PCIe 错误。',
    actions: [
      '在那台主机上 dmesg -T | grep -i mlx5：当时有关 health、链路和固件的行',
      'ibstat DEVICE；mlxlink -d DEVICE -m -c；ibqueryerrors：线缆、模块、错误计数',
      'mget_temp -d DEVICE；mlxfwmanager：所有网卡固件相同',
      '给主机断电再上电；如果再次出现，把主机移出调度（drain）并更换网卡',
    ],
    verify: '长时间运行后 dmesg 中没有这块网卡的新行，错误计数不再增长',
  },
  'link-down': {
    title: '网络链路断开',
    causes: '通常是线缆、模块或交换机端口。也可能是有人重启了交换机、驱动或网络服务。',
    actions: [
      'dmesg -T | grep -i link：断了几次，分别在什么时间？',
      'mlxlink -d DEVICE -m -c；ethtool -S INTERFACE | grep -i link_down',
      '查交换机端口当时的日志；交换线缆：故障是否随之移动？',
    ],
    verify: '一次运行期间，ethtool -S 的 link_down_events_phy 不再增长',
  },
  'unlike-nics': {
    title: '各主机的网卡不一致',
    causes:
      '通常是某台主机少了网卡或网卡断开、NCCL_IB_HCA 不同，或混用了 InfiniBand 和 RoCE 端口。也可能是网卡或固件的代次不同。',
    actions: [
      '在所有主机上 ibstat 和 rdma link：设备、链路层、速率和状态都相同吗？',
      '所有主机的 NCCL_IB_HCA 相同，只含同一类型的端口',
      '合并了不同网卡的端口时 NCCL_NET_MERGE_LEVEL=LOC；ibv_set_ece 失败时 NCCL_IB_ECE_ENABLE=0',
      'mlxfwmanager：所有网卡固件相同',
    ],
    verify: '所有主机的 "NET/IB : Using" 行列出相同的网卡',
  },
  'too-few-nics': {
    title: '可用的网卡比机器上的少',
    causes: '通常是设备没有传入容器，或没有挂到实例上。也可能是其驱动或固件有问题。',
    actions: [
      '在作业内和主机上分别执行 ibv_devinfo 或 fi_info -p efa：各有几个设备？',
      '容器：--device /dev/infiniband；Kubernetes：资源 vpc.amazonaws.com/efa 或 RDMA 设备插件的资源，数量给足',
      'dmesg -T 和 lspci：是否少了网卡？',
    ],
    verify: '日志列出的网卡数与主机上 lspci 的相同',
  },
  'nic-far': {
    title: '网卡离 GPU 太远，不能用 GPUDirect',
    causes:
      '网卡与 GPU 不在同一 PCIe 交换机或 CPU 插槽下（PHB、NODE、SYS），或 NCCL_NET_GDR_LEVEL 设得太窄。',
    actions: [
      'nvidia-smi topo -m：每块 GPU 都有 PIX 或 PXB 的网卡吗？',
      'unset NCCL_NET_GDR_LEVEL；NCCL_IB_HCA 不要排除近处的网卡',
      '用 NCCL_NET_GDR_LEVEL=PHB 实测：在这台机器上是否更快？',
    ],
    verify: '日志中 "via NET" 的行以 /GDRDMA 结尾',
  },
  'no-rdma-device': {
    title: '没有可用的 RDMA 设备',
    causes:
      '单台主机或没有 RDMA 的集群上这是正常的。否则是容器看不到 /dev/infiniband、缺少 provider 库，或所有端口都断开。',
    actions: [
      '在作业内 ibv_devinfo：是否列出网卡，且为 PORT_ACTIVE？',
      '容器：--device /dev/infiniband --cap-add IPC_LOCK；Kubernetes：RDMA 设备插件的资源',
      'apt install ibverbs-providers（RHEL：dnf install libibverbs）',
      'unset NCCL_IB_DISABLE；检查 NCCL_IB_HCA',
    ],
    verify: '日志中的 "NET/IB : Using" 列出网卡',
  },
  'device-access': {
    title: '进程无法打开的 RDMA 设备',
    causes:
      '多半是容器里没有该设备的 /dev/infiniband/uverbs*，或进程无权打开它；也可能是网卡的固件或驱动有问题。',
    actions: [
      '在容器内 ls -l /dev/infiniband：每块网卡是否都有一个 uverbs 设备？',
      'docker run --device=/dev/infiniband（Kubernetes：RDMA device plugin，每块网卡一份资源）',
      '在作业内运行 ibv_devinfo -d DEVICE；在主机上运行 dmesg | grep mlx5',
    ],
    verify: '日志中的 "NET/IB : Using" 在每台主机上列出每块网卡',
  },
  'verbs-library': {
    title: '缺少 RDMA 库',
    causes: '镜像里没有 rdma-core。没有 RDMA 硬件时这是正常的；有硬件时，主机之间的流量会走 TCP。',
    actions: [
      '在作业内 ldconfig -p | grep libibverbs',
      '在镜像中 apt install libibverbs1 ibverbs-providers（RHEL：dnf install libibverbs）',
    ],
    verify: '日志中的 "NET/IB : Using" 列出网卡',
  },
  'net-plugin': {
    title: '网络插件缺失或启动失败',
    causes:
      '用 InfiniBand、RoCE 和 TCP 时这是正常的，NCCL 自带支持。用 EFA、GPUDirect-TCPX 和 Slingshot 时，通常是镜像里缺少插件或它依赖的库，或 NCCL_NET 指定了别的名称。',
    actions: [
      '在作业内 ldconfig -p | grep nccl-net，再对该文件执行 ldd：缺少哪个库？',
      'unset NCCL_NET NCCL_NET_PLUGIN，或设为插件真正的名称',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET；EFA：FI_LOG_LEVEL=warn、fi_info -p efa',
      '所有主机使用相同镜像；选用注明支持这个 NCCL 版本的插件',
    ],
    verify: '所有 rank 日志中的 "Using network" 都是所要的网络',
  },
  interface: {
    title: '没有可用的网络接口',
    causes:
      '通常是 NCCL_SOCKET_IFNAME 或 GLOO_SOCKET_IFNAME 指定了这台主机上没有的接口。也可能是容器里只有 lo，或这里没有所用的地址族或地址。',
    actions: [
      '在每台主机的作业内 ip -br addr；echo $NCCL_SOCKET_IFNAME $GLOO_SOCKET_IFNAME',
      '两者都设为连接各主机的接口，或排除一些：NCCL_SOCKET_IFNAME=^docker,virbr,lo',
      '容器：docker run --network host；Open MPI：--mca btl_tcp_if_include NETWORK',
      'unset NCCL_SOCKET_FAMILY；链路本地 IPv6 造成干扰时 NCCL_SOCKET_FAMILY=AF_INET',
    ],
    verify: '所有 rank 日志中的 "Bootstrap" 行都是连接各主机的接口',
  },
} as const satisfies Partial<Record<Topic, Advice>>
