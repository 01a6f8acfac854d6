/** English: vm-topology-missing. */
import type { VmTopologyMissingValues } from '../../../rules/machine/vm-topology-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const vmTopologyMissing: RuleText<VmTopologyMissingValues> = {
  name: 'a virtual machine hides the PCIe tree',
  about: 'Warning. Two bridges or more above GPUs report 2.5 GT/s x1 (PCI[0.2]), which no real slot does.',

  title: ({ hosts, bridges }, print) =>
    `${print.count(bridges)} virtual PCIe bridges stand above the GPUs${on(hosts, print)}: NCCL plans with a topology that is not real`,
  cause: () => 'the virtual machine hides the PCIe topology',
  detail: ({ rate, file }, print) =>
    `They report 2.5 GT/s x1 (${print.rate(rate)} in NCCL’s list); no real slot is that slow. The bandwidth is not what the devices have, and which NIC belongs to which GPU is lost.${file === undefined ? '' : ` NCCL_TOPO_FILE=${file} is set and does not change it: its bus ids do not fit this machine.`}`,
  actions: () => [
    'NCCL_TOPO_FILE with the tree of the bare machine and the bus ids of this one (clouds ship one for each instance type)',
    'Virtual machine: NUMA nodes and CPUs pinned as on the machine that carries it',
    'On the machine that carries it: ACS on the bridges above GPUs and NICs (ATS needs it set the right way)',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=GRAPH shows PCI[24.0] or PCI[48.0] above each GPU',
  inOrder: 'PCIe tree real',
  explained: {
    knownBy: 'PCI[0.2] above GPUs in NCCL’s topology.',
    costs: 'Wrong NICs, few channels, GPUDirect not used: up to half.',
    todo: 'NCCL_TOPO_FILE of the bare machine; pinning; ACS on the carrier.',
    verify: 'PCI[24.0] or more above each GPU.',
  },
}
