/** Chinese: vm-topology-missing. */
import type { VmTopologyMissingValues } from '../../../rules/machine/vm-topology-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const vmTopologyMissing: RuleText<VmTopologyMissingValues> = {
  name: '虚拟机隐藏了 PCIe 树',
  about: '警告。GPU 上方有两个或更多桥报告 2.5 GT/s x1（PCI[0.2]），真实插槽不会如此。',

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
  inOrder: 'PCIe 树真实',
  explained: {
    knownBy: 'NCCL 拓扑中 GPU 上方的 PCI[0.2]。',
    costs: '选错网卡，channel 少，不用 GPUDirect：最多损失一半。',
    todo: '裸机的 NCCL_TOPO_FILE；绑定；承载机上的 ACS。',
    verify: '每个 GPU 上方为 PCI[24.0] 或更高。',
  },
}
