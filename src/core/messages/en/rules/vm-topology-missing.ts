/** English: vm-topology-missing. */

import type { VmTopologyMissingValues } from '../../../rules/machine/vm-topology-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'
import { counted } from '../phrases/words.ts'

export const vmTopologyMissing: RuleText<VmTopologyMissingValues> = {
  name: 'a virtual machine hides the PCIe tree',
  about: 'Warning. Two or more bridges above GPUs report 2.5 GT/s x1 (PCI[0.2]), which no real slot does.',

  title: ({ hosts, bridges }, print) =>
    `NCCL sees ${counted(bridges, print, 'virtual PCIe bridge')} above the GPUs${on(hosts, print)}, not the real topology`,
  cause: () => 'the virtual machine hides the PCIe topology',
  detail: ({ rate, file }, print) =>
    `Such bridges report 2.5 GT/s x1 (${print.rate(rate)} in NCCL’s list); no real slot is that slow. NCCL therefore works with wrong bandwidths, and does not know which NIC is close to which GPU.${file === undefined ? '' : ` NCCL_TOPO_FILE=${file} is set but has no effect: its bus ids do not match this machine.`}`,
  actions: () => [
    'Set NCCL_TOPO_FILE to a file with the PCIe tree of the bare machine and the bus ids of this one (clouds ship one for each instance type)',
    'Pin the NUMA nodes and CPUs of the virtual machine as on its host',
    'On the host, check ACS on the bridges above GPUs and NICs (ATS needs specific ACS settings)',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=GRAPH shows PCI[24.0] or PCI[48.0] above each GPU',
  inOrder: 'NCCL sees the real PCIe tree',
  explained: {
    knownBy: 'PCI[0.2] above GPUs in NCCL’s topology.',
    costs: 'Wrong NICs, few channels and no GPUDirect: up to half of the bandwidth.',
    todo: 'Set NCCL_TOPO_FILE for the bare machine, pin NUMA nodes and CPUs, and check ACS on the host.',
    verify: 'NCCL shows PCI[24.0] or more above each GPU.',
  },
}
