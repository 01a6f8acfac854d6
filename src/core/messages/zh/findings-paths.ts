/** 中文：从 NCCL 日志得出的主机内 GPU 间路径的发现。 */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { PathFindings } from '../findings-paths.ts'

export const pathFindings: Pick<FindingTexts, keyof PathFindings> = {
  'p2p-forced-off': {
    title: ({ name, value, nvlink, hosts }, print) =>
      `${on(hosts, print)}${name}=${value} 关闭了 GPU 间的点对点${nvlink ? '：NVLink 闲置' : ''}`,
    cause: ({ name, value }) => `${name}=${value} 关闭了点对点`,
    detail: ({ name, denied, shared }, print) =>
      `${name === 'NCCL_P2P_LEVEL' ? 'NCCL 把 NCCL_P2P_DISABLE=1 记为 NCCL_P2P_LEVEL LOC；两者都可能是被设置的那个。' : ''}主机内 GPU 之间的数据因此要经过主机内存${shared > 0 ? `（此日志中有 ${print.count(shared)} 个连接如此）` : ''}。${denied ? '驱动本来就不允许这些 GPU 之间点对点，所以这个设置在这里没有代价。' : '有 NVLink 时只剩十分之一的带宽或更少；PCIe 卡之间则视情况而定。A100 上的 "0 nvls channels" 不是故障。'}`,
    actions: ({ denied }) =>
      denied
        ? []
        : [
            '在所有主机上 unset NCCL_P2P_DISABLE NCCL_P2P_LEVEL（包括 nccl.conf、-x 和镜像）',
            '如果随后挂起或结果错误，当初设置它的原因就是 ACS 或 IOMMU：修复它',
          ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via P2P" 显示主机内的连接',
  },
  'nvlink-unused': {
    title: ({ host, shared, of, ring }, print) =>
      ring !== undefined
        ? `${host === undefined ? '' : `${host} 上 `}NCCL 的环在 NVLink 相连的 GPU 之间走 ${ring} 路径`
        : `${host === undefined ? '' : `${host} 上 `}NVLink 相连的 GPU 之间 ${print.count(of)} 个连接中有 ${print.count(shared)} 个走共享内存`,
    cause: () => 'GPU 之间没有使用 NVLink',
    detail: ({ link, ring }, print) =>
      `主机的所有 GPU 都由 NVLink 相连${link === undefined ? '' : `（每个 ${print.rate(link)}）`}；${ring === undefined ? '共享内存' : '经过 PCIe 和 CPU 的路'}只有其中一小部分。点对点被设置关闭，被驱动拒绝（ACS、IOMMU、虚拟机），或进程看不到彼此的 GPU。`,
    actions: () => [
      'env | grep NCCL_P2P；nvidia-smi topo -p2p r 每一对都显示 OK 吗？',
      'nvidia-smi nvlink -s：链路都启用了吗？systemctl status nvidia-fabricmanager',
      '容器：所有 GPU 放在一个里，或 --ipc=host 和 --gpus all',
    ],
    verify: () => '连接显示 "via P2P"',
  },
  'p2p-asymmetric': {
    title: ({ from, to, pairs, host, by }, print) =>
      by === 'driver'
        ? `GPU ${from} 到不了 GPU ${to}，反方向却可以（这样的有 ${print.count(pairs)} 对）`
        : `${host === undefined ? '' : `${host} 上 `}rank ${from} 到 rank ${to} 走共享内存，反方向走点对点`,
    cause: () => '点对点只在一个方向上可用',
    detail: ({ pairs }, print) =>
      `有 ${print.count(pairs)} 对不一致。两端各自选择传输方式；选择不同时，建立连接会失败或永远等待。固件把一些 GPU 的内存放到别的 GPU 够不到的位置，就会这样。`,
    actions: () => [
      '固件：打开 "Above 4G decoding"，MMIO 高端基址和大小按厂商建议；升级固件',
      'rocm-bandwidth-test，或 nvidia-smi topo -p2p r：哪些对是单向的？',
      '在此之前：NCCL_P2P_DISABLE=1 让所有对一致，代价是带宽',
    ],
    verify: () => '每一对的两个方向使用相同的传输方式',
  },
  'shm-too-small': {
    title: ({ hosts, bytes }, print) =>
      bytes === undefined
        ? `${on(hosts, print)}/dev/shm 已满：NCCL 无法启动`
        : `${on(hosts, print)}/dev/shm 只有 ${print.bytes(bytes)}`,
    cause: () => '/dev/shm 太小',
    detail: ({ processes }, print) =>
      `${processes === 0 ? '这是容器的默认值。' : `有 ${print.count(processes)} 个进程这样说。`}NCCL 在那里存放同一主机进程间的缓冲区，每一对和每个 channel 几兆字节；docker 给容器 64 MB，Kubernetes 也是。`,
    actions: () => [
      'docker run --shm-size=1g ... 或 --ipc=host',
      'Kubernetes：在 /dev/shm 挂载 medium 为 Memory 的 emptyDir',
      'df -h /dev/shm；没有作业运行时 rm /dev/shm/nccl-*：被杀掉的作业会留下文件',
    ],
    verify: () => '作业运行时在容器内 df -h /dev/shm',
  },
  'graph-search-failed': {
    title: ({ hosts, nvlink }, print) =>
      `${on(hosts, print)}NCCL 找不到符合拓扑的${nvlink ? ' NVLink 路径' : ' ring'}`,
    cause: () => 'NCCL 搜索 ring 失败',
    detail: ({ pattern }) =>
      `它按简单顺序排列 rank（pattern ${pattern}）：一个 channel，模型中只有 0.1 GB/s。常见原因：GPU 型号不同或没有点对点，某个 GPU 的 NVLink 断了，容器只显示部分 GPU，虚拟机隐藏了 PCIe 树，过时的 NCCL_TOPO_FILE。`,
    actions: () => [
      'nvidia-smi topo -m 和 nvidia-smi nvlink -s：所有 GPU 的链路相同吗？',
      'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE CUDA_VISIBLE_DEVICES，再试一次',
      'NCCL_TOPO_DUMP_FILE=topo.xml ...；ringscope topo topo.xml',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=INIT,GRAPH："Pattern 4" 有多个 channel 和几十 GB/s',
  },
  'few-channels': {
    title: ({ channels, ranks }, print) =>
      `NCCL 为 ${print.count(ranks)} 个 rank 只建立了 ${print.count(channels)} 个 channel`,
    cause: ({ channels }, print) => `只有 ${print.count(channels)} 个 channel`,
    detail: ({ nodes }) =>
      nodes === 'one'
        ? 'NVSwitch 后面的 GPU 通常有 16 到 32 个。这么少说明 NCCL 找不到更好的 ring：某个 GPU 的链路断了，或有它看不到的拓扑。'
        : '主机之间由网卡决定：每块给出一到两个 channel。每台主机一块网卡时这么少是对的，更多网卡时就不对。',
    actions: () => [
      'nvidia-smi nvlink -s：每个 GPU 启用的链路数相同吗？',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH ... 2>&1 | grep -E "Pattern|System"',
      '多台主机："NET/IB : Using" 或插件的列表：网卡都在吗？虚拟机中用 NCCL_TOPO_FILE',
    ],
    verify: () => '"coll channels" 一行显示更多',
  },
  'nvls-unavailable': {
    title: ({ hosts }, print) => `${on(hosts, print)}NVLink SHARP（NVLS）不可用`,
    cause: () => 'NVLink SHARP（NVLS）不可用',
    detail: ({ refused }) =>
      `${refused ? 'NCCL 自己这样说。' : 'NCCL 没有为它计入 channel。'}GPU 和 NVSwitch 都支持它：由交换机做加法，八个 H100 的 all_reduce 达到 480 而不是 370 GB/s。Fabric Manager 没有运行或比驱动旧，或虚拟机、容器没有传递组播。`,
    actions: () => [
      'systemctl status nvidia-fabricmanager：在运行，且与驱动版本一致吗？',
      'nvidia-smi -q | grep -A 3 Fabric：State Completed、Status Success？',
      'NCCL 2.18 或更高；没有关闭 cuMem（NCCL_CUMEM_ENABLE）',
    ],
    verify: () => '日志显示 "NVLS multicast support is available"，并计入 nvls channel',
  },
  'mnnvl-unavailable': {
    title: ({ nodes, setting }, print) =>
      setting === undefined
        ? `NVLink 机柜的 ${print.count(nodes)} 个节点经网络通信`
        : `${setting} 让 NVLink 机柜的 ${print.count(nodes)} 个节点只走网络`,
    cause: () => '没有使用多节点 NVLink',
    detail: ({ ranks }, print) =>
      `日志对一个 ${print.count(ranks)} 个 rank 的通信器显示 "MNNVL 0"。节点间的 NVLink 需要每个节点上的 IMEX，以及容器中的相应设备；没有它们，每个节点就用网卡，速度约十分之一。`,
    actions: ({ setting }) => [
      ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')}`]),
      '在每个节点上 systemctl status nvidia-imex；nvidia-imex-ctl -N：所有节点都已连接吗？',
      '在容器内 ls /dev/nvidia-caps-imex-channels',
      'nvidia-smi -q | grep -A 4 Fabric：机柜所有节点的 ClusterUUID 和 CliqueId 相同吗？',
    ],
    verify: () => '日志显示 "MNNVL 1" 和 clique 的大小',
  },
  'vm-topology-missing': {
    title: ({ hosts, bridges }, print) =>
      `${on(hosts, print)}GPU 上方有 ${print.count(bridges)} 个虚拟 PCIe 桥：NCCL 依据的拓扑不真实`,
    cause: () => '虚拟机隐藏了 PCIe 拓扑',
    detail: ({ rate, file }, print) =>
      `它们报告 2.5 GT/s x1（NCCL 列表中为 ${print.rate(rate)}）；没有真实插槽这么慢。这不是设备的带宽，哪块网卡属于哪个 GPU 也看不出来了。${file === undefined ? '' : `NCCL_TOPO_FILE=${file} 已设置却没有改变：其总线地址与这台机器不符。`}`,
    actions: () => [
      'NCCL_TOPO_FILE，内容为裸机的 PCIe 树和这台机器的总线地址（云厂商为每种实例提供一份）',
      '虚拟机：NUMA 节点和 CPU 按承载它的机器绑定',
      '在承载它的机器上：GPU 和网卡上方桥的 ACS（ATS 要求正确设置）',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=GRAPH 在每个 GPU 上方显示 PCI[24.0] 或 PCI[48.0]',
  },
  'amd-p2p-env': {
    title: ({ lacks, hosts }, print) => `${on(hosts, print)}${LACKS[lacks].title}`,
    cause: ({ lacks }) => LACKS[lacks].title,
    detail: ({ lacks }) => `RCCL 自己这样说。${LACKS[lacks].detail}`,
    actions: ({ lacks }) => LACKS[lacks].actions,
    verify: () => '警告消失，GPU 之间的连接显示 "via P2P"',
  },
}

const LACKS = {
  'fine-grain': {
    title: '没有设置 HSA_FORCE_FINE_GRAIN_PCIE=1',
    detail: '经 PCIe（不是 xGMI）时，RCCL 需要它才能在 AMD GPU 间点对点；没有它，数据走共享内存。',
    actions: ['为所有 rank export HSA_FORCE_FINE_GRAIN_PCIE=1（mpirun -x，srun --export）'],
  },
  iommu: {
    title: '内核没有用 iommu=pt 启动',
    detail: '设备间的传输因此要经过转换，损失带宽，还可能挂起。',
    actions: ['在内核命令行（GRUB_CMDLINE_LINUX）加上 iommu=pt，并重启主机'],
  },
  'numa-balancing': {
    title: 'NUMA 平衡已打开',
    detail: '集合通信运行时内核在插槽之间搬移内存页：时间会波动。',
    actions: ['sudo sysctl kernel.numa_balancing=0，并写入 /etc/sysctl.d 供下次启动'],
  },
} as const

const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0
    ? ''
    : hosts.length > 4
      ? `${hosts.slice(0, 3).join('、')} 等（另有 ${print.count(hosts.length - 3)} 台）上 `
      : `${hosts.join('、')} 上 `
