/** Chinese: tcp-fallback. */
import type { TcpFallbackValues } from '../../../rules/path/tcp-fallback.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, SIGN, some } from '../phrases/network.ts'

export const tcpFallback: RuleText<TcpFallbackValues> = {
  name: '有更快的网络，作业却走 TCP',
  about:
    '多台主机这样通信且文件中有内容表明本应有 RDMA 时为错误；主机数未知时为警告；没有更快网络的迹象时为信息。单台主机不报告。',

  title: ({ hosts, sign, forcedBy, nodes }, print) =>
    `${on(hosts, print)}NCCL 走 TCP socket${forcedBy !== undefined ? `，由 ${forcedBy} 强制` : sign !== undefined ? '，尽管有更快的网络' : nodes === 'several' ? '，用于主机之间的传输' : ''}`,
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
  explained: {
    knownBy:
      '"Using network Socket"，同时有 RDMA 设备、插件、InfiniBand 接口、NCCL_IB_HCA、已启用的端口，或同一作业中使用 RDMA 的另一台主机。',
    costs: '在 100 Gb/s 端口上约 4 GB/s 而不是 12，还占用 CPU；端口越快损失越多。',
    todo: '找到 "Using network Socket" 之前说明原因的那一行；去掉 NCCL_IB_DISABLE 和 NCCL_NET。',
    verify: '日志显示的网络不是 Socket。',
  },
}
