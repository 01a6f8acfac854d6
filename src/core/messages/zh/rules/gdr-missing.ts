/** Chinese: gdr-missing. */
import type { GdrMissingValues } from '../../../rules/path/gdr-missing.ts'
import type { RuleText } from '../../rule-text.ts'

export const gdrMissing: RuleText<GdrMissingValues> = {
  name: '没有连接使用 GPUDirect RDMA',
  about: 'GPU 支持它（看到 NVLink）、NCCL 说缺少模块，或有设置关闭了它时为警告；否则为信息。',

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
  inOrder: '使用了 GPUDirect RDMA',
  explained: {
    knownBy:
      '连接为 "via NET/IB/0" 而没有 /GDRDMA；"GPU Direct RDMA Disabled ... (no module)"；NCCL_NET_GDR_LEVEL。',
    costs: '主机之间大约一半的带宽。',
    todo: '在每台主机上 modprobe nvidia-peermem，或用较新内核和驱动的 DMA-BUF。',
    verify: '连接以 /GDRDMA 结尾。',
  },
}
