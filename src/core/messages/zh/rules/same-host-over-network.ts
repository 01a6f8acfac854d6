/** Chinese: same-host-over-network. */
import type { SameHostOverNetworkValues } from '../../../rules/path/same-host-over-network.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const sameHostOverNetwork: RuleText<SameHostOverNetworkValues> = {
  name: '同一台机器的 GPU 经网络通信',
  about:
    '警告。连接两端主机名相同，或通信器数出的节点多于主机。各带一个 GPU 的容器可能在同一台机器上：只是可能，并会说明。没有 NVLink 时主机名相同为信息，因为 NCCL 可能更愿意用网卡。',

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
    '把一台机器的所有 GPU 放进一个容器（一个有全部 GPU 的 pod，按 rank 设置 CUDA_VISIBLE_DEVICES）',
    '分开的容器：docker run --ipc=host --pid=host --gpus all，并让同一台机器上的 NCCL_HOSTID 相同',
    'unset NCCL_SHM_DISABLE NCCL_HOSTID',
  ],
  verify: () => '机器内部的连接显示 "via P2P"',
  explained: {
    knownBy: '两端主机名相同的网络连接；nNodes 对照通信器的主机；容器的名称。',
    costs: '走网卡而不是 NVLink：十分之一的带宽。',
    todo: '把一台机器的所有 GPU 放进一个容器。',
    verify: '机器内部的连接显示 P2P。',
  },
}
