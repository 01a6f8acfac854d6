/** Chinese: nvlink-unused. */
import type { NvlinkUnusedValues } from '../../../rules/path/nvlink-unused.ts'
import type { RuleText } from '../../rule-text.ts'

export const nvlinkUnused: RuleText<NvlinkUnusedValues> = {
  name: 'NVLink 相连的 GPU 走共享内存',
  about:
    '错误。主机的所有 GPU 都在 NVSwitch 后面，而日志显示它们之间的连接走共享内存。在 mesh 中，没有链路的对这样做是对的。',

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
  inOrder: '使用了 NVLink',
  explained: {
    knownBy:
      '同一主机的 rank 之间 "via SHM"，而其拓扑显示有 NVSwitch；否则看 NCCL 找到的环（"Pattern 4 ... type SYS"，或图文件的 typeintra）。',
    costs: '损失主机内十分之九的带宽。',
    todo: '先看设置，再看 nvidia-smi topo -p2p r、Fabric Manager、容器。',
    verify: '连接显示 P2P。',
  },
}
