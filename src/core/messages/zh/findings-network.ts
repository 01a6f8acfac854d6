/** 中文：从 NCCL 日志得出的网络发现。 */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { FasterSign, NetworkFindings } from '../findings-network.ts'

export const networkFindings: Pick<FindingTexts, keyof NetworkFindings> = {
  'tcp-fallback': {
    title: ({ hosts, sign, forcedBy, nodes }, print) =>
      `${on(hosts, print)}NCCL 走 TCP socket${forcedBy !== undefined ? `，由 ${forcedBy} 强制` : sign !== undefined ? '，尽管有更快的网络' : nodes === 'several' ? '在主机之间传输' : ''}`,
    cause: ({ forcedBy }) =>
      forcedBy === undefined ? 'NCCL 退回到 TCP socket' : `${forcedBy} 强制使用 TCP socket`,
    detail: ({ interfaces, sign, signName }, print) =>
      `"Using network Socket" 是 NCCL 的最终结论${interfaces.length > 0 ? `；接口：${some(interfaces, print)}` : ''}。${sign === undefined ? '这些文件中没有任何内容表明主机有 RDMA；如果有，也没有用上。' : `${SIGN[sign]}（${signName}）表明还有更快的网络。`}在 100 Gb/s 端口上 socket 约 4 GB/s，RDMA 为 6，带 GPUDirect 为 12。`,
    actions: ({ forcedBy, sign }) => [
      ...(forcedBy === undefined ? [] : [`在所有主机上 unset ${forcedBy.replace(/=.*/, '')}`]),
      'NCCL_DEBUG=INFO ... 2>&1 | grep -E "NET/|network"："Using network Socket" 之前是哪一行？',
      sign === undefined
        ? 'ibstat 或 rdma link：主机上有 RDMA 端口吗？'
        : '在容器内运行 ibv_devices：列出网卡了吗？',
    ],
    verify: () => '日志显示 "Using network IB"（或插件的名称）',
  },
  'net-plugin-missing': {
    title: ({ fabric, failed, hosts }, print) =>
      `${on(hosts, print)}NCCL 的 ${FABRIC[fabric].name} 插件${failed ? '没有启动' : '找不到'}：退回到 TCP`,
    cause: ({ fabric }) => `缺少 ${FABRIC[fabric].name} 插件`,
    detail: ({ fabric, sign }) =>
      `${sign} 属于使用 ${FABRIC[fabric].name} 的集群；在那里 "libnccl-net.so" 并非可有可无，因为 NCCL 自己不会用这种网络。（在 InfiniBand 和 RoCE 上同样的一行无害。）`,
    actions: ({ fabric }) => [
      `在镜像中安装${FABRIC[fabric].plugin}，并把其目录放进所有 rank 的 LD_LIBRARY_PATH`,
      'ldconfig -p | grep nccl-net，在每台主机和容器内：找得到 libnccl-net.so 吗？',
      FABRIC[fabric].devices,
    ],
    verify: ({ fabric }) => `日志显示 "Using network ${FABRIC[fabric].network}"`,
  },
  'rdma-userspace-missing': {
    title: ({ problem, device, hosts }, print) =>
      problem === 'open-failed'
        ? `${on(hosts, print)}NCCL 打不开 RDMA 设备${device === undefined ? '' : ` ${device}`}`
        : problem === 'libibverbs-missing'
          ? `${on(hosts, print)}缺少 libibverbs：NCCL 无法使用 RDMA`
          : `${on(hosts, print)}NCCL 找不到本应存在的 RDMA 设备`,
    cause: ({ problem }) =>
      problem === 'open-failed'
        ? 'RDMA 设备打不开'
        : problem === 'libibverbs-missing'
          ? '缺少 libibverbs'
          : '进程看不到 RDMA 设备',
    detail: ({ problem, sign, signName }) =>
      `${SIGN[sign]}（${signName}）表明主机有 RDMA。${
        problem === 'open-failed'
          ? '设备看得到但打不开：/dev/infiniband 下的文件没有传入，或不允许锁定内存。'
          : problem === 'libibverbs-missing'
            ? '打开它的库不在镜像里。'
            : '常见原因：/dev/infiniband 没有传入容器，网卡的 provider 库不在镜像里，端口没有启用，或 NCCL_IB_HCA 指定了别的设备。'
      }NCCL 随后不报错地改走 TCP。`,
    actions: () => [
      '在镜像中：apt-get install libibverbs1 ibverbs-providers rdma-core（或厂商的 OFED）',
      'docker run --device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 ...；Kubernetes 中用 RDMA 设备插件',
      '在容器内运行 ibv_devinfo：端口是 PORT_ACTIVE 吗？',
    ],
    verify: () => '日志显示 "NET/IB : Using [0]mlx5_0..." 和 "Using network IB"',
  },
  'gdr-missing': {
    title: ({ network, connections, why, setting }, print) =>
      why === 'setting'
        ? `${setting} 关闭了 GPUDirect RDMA`
        : connections > 0
          ? `没有一个经 ${network} 的连接使用 GPUDirect RDMA（看到 ${print.count(connections)} 个）`
          : 'GPUDirect RDMA 没有启用：缺少内核模块',
    cause: ({ why, setting }) =>
      why === 'setting' ? `${setting} 关闭了 GPUDirect RDMA` : '没有使用 GPUDirect RDMA',
    detail: ({ why, nic }) =>
      `使用它的连接以 /GDRDMA 结尾。没有它，每个字节都要经过主机内存，大约损失一半带宽。${
        why === 'module'
          ? `NCCL 说明了原因${nic === undefined ? '' : `（${nic}）`}：没有模块。`
          : why === 'setting'
            ? '是设置要求的。'
            : '日志没有说明原因：没有加载 nvidia-peermem 模块，DMA-BUF 不可用，网卡插件编译时没有带上，或网卡与 GPU 相距太远。不支持它的 GPU（GeForce）看起来也一样。'
      }`,
    actions: ({ why, setting }) => [
      ...(why === 'setting' ? [`在所有主机上 unset ${setting?.replace(/=.*/, '')}`] : []),
      '在每台主机上 lsmod | grep -E "nvidia_peermem|nv_peer_mem"；如果没有：modprobe nvidia-peermem',
      'nvidia-smi topo -m：每个 GPU 都有 PIX 或 PXB 的网卡吗？',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH ... 2>&1 | grep -i -E "GPU Direct|DMA-BUF"',
    ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via NET"：各行以 /GDRDMA 结尾',
  },
  'gdr-asymmetric': {
    title: ({ host }) => `${host} 没有使用 GPUDirect RDMA，连接的另一端却在使用`,
    cause: ({ host }) => `${host} 缺少 GPUDirect RDMA`,
    detail: ({ from, to, lacks, without, with: has, others }, print) =>
      `rank ${from} 发往 rank ${to}，只有${lacks === 'receive' ? '发送端' : '接收端'}带 /GDRDMA。这台主机有 ${print.count(without)} 个连接端没有它，${some(others, print)} 有 ${print.count(has)} 个带有它。在那台主机上数据要经过主机内存，凡是涉及它的集合通信都按这个速度运行。`,
    actions: ({ host, others }) => [
      `ssh ${host} 'lsmod | grep -E "nvidia_peermem|nv_peer_mem"'；如果没有：modprobe nvidia-peermem`,
      `把 ${host} 的内核、驱动和 OFED 与 ${others[0] ?? '另一台主机'} 比较`,
      '开机时加载模块：/etc/modules-load.d/nvidia-peermem.conf',
    ],
    verify: ({ host }) => `NCCL_DEBUG=INFO ... 2>&1 | grep "via NET" | grep ${host}：各行都以 /GDRDMA 结尾`,
  },
  'nic-subset': {
    title: ({ host, used, listed }, print) =>
      `${host} 只用了 ${print.count(listed)} 块网卡中的 ${print.count(used.length)} 块`,
    cause: ({ host, used, listed }, print) =>
      `${host} 只用了 ${print.count(listed)} 块网卡中的 ${print.count(used.length)} 块`,
    detail: ({ used, unused, ranks }, print) =>
      `在用：${some(used, print)}；列出但没用：${some(unused, print)}。那里运行着 ${print.count(ranks)} 个 rank，本可以有更多网卡参与。存储或管理网卡不用是对的；GPU 旁边的不用就不对了。`,
    actions: ({ used }) => [
      `环境中有 NCCL_IB_HCA 吗？mlx5_1 也会匹配 mlx5_10 到 mlx5_19：写成 NCCL_IB_HCA==${used[0] ?? 'mlx5_0'}`,
      'nvidia-smi topo -m：哪块网卡与哪个 GPU 是 PIX 或 PXB？虚拟机中用 NCCL_TOPO_FILE',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH：各 ring 用哪些网卡？',
    ],
    verify: () =>
      'NCCL_DEBUG=INFO ... 2>&1 | grep -o "via NET/[A-Za-z]*/[0-9]*" | sort | uniq -c 显示每一块网卡',
  },
  'nic-list-differs': {
    title: ({ fewer, usual, fewest }, print) =>
      fewer.length === 0
        ? `各 rank 看到的网卡数在 ${print.count(fewest)} 与 ${print.count(usual)} 之间`
        : `${some(fewer, print)} 列出 ${print.count(fewest)} 块网卡，多数主机有 ${print.count(usual)} 块`,
    cause: ({ fewer, usual, fewest }, print) =>
      fewer.length === 0
        ? '各主机网卡数不同'
        : `${some(fewer, print)} 只有 ${print.count(usual)} 块网卡中的 ${print.count(fewest)} 块`,
    detail: ({ missing, usualHosts }, print) =>
      `${usualHosts > 0 ? `${print.count(usualHosts)} 台主机列表完整。` : ''}${missing.length > 0 ? `缺少：${some(missing, print)}。` : ''}凡是经过网卡较少主机的 ring 都受它限制。端口没有启用、网卡从总线上掉线，或只在一台主机上设置了 NCCL_IB_HCA，都会是这样。`,
    actions: ({ fewer }) => [
      `${fewer[0] === undefined ? '' : `在 ${fewer[0]} 上 `}ibstat：有端口是 Down 或 Initializing 吗？`,
      'lspci | grep -i -E "mellanox|infiniband"：缺网卡吗？dmesg | grep mlx5',
      '在所有主机上 env | grep NCCL_IB_HCA：相同吗？',
    ],
    verify: () => '"NET/IB : Using" 一行在每台主机上列出相同的网卡',
  },
  'socket-interface-ambiguous': {
    title: ({ virtual, hosts }, print) =>
      `${on(hosts, print)}NCCL 把虚拟接口（${some(virtual, print)}）当作网络`,
    detail: ({ real }, print) =>
      `它们属于一台主机上的容器或虚拟机；其他主机经它们到达不了，或只能绕行。${real.length > 0 ? `真实接口：${some(real, print)}。` : ''}NCCL 会把数据分到列表中的所有接口上。`,
    actions: ({ real }) => [
      `在所有主机上 export NCCL_SOCKET_IFNAME=${real[0] ?? 'eth0'}（或排除一些：NCCL_SOCKET_IFNAME=^docker,virbr,veth）`,
    ],
    verify: () => '"NET/Socket : Using" 一行只列出所有主机共有的接口',
  },
  'group-placement': {
    title: ({ ranks, spanning, inside, hosts }, print) =>
      `${print.count(spanning)} 个 ${print.count(ranks)} 个 rank 的组跨越主机（${some(hosts, print)}），同样大小的组有 ${print.count(inside)} 个在一台主机内`,
    cause: ({ ranks }, print) => `${print.count(ranks)} 个 rank 的组分散在多台主机上`,
    detail: ({ gpus }, print) =>
      `这里一台主机有 ${print.count(gpus)} 块 GPU：这样的组放得进一台主机，而它的 GPU 在本机内都没有自己的组。离开 NVLink 域的张量并行或专家并行组，每一层的流量都经过网卡，位置良好的组也要等它。`,
    actions: () => [
      '检查 rank 和主机的顺序：一个组的 rank 必须在一台主机上相连（hostfile、srun --distribution=block、--ntasks-per-node）',
      '组的大小应能整除一台主机的 GPU 数',
    ],
    verify: () => 'NCCL_DEBUG=INFO：每个这样的 commId 的所有 rank 都来自一台主机（nNodes 1）',
  },
  'rail-isolation': {
    title: ({ crossing, of, from, to, unanswered, setting }, print) =>
      unanswered
        ? `跨 rail 的连接得不到应答（${from.host} ${from.nic} 到 ${to.host} ${to.nic}），同一 rail 上的可以`
        : `主机间的 ${print.count(of)} 个连接中有 ${print.count(crossing)} 个从一条 rail 出发、到达另一条${setting === undefined ? '' : `（${setting} 允许这样）`}`,
    cause: ({ unanswered }) => (unanswered ? '各 rail 之间不通' : '主机间的连接跨了 rail'),
    detail: ({ from, to, nodes, unanswered }, print) =>
      `rail 是各主机上同名的网卡。rank ${from.rank} 经 ${from.nic} 发送，rank ${to.rank} 经 ${to.nic} 接收。${
        unanswered
          ? '报告 "status=12"（无人应答）的网卡正是这些连接的网卡：各 rail 是独立网络时就是这样。坏掉的端口看起来可能一样；第一条命令可以区分。'
          : '每条 rail 一台叶交换机时，这要经过 spine，与其他流量共用；各 rail 是独立网络时则会失败。不分 rail 的网络没有代价：这些文件没有说是哪一种。'
      }除非 NCCL_CROSS_NIC=0，NCCL 允许环在节点内换 rail：节点数为偶数时互相抵消，为奇数时有一个连接跨 rail（这里 ${print.count(nodes)} 个节点）。`,
    actions: ({ from, to, setting }) => [
      `在 ${to.host} 上 ib_write_bw -d ${to.nic}，再在 ${from.host} 上 ib_write_bw -d ${from.nic} ${to.host}：能连上吗？速率与两端都用 ${to.nic} 时相同吗？`,
      ...(setting === undefined ? [] : [`在所有主机上 unset ${setting.replace(/=.*/, '')}`]),
      '在所有主机上 NCCL_CROSS_NIC=0：环和树留在各自的 rail 上',
      'all_to_all：保持 PXN 打开，它经 NVLink 把数据送到正确 rail 的网卡',
    ],
    verify: () => 'NCCL_DEBUG=INFO：连接两端的网卡同名',
  },
  'same-host-over-network': {
    title: ({ why, hosts, network, nodes }, print) =>
      why === 'same-name'
        ? `${some(hosts, print)} 的 GPU 之间经 ${network} 通信`
        : why === 'more-nodes'
          ? `NCCL 在 ${print.count(hosts.length)} 台主机上数出 ${print.count(nodes ?? 0)} 个节点`
          : `各带一个 GPU 的容器经 ${network} 通信，也许在同一台机器上`,
    cause: () => '同一台机器的 GPU 被当作不同主机',
    detail: ({ why, hosts, connections, buses, network }, print) =>
      `${
        why === 'same-name'
          ? `有 ${print.count(connections)} 个经 ${network} 的连接两端在同一台主机上。`
          : why === 'more-nodes'
            ? `通信器是完整的，其 rank 只出现在 ${some(hosts, print)} 上。`
            : `${some(hosts, print)}：同一类容器的名称；它们的 GPU 位于 PCIe 总线的不同位置（${(buses ?? []).join(', ')}），共用网卡 0。如果它们在同一台机器上运行，这就是原因；如果在不同机器上，则不是。`
      }看不到对方 GPU 的进程无法与它使用 NVLink、PCIe 点对点或共享内存，只能经过网卡。`,
    actions: () => [
      '把一台机器的所有 GPU 放进一个容器（一个有 8 个 GPU 的 pod，按 rank 设置 CUDA_VISIBLE_DEVICES）',
      '分开的容器：docker run --ipc=host --pid=host --gpus all，并让同一台机器上的 NCCL_HOSTID 相同',
      'unset NCCL_SHM_DISABLE NCCL_HOSTID',
    ],
    verify: () => '机器内部的连接显示 "via P2P"',
  },
  'ib-completion-error': {
    title: ({ status, hosts, times }, print) =>
      `${on(hosts, print)}RDMA 传输失败：${statusName(status)}（${print.count(times)} 行）`,
    cause: ({ status }) => `RDMA 传输失败：${statusName(status)}`,
    detail: ({ status, vendor, peers, nics }, print) =>
      `${STATUS[status]?.meaning ?? '网卡以错误返回了请求。'}${vendor === undefined ? '' : `厂商错误码 ${vendor}。`}${peers.length === 0 ? '' : `另一端：${some(peers, print)}。`}${nics.length === 0 ? '' : `网卡：${some(nics, print)}。`}报告它的主机只是连接的一端；原因可能在任一端，也可能在两者之间的路径上。NCCL 会停止作业。`,
    actions: ({ status }) => STATUS[status]?.actions ?? OTHER_STATUS,
    verify: () => '两台主机之间的 ib_write_bw（使用 GPUDirect 时加 --use_cuda）以线速运行且没有错误',
  },
}

const SIGN: Readonly<Record<FasterSign, string>> = {
  device: 'RDMA 设备',
  interface: '快速网络的接口',
  plugin: 'RDMA 插件',
  setting: '指定了 RDMA 设备的设置',
  port: '已启用的 RDMA 端口',
  'other-host': '同一作业中使用它的另一台主机',
}

const FABRIC = {
  efa: {
    name: 'EFA',
    plugin: ' aws-ofi-nccl 和 libfabric（EFA 安装程序）',
    devices: 'fi_info -p efa：看得到设备吗（/dev/infiniband/uverbs*）？',
    network: 'AWS Libfabric',
  },
  slingshot: {
    name: 'Slingshot',
    plugin: '带 libfabric cxi provider 编译的 aws-ofi-nccl',
    devices: 'fi_info -p cxi：看得到设备吗？',
    network: 'AWS Libfabric',
  },
  tcpx: {
    name: 'GPUDirect-TCPX',
    plugin: '该机型的 GPUDirect-TCPX 或 TCPXO 插件',
    devices: '接收守护进程（rxdm）必须与作业一起运行',
    network: 'FasTrak',
  },
} as const

const STATUS: Readonly<
  Record<number, { readonly name: string; readonly meaning: string; readonly actions: readonly string[] }>
> = {
  4: {
    name: '本地保护错误',
    meaning:
      '网卡无法读写这一侧的内存：对 GPU 内存而言，常常是 ACS、处于转换模式的 IOMMU，或与驱动不匹配的 peer-memory 模块。',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC：如果这样能运行，原因就是 GPUDirect',
      '在 GPU 和网卡上方的桥上 lspci -vvv | grep ACSCtl；cat /proc/cmdline 看 iommu=pt',
      '每次更新驱动后 modprobe -r nvidia-peermem，再 modprobe nvidia-peermem',
    ],
  },
  5: {
    name: '被冲刷',
    meaning: '这个请求排在一个失败的请求之后：原因是更早的错误，也许在另一端。',
    actions: ['在所有 rank 的日志中找第一个 "Got completion"'],
  },
  10: {
    name: '远端访问错误',
    meaning: '另一端拒绝访问：其内存没有（或不再）注册，常常因为那里的进程先结束了。',
    actions: ['在所有 rank 的日志中找第一个错误：谁先结束？'],
  },
  11: {
    name: '远端操作错误',
    meaning: '另一端的网卡做不到：对 GPU 内存而言，常常是那里的 ACS 或 IOMMU。',
    actions: [
      '在另一端 lspci -vvv | grep ACSCtl',
      'NCCL_NET_GDR_LEVEL=LOC：如果这样能运行，原因就是 GPUDirect',
    ],
  },
  12: {
    name: '超过重试次数',
    meaning: '另一端没有应答：线缆或端口，错误的 GID 或 MTU，没有流控时丢包（RoCE），或那里的进程已结束。',
    actions: [
      '在两端 ibstat：端口是 Active 吗？错误计数：perfquery 或 ethtool -S',
      'RoCE：两端的 NCCL_IB_GID_INDEX（v2）、MTU 和流量类别相同；每一跳都有流控（PFC）',
      '在那块网卡上，两台主机之间跑 ib_write_bw',
      '找更早结束的 rank：它的对端随后会报告这个错误',
    ],
  },
  13: {
    name: '接收方未就绪',
    meaning: '另一端没有及时准备缓冲区：那里的进程卡住了或远远落后。',
    actions: ['看另一端：进程还活着吗？'],
  },
}

const OTHER_STATUS = [
  '在所有 rank 的日志中找第一个 "Got completion"',
  '在那块网卡上，两台主机之间跑 ib_write_bw',
]

const statusName = (status: number): string =>
  STATUS[status] === undefined ? `状态 ${status}` : `状态 ${status}（${STATUS[status].name}）`

const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : `${some(hosts, print)} 上 `

function some(names: readonly string[], print: Print): string {
  return names.length > 4
    ? `${names.slice(0, 3).join('、')} 等（另有 ${print.count(names.length - 3)} 个）`
    : names.join('、')
}
