/** English: acs-redirect. */
import type { AcsRedirectValues } from '../../../rules/path/acs-redirect.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, plural } from '../phrases/host.ts'

export const acsRedirect: RuleText<AcsRedirectValues> = {
  name: 'PCIe access control sends peer-to-peer traffic up to the CPU',
  about:
    'Error where ports of a PCIe switch above GPUs or NICs have ReqRedir+ or CmpltRedir+; a warning where the listing does not show what lies below; info at the ports of the CPU itself. SrcValid+ alone redirects nothing. A warning too where GPUs under one switch measure slower than GPUs far apart and no listing shows why.',

  title: ({ ports, where, host, close = 0, far = 0 }, print) =>
    where === 'measured'
      ? `GPUs under one PCIe switch reach ${print.rate(close)}, GPUs far apart ${print.rate(far)}${on(host)}: their traffic does not take the switch`
      : `PCIe access control (ACS) sends peer-to-peer traffic up to the CPU at ${print.count(ports)} ${where === 'root' ? `root ${plural(ports, 'port')}` : where === 'switch' ? `switch ${plural(ports, 'port')}` : plural(ports, 'port')}${on(host)}`,
  cause: ({ where }) =>
    where === 'measured'
      ? 'peer-to-peer traffic does not take the PCIe switch'
      : 'PCIe access control (ACS) sends peer-to-peer traffic up to the CPU',
  detail: ({ where, gpus, nics, addresses }, print) =>
    `${addresses.filter(Boolean).join(', ')}${addresses.some(Boolean) ? ': ' : ''}${where === 'measured' ? 'Under a switch a pair should be the fastest. Access control (ACS) or the IOMMU sends such traffic up to the CPU and back; GPUs without peer-to-peer (GeForce) show the same. lspci -vvv as root decides. ' : where === 'unknown' ? 'what lies below is not in the listing. ' : `${print.count(gpus)} ${plural(gpus, 'GPU')} and ${print.count(nics)} ${plural(nics, 'NIC')} lie below. `}${where === 'measured' ? '' : where === 'root' ? 'At the ports of the CPU itself peer-to-peer passes the CPU anyway; it matters where a switch lies above the devices.' : 'ReqRedir+ and CmpltRedir+ turn the short way through the switch into one through the root complex: GPUDirect RDMA and peer-to-peer reach half and less, or time out. iommu=pt alone does not clear it.'}`,
  actions: ({ addresses }) => [
    `setpci -s ${addresses[0] || 'BRIDGE'} ECAP_ACS+6.w=0000 for each of these ports, as root, after every boot (a virtual machine: on the machine that carries it)`,
    'BIOS: ACS off; kernel: pci=disable_acs_redir=... for these ports',
  ],
  verify: () =>
    'lspci -vvv | grep ACSCtl shows ReqRedir- CmpltRedir- at these ports; all_reduce_perf over two nodes with NCCL_ALGO=RING',
  inOrder: 'ACS does not redirect',
  explained: {
    knownBy:
      'lspci -vvv as root: ACSCtl of the bridges above GPUs and NICs; or p2pBandwidthLatencyTest (nvbandwidth) beside nvidia-smi topo -m.',
    costs:
      'GPUDirect RDMA and peer-to-peer over PCIe reach half and less, or time out. NVLink is not touched.',
    todo: 'Clear ACS on these ports by setpci after every boot, or in the BIOS; virtual machines: on the machine that carries them.',
    verify: 'ACSCtl shows ReqRedir- CmpltRedir-.',
  },
}
