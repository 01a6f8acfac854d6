/** English: acs-redirect. */

import type { AcsRedirectValues } from '../../../rules/path/acs-redirect.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, list } from '../phrases/words.ts'

const PORT = {
  root: 'root port',
  switch: 'switch port',
  unknown: 'port',
} as const

export const acsRedirect: RuleText<AcsRedirectValues> = {
  name: 'PCIe access control sends peer-to-peer traffic up to the CPU',
  about:
    'Error if ports of a PCIe switch above GPUs or NICs have ReqRedir+ or CmpltRedir+; warning if the listing does not show which devices are below; info for the ports of the CPU itself. SrcValid+ alone redirects nothing. Also a warning if GPUs under one switch measure slower than GPUs further apart and no listing shows why.',

  title: ({ ports, where, host, close = 0, far = 0 }, print) =>
    where === 'measured'
      ? `GPUs under one PCIe switch reach ${print.rate(close)}, GPUs further apart ${print.rate(far)}${on(host)}: their traffic bypasses the switch`
      : `PCIe access control (ACS) sends peer-to-peer traffic up to the CPU at ${counted(ports, print, PORT[where])}${on(host)}`,
  cause: ({ where }) =>
    where === 'measured'
      ? 'peer-to-peer traffic bypasses the PCIe switch'
      : 'PCIe access control (ACS) sends peer-to-peer traffic up to the CPU',
  detail: ({ where, gpus, nics, addresses }, print) =>
    `${addresses.some(Boolean) ? `Found at ${list(addresses.filter(Boolean))}. ` : ''}${where === 'measured' ? 'A pair under one switch should be the fastest. Access control (ACS) or the IOMMU sends such traffic up to the CPU and back. GPUs without peer-to-peer (GeForce) show the same; lspci -vvv as root tells which it is. ' : where === 'unknown' ? 'The listing does not show which devices are below. ' : `Devices below: ${counted(gpus, print, 'GPU')} and ${counted(nics, print, 'NIC')}. `}${where === 'measured' ? '' : where === 'root' ? 'At the ports of the CPU, peer-to-peer goes through the CPU anyway; redirection matters only if a switch sits between these ports and the devices.' : 'ReqRedir+ and CmpltRedir+ replace the short path through the switch with one through the root complex: GPUDirect RDMA and peer-to-peer run at half speed or less, or time out. iommu=pt alone does not clear these bits.'}`,
  actions: ({ addresses }) => [
    `setpci -s ${addresses[0] || 'BRIDGE'} ECAP_ACS+6.w=0000 for each of these ports, as root, after every boot (for a virtual machine: on its host)`,
    'Or turn ACS off in the BIOS, or boot with pci=disable_acs_redir=... for these ports',
  ],
  verify: () =>
    'lspci -vvv | grep ACSCtl shows ReqRedir- CmpltRedir- at these ports; all_reduce_perf over two nodes with NCCL_ALGO=RING',
  inOrder: 'ACS does not redirect traffic',
  explained: {
    knownBy:
      'lspci -vvv as root: ACSCtl of the bridges above GPUs and NICs; or p2pBandwidthLatencyTest (nvbandwidth) compared with nvidia-smi topo -m.',
    costs:
      'GPUDirect RDMA and peer-to-peer over PCIe run at half speed or less, or time out. NVLink is not affected.',
    todo: 'Clear ACS on these ports with setpci after every boot, or in the BIOS. For virtual machines, do so on the host.',
    verify: 'ACSCtl shows ReqRedir- CmpltRedir-.',
  },
}
