/** Chinese: p2p-forced-off. */
import type { P2pForcedOffValues } from '../../../rules/path/p2p-forced-off.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const p2pForcedOff: RuleText<P2pForcedOffValues> = {
  name: '设置关闭了 GPU 间的点对点',
  about:
    '文件显示有 NVLink 时为错误，否则为警告；驱动本来就不允许点对点时为信息。NCCL 把 NCCL_P2P_DISABLE=1 记为 NCCL_P2P_LEVEL LOC。',

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
  explained: {
    knownBy: '环境或日志中的 NCCL_P2P_DISABLE 或 NCCL_P2P_LEVEL，以及 topo -m、nvlink -s 或日志中的 NVLink。',
    costs: '有 NVLink 时损失主机内十分之九的带宽。',
    todo: '两个都去掉；如果因此又挂起，修复 ACS 或 IOMMU。',
    verify: '连接显示 P2P。',
  },
}
