/** 中文：有关主机内路径和作业进程的规则，用于 `list rules`、`explain` 和文档。 */
import type { RuleExplanation } from '../explain-rules.ts'
import type { JobFindings } from '../findings-job.ts'
import type { PathFindings } from '../findings-paths.ts'
import type { RuleText } from '../rules.ts'

type Id = keyof PathFindings | keyof JobFindings

export const pathRules: Readonly<Record<Id, RuleText>> = {
  'p2p-forced-off': {
    title: '设置关闭了 GPU 间的点对点',
    about:
      '文件显示有 NVLink 时为错误，否则为警告；驱动本来就不允许点对点时为信息。NCCL 把 NCCL_P2P_DISABLE=1 记为 NCCL_P2P_LEVEL LOC。',
  },
  'nvlink-unused': {
    title: 'NVLink 相连的 GPU 走共享内存',
    about:
      '错误。主机的所有 GPU 都在 NVSwitch 后面，而日志显示它们之间的连接走共享内存。在 mesh 中，没有链路的对这样做是对的。',
  },
  'p2p-asymmetric': {
    title: '点对点只在一个方向上',
    about: '错误；只有一行显示时为警告。一对中一个方向走点对点，另一个方向走共享内存。',
  },
  'shm-too-small': {
    title: '/dev/shm 已满',
    about: '错误，结论为故障：NCCL 无法建立进程间的缓冲区。容器默认只有 64 MB。',
  },
  'graph-search-failed': {
    title: 'NCCL 找不到 ring',
    about:
      '警告，有 NVLink 时为错误："Could not find a path for pattern ..., falling back to simple order"，或只有一个 channel、0.1 GB/s 的图。NVLS 和 CollNet 的 pattern 在交换机不支持时失败是正常的。',
  },
  'few-channels': {
    title: '只有一两个 channel',
    about:
      'NVSwitch 后的单台主机且至少四个 rank 时为警告；多台主机时为信息，因为数量由网卡决定。人为设置的限制按该设置报告。',
  },
  'nvls-unavailable': {
    title: '本应有的 NVLink SHARP 不可用',
    about: '警告。Hopper 及以后的 GPU 在 NVSwitch 后面，而 NCCL 没有组播。在 A100 上本来如此。',
  },
  'mnnvl-unavailable': {
    title: 'NVLink 机柜的节点走网络',
    about: '警告。GB200 或 GB300，多个节点，所有 rank 都是 "MNNVL 0"。',
  },
  'vm-topology-missing': {
    title: '虚拟机隐藏了 PCIe 树',
    about: '警告。GPU 上方有两个或更多桥报告 2.5 GT/s x1（PCI[0.2]），真实插槽不会如此。',
  },
  'amd-p2p-env': {
    title: 'RCCL 自己指出主机缺少的东西',
    about: '警告。RCCL 指出 HSA_FORCE_FINE_GRAIN_PCIE=1、iommu=pt 或 NUMA 平衡。',
  },
  'version-mismatch': {
    title: '各 rank 的 NCCL 版本不同',
    about: 'NCCL 自己指出时为错误，同一通信器的主机记录的版本不同时为警告。CUDA 驱动不同为信息。',
  },
  'cpu-binding': {
    title: 'CPU 核太少的进程',
    about: '警告。一两个核；或至多十六个，且不到同一 GPU 的另一个进程的一半。',
  },
  'collective-mismatch': {
    title: '各 rank 调用了不同的集合通信',
    about:
      '错误，结论为故障：watchdog 列出不同的操作，或记录的调用不止一次不同。日志末尾只有一次不同为警告，所有 rank 都已越过的则是被截断的行。',
  },
  hang: {
    title: '没有结束的集合通信',
    about:
      '错误，结论为故障：PyTorch 的 watchdog 或 NCCL 的 RAS 这样说；列出落后的 rank。日志在建立通信器时结束为信息。',
  },
}

export const pathExplained: Readonly<Record<Id, RuleExplanation>> = {
  'p2p-forced-off': {
    known: '环境或日志中的 NCCL_P2P_DISABLE 或 NCCL_P2P_LEVEL，以及 topo -m、nvlink -s 或日志中的 NVLink。',
    costs: '有 NVLink 时损失主机内十分之九的带宽。',
    todo: '两个都去掉；如果因此又挂起，修复 ACS 或 IOMMU。',
    verify: '连接显示 P2P。',
  },
  'nvlink-unused': {
    known:
      '同一主机的 rank 之间 "via SHM"，而其拓扑显示有 NVSwitch；否则看 NCCL 找到的环（"Pattern 4 ... type SYS"，或图文件的 typeintra）。',
    costs: '损失主机内十分之九的带宽。',
    todo: '先看设置，再看 nvidia-smi topo -p2p r、Fabric Manager、容器。',
    verify: '连接显示 P2P。',
  },
  'p2p-asymmetric': {
    known: '日志中一对的两个方向，或两个方向的 DeviceCanAccessPeer。',
    costs: '通信器建立不起来，或挂起。',
    todo: '固件：GPU 内存放在哪里。',
    verify: '两个方向一致。',
  },
  'shm-too-small': {
    known: 'posix_fallocate 或共享内存报 "No space left on device"。',
    costs: '作业无法启动。',
    todo: '--shm-size=1g 或 --ipc=host。',
    verify: '容器内 df -h /dev/shm。',
  },
  'graph-search-failed': {
    known: '搜索的那一行，或 "Pattern 4" 为 nChannels 1、bw 0.1；图文件（NCCL_GRAPH_DUMP_FILE）中也一样。',
    costs: '只有一个慢 ring 而不是多个：十分之一的带宽或更少。',
    todo: '所有 GPU 的链路、过时的拓扑文件、容器、虚拟机。',
    verify: 'Pattern 4 显示多个 channel。',
  },
  'few-channels': {
    known: '"2 coll channels" 或图文件的 nchannels，以及日志、拓扑文件或 GPU 名称所示的 NVSwitch。',
    costs: '最多损失十分之九的带宽。',
    todo: '所有 GPU 的链路；拓扑；网卡。',
    verify: '更多 channel。',
  },
  'nvls-unavailable': {
    known:
      '"NVLS multicast support is not available" 或 0 nvls channels，以及 Hopper 或 Blackwell 的 NVLink。',
    costs: '八个 H100 的 all_reduce：370 而不是 480 GB/s。',
    todo: 'Fabric Manager；驱动；虚拟机传递了什么。',
    verify: 'nvls channels 大于 0。',
  },
  'mnnvl-unavailable': {
    known: 'GB200 或 GB300 的多个节点上 "MNNVL 0"。',
    costs: '走网卡而不是 NVLink：损失节点间约十分之九的带宽。',
    todo: '所有节点上的 IMEX；容器中的相应设备。',
    verify: '"MNNVL 1"。',
  },
  'vm-topology-missing': {
    known: 'NCCL 拓扑中 GPU 上方的 PCI[0.2]。',
    costs: '选错网卡，channel 少，不用 GPUDirect：最多损失一半。',
    todo: '裸机的 NCCL_TOPO_FILE；绑定；承载机上的 ACS。',
    verify: '每个 GPU 上方为 PCI[24.0] 或更高。',
  },
  'amd-p2p-env': {
    known: 'RCCL 自己的警告。',
    costs: '走共享内存而不是点对点，传输要转换，或时间波动。',
    todo: '警告所说的。',
    verify: '警告消失。',
  },
  'version-mismatch': {
    known: '通信器各主机的 "NCCL version"，或 NCCL 的警告。',
    costs: '作业停止或挂起。',
    todo: '各处用相同的镜像。',
    verify: '所有日志只有一个版本。',
  },
  'cpu-binding': {
    known: '"Setting affinity for GPU 0 to ff"：掩码的位数。',
    costs: '网络线程等待 CPU 核；延迟及其波动变大。',
    todo: 'srun --cpu-bind、mpirun --bind-to none、给容器更多 CPU。',
    verify: '掩码显示靠近 GPU 的所有核。',
  },
  'collective-mismatch': {
    known: '相同的 opCount 调用不同（NCCL_DEBUG_SUBSYS=COLL），或 watchdog 在同一 SeqNum 的 OpType 不同。',
    costs: '作业挂起，或算出无意义的结果。',
    todo: '应用：以 rank 为条件的分支，不均匀的数据。',
    verify: '所有 rank 调用相同。',
  },
  hang: {
    known: '"Watchdog caught collective operation timeout"、每个 rank 最后提交和完成的 work；RAS。',
    costs: '作业在时限后停止。',
    todo: '看落后的 rank：py-spy，其主机的 dmesg。',
    verify: '作业通过这一点。',
  },
}

export const pathInOrder: Readonly<Partial<Record<Id, string>>> = {
  'nvlink-unused': '使用了 NVLink',
  'graph-search-failed': '找到了 ring',
  'few-channels': 'channel 足够',
  'nvls-unavailable': '使用了 NVLS',
  'mnnvl-unavailable': '使用了节点间 NVLink',
  'vm-topology-missing': 'PCIe 树真实',
  'version-mismatch': '所有主机 NCCL 相同',
  'cpu-binding': 'CPU 核足够',
  'collective-mismatch': '所有 rank 调用相同',
}
