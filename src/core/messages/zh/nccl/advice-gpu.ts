/** 中文：knowledge/messages/topics.ts 中与 GPU、CUDA 和主机内部路径有关的主题，其原因和处理办法。 */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceGpu = {
  p2p: {
    title: 'GPU 之间没有点对点访问（P2P）',
    causes:
      'GeForce GPU、不少芯片组和虚拟机不提供它，NCCL 会改走主机内存。若本应可用：ACS 或 IOMMU、BAR1 太小、rank 分在不同容器，或内存无法共享（expandable segments）。',
    actions: [
      'nvidia-smi topo -p2p r：哪些 GPU 对不是 OK？',
      '用 NCCL_P2P_DISABLE=1 试一次：如果作业能运行，原因就是 P2P（vLLM 还要 --disable-custom-all-reduce）',
      '以 root 执行 lspci -vvv | grep ACSCtl；cat /proc/cmdline：iommu=pt；nvidia-smi -q -d MEMORY：BAR1（BIOS 中的 Resizable BAR）',
      '用一个容器容纳主机的所有 GPU；unset PYTORCH_CUDA_ALLOC_CONF 试一次',
    ],
    verify: 'p2pBandwidthLatencyTest 在所有 GPU 对上都能运行；日志中的连接为 "via P2P"',
  },
  'nvlink-broken': {
    title: 'NVLink 或 NVSwitch 不正常',
    causes:
      '通常是链路断开或在传输中出错，或 Fabric Manager 没有运行。MIG 和机密计算也会让 NVLink 上的 P2P 不可用。',
    actions: [
      'nvidia-smi nvlink -s：所有 GPU 的链路都活动吗？',
      'systemctl status nvidia-fabricmanager：在运行，且与驱动版本一致吗？',
      'dmesg -T | grep -i -E "xid|sxid"：最先出错的是哪块 GPU？',
      '主机上没有作业时 nvidia-smi --gpu-reset，或重启；再次出现：把主机移出调度（drain）并报修',
    ],
    verify: 'nvidia-smi nvlink -s 列出全部链路，nvidia-smi topo -p2p r 中所有 GPU 对都是 OK',
  },
  'fabric-manager': {
    title: 'Fabric Manager 或 NVSwitch 多播未就绪',
    causes:
      '通常是 nvidia-fabricmanager 没有运行、与驱动版本不同，或重启之后没有重置 GPU。虚拟机的分区也可能不提供多播。',
    actions: [
      'systemctl status nvidia-fabricmanager：在运行，且与驱动版本一致吗？',
      'nvidia-smi -q | grep -A 3 Fabric：State Completed、Status Success？',
      '主机上没有作业时 nvidia-smi --gpu-reset，再 systemctl restart nvidia-fabricmanager；或重启主机',
      '如果只有 NVLS 失败，在此之前先用 NCCL_NVLS_ENABLE=0',
    ],
    verify: 'nvidia-smi -q 显示 Fabric State Completed；日志计入 nvls channel',
  },
  imex: {
    title: '无法使用主机之间的 NVLink',
    causes:
      '通常是 nvidia-imex 没有在域内所有主机上运行，或容器里没有 IMEX 通道。也可能是在主机之间没有 NVLink 的机器上设置了 NCCL_MNNVL_ENABLE=1。',
    actions: [
      '在每台主机上 systemctl status nvidia-imex；nvidia-imex-ctl -N：所有主机都已连接吗？',
      '在容器内 ls /dev/nvidia-caps-imex-channels（Kubernetes：NVIDIA DRA 驱动的 ComputeDomain）',
      'nvidia-smi -q | grep -A 4 Fabric：所有主机的 ClusterUUID 和 CliqueId 相同吗？',
      'unset NCCL_MNNVL_ENABLE；在此之前可用 NCCL_MNNVL_ENABLE=0 改走网卡',
    ],
    verify: '日志显示 "MNNVL 1" 和 clique 的大小',
  },
  'gpu-memory': {
    title: '显存不足',
    causes:
      '通常是模型、batch 或测试的数据量太大，或显存被其他进程占用。除框架的显存池之外，NCCL 的每个通信器还需要空间。',
    actions: [
      '启动前 nvidia-smi（AMD：rocm-smi --showmeminfo vram）：有其他进程占用显存吗？',
      '减小 batch 或序列长度；nccl-tests：减小 -e',
      '在框架的显存池之外留出 1-2 GB；碎片多时用 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True',
      '减少通信器；unset NCCL_BUFFSIZE 和 NCCL_MIN_NCHANNELS',
    ],
    verify: '运行达到峰值时，nvidia-smi 显示每块 GPU 仍有空闲显存',
  },
  'duplicate-gpu': {
    title: 'rank 没有各用一块 GPU',
    causes:
      '通常是程序没有按 local rank 选择 GPU，或主机上的 rank 多于可见的 GPU。也可能是 GPU 被其他进程占用，或处于独占计算模式。',
    actions: [
      '在第一个集合操作之前调用 torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))；init_process_group(device_id=...)',
      '在每个 rank 中 nvidia-smi -L 和 echo $CUDA_VISIBLE_DEVICES：GPU 数不少于 --nproc-per-node 或每节点的任务数',
      'Slurm：用 --gpus-per-node，让每个任务看到全部 GPU；用 --gpus-per-task=1 时，每个任务的设备都是 0',
      'nvidia-smi -q -d COMPUTE；以 root 执行 nvidia-smi -c 0 取消独占模式',
    ],
    verify: 'nvidia-smi 显示每块 GPU 上恰有作业的一个进程；各 rank 日志中的 busId 各不相同',
  },
  'no-gpu': {
    title: '进程看不到 GPU',
    causes: '通常是容器或作业启动时没有分配 GPU，或 CUDA_VISIBLE_DEVICES 为空。也可能是驱动没有加载。',
    actions: [
      '在作业内 nvidia-smi -L；echo $CUDA_VISIBLE_DEVICES',
      'docker run --gpus all（AMD：--device /dev/kfd --device /dev/dri）；Kubernetes：limits 中的 nvidia.com/gpu；Slurm：--gpus-per-node',
      '在主机上 nvidia-smi：如果也失败，dmesg -T | grep -i nvrm',
    ],
    verify: '作业内的 nvidia-smi -L 列出所申请的全部 GPU',
  },
  'driver-version': {
    title: '驱动与 CUDA 不匹配',
    causes:
      '通常是驱动比程序所用的 CUDA 旧，或更新后没有重新加载。也可能是容器里的兼容库（cuda/compat）不适合这个驱动或 GPU。',
    actions: [
      'nvidia-smi：CUDA Version 不能低于镜像的 CUDA 版本',
      '在主机上 cat /proc/driver/nvidia/version：与 nvidia-smi 的版本不同，就重启或重新加载模块',
      '从容器的 LD_LIBRARY_PATH 和 /etc/ld.so.conf.d 中去掉 cuda/compat',
      '改用 CUDA 较旧的镜像，或在所有主机上更新驱动',
    ],
    verify: '作业内能运行 nvidia-smi 和 python -c "import torch; torch.cuda.init()"',
  },
  'built-for-other-gpu': {
    title: '不是为这种 GPU 或其驱动编译的',
    causes:
      '通常是 GPU 比 NCCL 或程序的构建更新，或自行编译时列出的架构太少。也可能是编译所用的 CUDA 比驱动支持的更新。',
    actions: [
      'nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv',
      'python -c "import torch; print(torch.cuda.get_arch_list(), torch.cuda.nccl.version())"；cuobjdump --list-elf libnccl.so.2 | grep sm_',
      '选用支持这种 GPU 的框架和 NCCL 版本；自行编译时 NVCC_GENCODE 要包含它的 sm_ 编号',
      '提示 toolchain 不受支持时：更新驱动',
    ],
    verify: '用这个库在这块 GPU 上能运行 all_reduce_perf -g 1',
  },
  iommu: {
    title: 'IOMMU 转换或拦截设备之间的访问',
    causes: '通常是内核启动时没有 iommu=pt。PCIe 桥上的 ACS 往往同时存在。',
    actions: [
      'cat /proc/cmdline；dmesg | grep -i "domain type"',
      '内核命令行：iommu=pt（不运行虚拟机时也可用 amd_iommu=off 或 intel_iommu=off），然后重启',
      '以 root 执行 lspci -vvv | grep ACSCtl；iommu=pt 不会清除 ACS',
    ],
    verify: 'dmesg 中默认域类型为 Passthrough，且没有新的 IO_PAGE_FAULT 或 DMAR 行',
  },
  'nvlink-fault': {
    title: 'NVLink 错误',
    causes: '通常是链路、桥或交换芯片有故障。链路另一端的 GPU 故障或进程结束，也会在这里留下同样的错误。',
    actions: [
      '在 NVLink 域内的所有主机上 dmesg -T | grep -i -E "xid|sxid"：最早的是哪一行？',
      '在一次运行前后 nvidia-smi nvlink -e：哪些计数在增长？',
      'journalctl -u nvidia-fabricmanager：它把这个错误记为 fatal 吗？',
      '按 Xid 154 的要求处理，或在没有作业时 nvidia-smi --gpu-reset；再次出现：把主机移出调度（drain）并报修',
    ],
    verify: '一次运行前后 nvidia-smi nvlink -e 的计数相同；没有新的 Xid 或 SXid',
  },
  'gpu-fault': {
    title: 'GPU 故障',
    causes:
      '通常是显存出错，或 GPU 从总线掉线：供电、温度、插槽或 GPU 本身。GPU 固件（GSP）的错误也可能来自驱动。',
    actions: [
      'dmesg -T | grep -i xid：以最早的编号为准；79：给主机断电再上电',
      'nvidia-smi -q -d ECC,ROW_REMAPPER：错误，待生效或失败的行重映射',
      '把主机移出调度（drain）；没有作业时 nvidia-smi --gpu-reset -i GPU，或按 Xid 154 的要求处理',
      '再次出现：dcgmi diag -r 3，更换 GPU；Xid 119 和 120 还可更新驱动',
    ],
    verify: '长时间运行后 dmesg 中没有新的 Xid，nvidia-smi -q -d ECC,ROW_REMAPPER 正常',
  },
  'gpu-application-fault': {
    title: 'GPU 程序访问了不该访问的地址',
    causes:
      '通常是应用的 kernel 有错，或内存还在使用就被释放，也包括进程已结束的相邻 GPU 的内存。很少是 GPU 本身。',
    actions: [
      'dmesg -T | grep -i xid：看最早一行的进程（pid、name）；Xid 43 和 45 由其他错误引起',
      '在所有 rank 的日志中找最先失败的 rank',
      'CUDA_LAUNCH_BLOCKING=1，或对一个 rank 的程序使用 compute-sanitizer',
      '把同一程序放到另一块 GPU 上：错误是否跟着程序走？',
    ],
    verify: '程序在 compute-sanitizer 下通过这一点，dmesg 中没有新的 Xid',
  },
  'pcie-fault': {
    title: 'PCIe 错误',
    causes: '通常是卡或转接卡没有插好，或插槽、线缆的信号不良。也可能是固件，或设备本身。',
    actions: [
      'dmesg -T | grep "PCIe Bus Error"：是哪个设备？运行期间次数在增加吗？',
      '以 root 执行 lspci -vvv -s ADDRESS：LnkSta（速率、宽度）、CESta、UESta',
      '重新插好或交换卡：故障是否随之移动？更新主板、交换芯片和设备的固件',
      '有未纠正的错误：把主机移出调度（drain）',
    ],
    verify: '带负载运行之后，dmesg -T | grep "PCIe Bus Error" 没有新的行',
  },
  numa: {
    title: '内核在 NUMA 节点之间迁移内存',
    causes: 'kernel.numa_balancing 处于打开状态（多数发行版的默认值），带宽会因此波动。',
    actions: [
      'sysctl kernel.numa_balancing',
      '以 root 执行 sysctl -w kernel.numa_balancing=0；要长期生效，写入 /etc/sysctl.d 下的文件',
    ],
    verify: '所有主机上 sysctl kernel.numa_balancing 显示 0',
  },
  'amd-p2p': {
    title: '缺少 AMD GPU 经 PCIe 做 P2P 所需的设置',
    causes: 'HSA_FORCE_FINE_GRAIN_PCIE=1 没有传到所有 rank。',
    actions: [
      '在每个 rank 的作业脚本中 export HSA_FORCE_FINE_GRAIN_PCIE=1',
      'mpirun -x HSA_FORCE_FINE_GRAIN_PCIE=1；docker run -e HSA_FORCE_FINE_GRAIN_PCIE=1',
    ],
    verify: '日志中不再有这一行；主机内部的连接为 "via P2P"',
  },
  'amd-fault': {
    title: 'AMD GPU 故障',
    causes:
      '通常是某个 kernel 访问了错误的地址，或进程已结束的相邻 GPU 的内存。如果 GPU 挂起或被复位：驱动或硬件。',
    actions: [
      '在那台主机上 dmesg -T | grep -i amdgpu；rocm-smi',
      '在所有 rank 的日志中找最先失败的 rank',
      'AMD_SERIALIZE_KERNEL=3 AMD_LOG_LEVEL=3：是哪个 kernel？',
      '在其他 GPU 上做同样的运行：故障是否只在这块 GPU 上？是则把主机移出调度（drain）',
    ],
    verify: '运行通过这一点，dmesg 中没有新的 amdgpu 故障',
  },
  'cuda-sticky': {
    title: '更早的 kernel 破坏了 CUDA 上下文',
    causes:
      '这块 GPU 上有 kernel 失败，通常是应用的 kernel；错误要到后面的调用才显现，NCCL 往往只是最先发现。也可能是旧版 NCCL 的缺陷，或 GPU 本身。',
    actions: [
      '在那台主机上 dmesg -T | grep -i xid：Xid 和进程',
      '以最先出现这个错误的 rank 为准，其余由它引起',
      'CUDA_LAUNCH_BLOCKING=1：这样报错的就是出错的调用；地址错误用 compute-sanitizer',
      '更新 NCCL；把同一程序放到另一块 GPU 上',
    ],
    verify: '有没有 CUDA_LAUNCH_BLOCKING=1，程序都能通过这一点',
  },
  'cuda-other': {
    title: 'CUDA 调用失败',
    causes:
      'CUDA 的文字说明了种类：最常见的是容器缺少权限或设备、驱动在故障后状态异常、CUDA 启动之后又 fork，或捕获期间不允许的调用。',
    actions: [
      '在作业内 nvidia-smi；在主机上 dmesg -T | grep -i -E "xid|nvrm"',
      '容器：docker run --gpus all --ipc=host，不用自定义的 seccomp 配置',
      '先用 NCCL_CUMEM_ENABLE=0，再用 NCCL_NVLS_ENABLE=0 各试一次：哪个能让它运行？',
      'fork：multiprocessing 的启动方式改为 "spawn"；捕获：在捕获之前创建进程组',
    ],
    verify: '在同样的环境中能运行 all_reduce_perf，作业通过这一点',
  },
  'wrong-results': {
    title: '结果有误',
    causes:
      '通常是 GPU 之间的 P2P 损坏了数据（ACS、IOMMU，或驱动在不支持 P2P 的 GPU 上提供了它）。也可能是某块 GPU 的显存，或 NCCL_PROTO 指定了不适合该链路的协议。',
    actions: [
      'unset NCCL_PROTO 和 NCCL_ALGO',
      '先用 NCCL_P2P_DISABLE=1，再用 NCCL_PROTO=Simple 各试一次：哪个能得到正确的结果？',
      '以 root 执行 lspci -vvv | grep ACSCtl；cat /proc/cmdline：iommu=pt',
      '每次只用一半 GPU 运行，逐步缩小到一块；dcgmi diag -r 3',
    ],
    verify: '多次运行 all_reduce_perf -c 1，#wrong 列都是 0',
  },
  'config-file': {
    title: '拓扑文件或图文件不合适',
    causes:
      '通常是 NCCL_TOPO_FILE 或 NCCL_GRAPH_FILE 属于别的机器或 NCCL 版本、没有挂载到容器里，或作业只用了部分 GPU。',
    actions: [
      'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE：NCCL 会自行探测机器',
      '在作业内对该文件执行 ls -l 和 xmllint --noout',
      '在这台机器上 NCCL_TOPO_DUMP_FILE=/tmp/topo.xml：与该文件比较',
    ],
    verify: '作业启动时不再有关于 XML 或找不到节点的行',
  },
  'topology-missing': {
    title: '看不到 PCIe 拓扑',
    causes: '通常是虚拟机隐藏了它，或容器内的 /sys 不完整。NCCL 会为速率和距离采用默认值。',
    actions: [
      'NCCL_TOPO_DUMP_FILE=/tmp/topo.xml：所有 GPU 和网卡都在其中，且位于正确的 CPU 下吗？',
      '用 NCCL_TOPO_FILE 指定云厂商为这种实例提供的文件',
      '在虚拟机内 nvidia-smi topo -m 和 lspci -tv；容器内要挂载 /sys',
    ],
    verify: 'nvidia-smi topo -m 和导出的拓扑与机器一致',
  },
  'graph-search': {
    title: 'NCCL 在机器内没有找到好的路径',
    causes:
      '通常是拓扑被隐藏或不完整（虚拟机、拓扑文件）、各主机不同，或 P2P 已关闭。NCCL 会改用简单的次序，或停止。',
    actions: [
      'unset NCCL_GRAPH_FILE NCCL_TOPO_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE',
      '在所有主机上 nvidia-smi topo -m：相同吗？nvidia-smi topo -p2p r：是 OK 吗？',
      'NCCL_TOPO_DUMP_FILE=/tmp/topo.xml：是否少了 GPU 或网卡？虚拟机：云厂商的 NCCL_TOPO_FILE',
      '机器比 NCCL 新时：更新 NCCL',
    ],
    verify: '日志的 "Pattern" 行显示预期的带宽（NCCL_DEBUG_SUBSYS=INIT,GRAPH）',
  },
} as const satisfies Partial<Record<Topic, Advice>>
