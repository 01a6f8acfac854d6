/** Chinese: acs-redirect. */
import type { AcsRedirectValues } from '../../../rules/path/acs-redirect.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const acsRedirect: RuleText<AcsRedirectValues> = {
  name: 'PCIe 访问控制把 P2P 流量送上 CPU',
  about:
    'GPU 或网卡上方的 PCIe 交换机端口有 ReqRedir+ 或 CmpltRedir+ 时为错误；列表看不出其下有什么时为警告；CPU 自己的端口为信息。只有 SrcValid+ 不会重定向。同一交换机下的 GPU 测得比相距远的更慢、而没有列表说明原因时也为警告。',

  title: ({ ports, where, host, close = 0, far = 0 }, print) =>
    where === 'measured'
      ? `${on(host)}同一 PCIe 交换机下的 GPU 之间为 ${print.rate(close)}，相距远的为 ${print.rate(far)}：流量没有走交换机`
      : `${on(host)}PCIe 访问控制（ACS）在 ${print.count(ports)} 个${where === 'root' ? '根端口' : where === 'switch' ? '交换机端口' : '端口'}把 P2P 流量送上 CPU`,
  cause: ({ where }) =>
    where === 'measured' ? 'P2P 流量没有走 PCIe 交换机' : 'PCIe 访问控制（ACS）把 P2P 流量送上 CPU',
  detail: ({ where, gpus, nics, addresses }, print) =>
    `${addresses.filter(Boolean).join('，')}${addresses.some(Boolean) ? '：' : ''}${where === 'measured' ? '同一交换机下的一对本应最快。访问控制（ACS）或 IOMMU 会把这样的流量送上 CPU 再折返；没有 P2P 的 GPU（GeForce）也是如此。以 root 运行 lspci -vvv 可以确定。' : where === 'unknown' ? '列表中看不到其下有什么。' : `其下有 ${print.count(gpus)} 块 GPU 和 ${print.count(nics)} 块网卡。`}${where === 'measured' ? '' : where === 'root' ? '在 CPU 自己的端口上，P2P 本来就要经过 CPU；只有设备上方有交换机时才要紧。' : 'ReqRedir+ 和 CmpltRedir+ 使经过交换机的近路变成经过根复合体的远路：GPUDirect RDMA 和 P2P 只剩一半或更少，甚至超时。仅用 iommu=pt 不会清除它。'}`,
  actions: ({ addresses }) => [
    `对每个这样的端口执行 setpci -s ${addresses[0] || 'BRIDGE'} ECAP_ACS+6.w=0000，需要 root，每次启动后都要做（虚拟机：在承载它的机器上）`,
    'BIOS：关闭 ACS；内核：对这些端口使用 pci=disable_acs_redir=...',
  ],
  verify: () =>
    'lspci -vvv | grep ACSCtl 在这些端口显示 ReqRedir- CmpltRedir-；用 NCCL_ALGO=RING 在两个节点上运行 all_reduce_perf',
  inOrder: 'ACS 没有重定向',
  explained: {
    knownBy:
      '以 root 运行 lspci -vvv：GPU 和网卡上方网桥的 ACSCtl；或 p2pBandwidthLatencyTest（nvbandwidth）对照 nvidia-smi topo -m。',
    costs: 'GPUDirect RDMA 和 PCIe 上的 P2P 只剩一半或更少，甚至超时。NVLink 不受影响。',
    todo: '每次启动后用 setpci 在这些端口清除 ACS，或在 BIOS 中关闭；虚拟机：在承载它的机器上做。',
    verify: 'ACSCtl 显示 ReqRedir- CmpltRedir-。',
  },
}
