/** English: the rules about hosts, for `list rules`, `explain` and the docs. */
import type { RuleExplanation } from '../explain-rules.ts'
import type { HostFindings } from '../findings-host.ts'
import type { RuleText } from '../rules.ts'

export const hostRules: Readonly<Record<keyof HostFindings, RuleText>> = {
  'acs-redirect': {
    title: 'PCIe access control sends peer-to-peer traffic up to the CPU',
    about:
      'Error where ports of a PCIe switch above GPUs or NICs have ReqRedir+ or CmpltRedir+; a warning where the listing does not show what lies below; info at the ports of the CPU itself. SrcValid+ alone redirects nothing. A warning too where GPUs under one switch measure slower than GPUs far apart and no listing shows why.',
  },
  'iommu-translated': {
    title: 'the IOMMU translates every transfer',
    about:
      'Warning where the kernel says "Default domain type: Translated" and no iommu=pt is set; info where only the command line turns the IOMMU on.',
  },
  'pcie-downtrained': {
    title: 'a PCIe link narrower or slower than it could be',
    about:
      'Error where siblings of the same model have the whole link, a warning where only LnkCap of device and port says so, info where all are alike or where only the speed of a GPU is low, which may be idle.',
  },
  'nvlink-down': {
    title: 'NVLinks that are inactive in one GPU and active in its siblings',
    about:
      'Error. Compared link by link with most GPUs of the same model on all hosts, so that links that are never wired count as nothing. All links inactive on NVLink boards: the fabric manager.',
  },
  'nvlink-errors': {
    title: 'NVLinks with errors',
    about:
      'Warning. Replay, CRC or recovery counters stand far out of all other links’, or the kernel logged NVLink errors (Xid 74; 144 to 150 since Blackwell). A few corrected errors are normal, and what half of the links show is how the site counts.',
  },
  'gpu-error': {
    title: 'a GPU that reported errors: Xid, ECC, row remapping',
    about:
      'Error where it is gone from the bus or a row of memory could not be replaced; warning after uncorrectable memory errors, and where its firmware stopped; info for a row that waits for a reset, for Xids that applications cause, and for others. Corrected errors are no finding.',
  },
  'pcie-errors': {
    title: 'errors of PCIe on the path of a GPU or NIC (AER)',
    about:
      'Error after a fatal one with nothing to show that the device is back; warning where it is back, after uncorrected ones, and for 100 corrected ones and more at over 8 a minute; info for refused requests, for corrected ones at a lower or unknown rate, and at ports of which nothing says what lies below. Fewer corrected errors are how a fast link works.',
  },
  'gpu-throttled': {
    title: 'a GPU held back by heat or power, or slower than its siblings under load',
    about:
      'Warning; error where its clock lies below 80 % of its siblings’. A power cap alone is how a loaded GPU works, and an idle GPU is no fault.',
  },
  'busy-waiting': {
    title: 'GPUs that look busy but wait for another',
    about:
      'Full utilisation in at least three samples, below 40 % of the power limit (without a limit: of the busiest sibling). Warning where most GPUs of a host wait while fewer compute; else info. The waiting GPU is never the one at fault.',
  },
  'nic-degraded': {
    title: 'a NIC port that does less than its siblings',
    about:
      'Error without a subnet manager (Initializing); a warning where its rate is below that of its model elsewhere, where it is down and the same port of all other hosts is up, where it is hot, or where it counts errors; info where a port may simply not be cabled.',
  },
  'nic-link-drops': {
    title: 'the link of a NIC that goes down',
    about:
      'Warning where it is down when the log ends, and after three drops within 12 hours; info where it came back, and where the log shows only lines of going down. The start of the host and ports that were never up are no finding.',
  },
  'host-asymmetry': {
    title: 'hosts that differ from each other',
    about:
      'Warning where counts, modules, driver, NCCL, firmware or modes differ; info where only kernel, system or CUDA do. Where two thirds of the hosts agree the others are named; else all are, since nothing says which is right.',
  },
  'numa-nps': {
    title: 'one NUMA node a socket where GPUs talk through host memory',
    about:
      'Info, a warning with a low measurement: an AMD EPYC in NPS1 whose GPUs use shared memory or have no peer-to-peer.',
  },
  'irq-affinity': {
    title: 'all interrupts of a NIC on one CPU, or on the far socket',
    about:
      'Warning where one CPU serves 90 % of the completion interrupts of a NIC with four vectors or more; info where they are served outside of its NUMA node.',
  },
  'roce-congestion': {
    title: 'packets lost or marked on RoCE',
    about:
      'Warning from 1000 lost or reordered packets on; info from 100,000 congestion marks or pause frames on. InfiniBand ports are left out. The counters run since the driver was loaded.',
  },
  'single-qp-bond': {
    title: 'a bond of two ports used by one queue pair a connection',
    about: 'Info, a warning where a run over several nodes is low.',
  },
  'mtu-mismatch': {
    title: 'ports of one fabric with different MTUs',
    about: 'Warning where ports of one rate differ; info where all RoCE ports run at 1024 or less.',
  },
  'routing-collision': {
    title: 'a pair of nodes that is slow although both are fast with others',
    about:
      'Warning, from a table of node pairs: below 80 % of what both nodes reach with their other partners. A node that is slow with everybody is slow-node.',
  },
}

export const hostExplained: Readonly<Record<keyof HostFindings, RuleExplanation>> = {
  'acs-redirect': {
    known:
      'lspci -vvv as root: ACSCtl of the bridges above GPUs and NICs; or p2pBandwidthLatencyTest (nvbandwidth) beside nvidia-smi topo -m.',
    costs:
      'GPUDirect RDMA and peer-to-peer over PCIe reach half and less, or time out. NVLink is not touched.',
    todo: 'Clear ACS on these ports by setpci after every boot, or in the BIOS; virtual machines: on the machine that carries them.',
    verify: 'ACSCtl shows ReqRedir- CmpltRedir-.',
  },
  'iommu-translated': {
    known: 'dmesg: "Default domain type"; /proc/cmdline: intel_iommu, amd_iommu, iommu.',
    costs: 'Up to half of the rate of GPUDirect RDMA, more together with ACS.',
    todo: 'iommu=pt on the kernel’s command line.',
    verify: 'dmesg says Passthrough.',
  },
  'pcie-downtrained': {
    known:
      'lspci -vvv: LnkSta beside LnkCap of the device and of the port above it; nvidia-smi -q; siblings of the same model.',
    costs: 'Half of the width is half of the rate: a 400G NIC at x8 of PCIe 4.0 gives 12 of 48 GB/s.',
    todo: 'Reseat, other slot, BIOS (bifurcation, link speed); then repair.',
    verify: 'LnkSta equals LnkCap.',
  },
  'nvlink-down': {
    known: 'nvidia-smi nvlink -s of all GPUs, link by link.',
    costs: 'All GPUs run at the pace of the one with the fewest links.',
    todo: 'Reset the GPU; still down: drain the host, repair. All down: fabric manager.',
    verify: 'nvidia-smi nvlink -s shows the same links active in all GPUs.',
  },
  'nvlink-errors': {
    known: 'nvidia-smi nvlink -e of all GPUs, link beside link; dmesg: "NVRM: Xid (PCI:0000:5d:00): 74".',
    costs: 'Jitter, lost bandwidth, and in the end a link that goes down.',
    todo: 'See which counters grow; reset the GPU; again: drain the host, repair.',
    verify: 'Two listings around a run show the same counters.',
  },
  'gpu-error': {
    known:
      'dmesg: "NVRM: Xid"; nvidia-smi -q: ECC Errors, Remapped Rows. The address becomes a GPU’s number where nvidia-smi -q or NCCL’s log tells it.',
    costs: 'The job: the process on that GPU ends, and the others wait for it.',
    todo: 'By kind: restart, reset, exchange; for an application’s, look at the program.',
    verify: 'No new Xid; nvidia-smi -q -d ECC,ROW_REMAPPER in order.',
  },
  'pcie-errors': {
    known:
      'dmesg: "AER: … error message received", "PCIe Bus Error: severity=…"; whose path it is by lspci -vvv, nvidia-smi -q or the driver that the line names. One error has several lines and counts once.',
    costs: 'Corrected ones: waiting while data is sent again. Others: the transfer, and most often the job.',
    todo: 'See whether they grow under load; reseat or swap card, riser, cable; firmware.',
    verify: 'A run under load leaves no new line.',
  },
  'gpu-throttled': {
    known:
      'nvidia-smi -q (Clocks Event Reasons, clocks, power limit) and nvidia-smi dmon under load, GPU beside GPU.',
    costs: 'Every collective waits for the slowest GPU.',
    todo: 'Cooling, power supply, power limit of that GPU.',
    verify: 'The same clocks on all GPUs under load.',
  },
  'busy-waiting': {
    known: 'nvidia-smi dmon or repeated nvidia-smi -q: utilisation and power of each GPU; the power limit.',
    costs: 'The time that the last rank takes longer, on all GPUs.',
    todo: 'Find the GPU that does not wait, and what its process does.',
    verify: 'All GPUs draw about the same power.',
  },
  'nic-degraded': {
    known:
      'ibstat, ibstatus, ibv_devinfo, dmesg and counters; the same model on this host, the same device on other hosts.',
    costs: 'The slowest NIC bounds each collective over several nodes: half of its rate is half of all.',
    todo: 'Subnet manager; cable, module, cooling, firmware.',
    verify: 'ibstat: Active, and the rate of its siblings.',
  },
  'nic-link-drops': {
    known:
      'dmesg or journalctl -k: "Link down", "Link up" of mlx5_core, bnxt_en and ice, in their order and time.',
    costs: 'Waiting and sending again while it is down, or the end of the job (completion error 12).',
    todo: 'Cable and module; the switch’s log of that port at that time.',
    verify: 'No new line after a run; ibstat: Active.',
  },
  'host-asymmetry': {
    known: 'Versions, modules, counts and modes of each host, beside those of the others.',
    costs: 'A job runs at the pace of its slowest host.',
    todo: 'Make them alike, the GPUDirect RDMA module and the counts first.',
    verify: 'ringscope capture on all hosts, ringscope diagnose over all of it.',
  },
  'numa-nps': {
    known: 'lscpu: NUMA nodes and sockets; the log’s connections through shared memory.',
    costs: 'A part of the rate of copies through host memory.',
    todo: 'NPS4 in the BIOS, on one host first.',
    verify: 'The same test before and after.',
  },
  'irq-affinity': {
    known: '/proc/interrupts: which CPUs served the completion vectors of each NIC.',
    costs: 'TCP is bounded by that CPU, tails get longer. RDMA with polling hardly notices.',
    todo: 'Spread the vectors over the NIC’s own node (mlnx-tools), or run irqbalance.',
    verify: 'The counts grow on many CPUs.',
  },
  'roce-congestion': {
    known:
      'ethtool -S and hw_counters: out_of_sequence, packet_seq_err, discards; CNP, ECN marks, pause frames.',
    costs: 'Large messages fall to a fifth and less, tails grow by orders of magnitude.',
    todo: 'PFC or ECN end to end, the traffic class that the switches expect, one leaf against two.',
    verify: 'The counters stand still during a run.',
  },
  'single-qp-bond': {
    known: 'The device is named mlx5_bond_…, and NCCL_IB_QPS_PER_CONNECTION is not above 1.',
    costs: 'Up to half of the bond.',
    todo: 'More queue pairs for each connection, or no bond.',
    verify: 'A ring over two nodes with 1 and with 4 queue pairs.',
  },
  'mtu-mismatch': {
    known: 'ibv_devinfo: active_mtu of ports of the same layer and rate.',
    costs: 'Connections fail (error 12), or use the smaller packets.',
    todo: 'The same MTU on all hosts and switch ports.',
    verify: 'active_mtu alike everywhere.',
  },
  'routing-collision': {
    known: 'A table of node pairs: each pair beside what its two nodes reach with others.',
    costs: 'Rings that pass that link run at its pace.',
    todo: 'Adaptive routing, more queue pairs, another route; the link itself.',
    verify: 'The pair reaches what the others do.',
  },
}

export const hostInOrder: Readonly<Partial<Record<keyof HostFindings, string>>> = {
  'acs-redirect': 'ACS does not redirect',
  'iommu-translated': 'IOMMU passes through',
  'pcie-downtrained': 'PCIe links whole',
  'nvlink-down': 'NVLinks active',
  'nvlink-errors': 'NVLinks without errors',
  'gpu-error': 'no errors of GPUs',
  'pcie-errors': 'PCIe paths of GPUs and NICs in order',
  'gpu-throttled': 'GPU clocks free',
  'busy-waiting': 'no GPU waits',
  'nic-degraded': 'NIC ports well',
  'nic-link-drops': 'links of NICs stay up',
  'host-asymmetry': 'hosts alike',
  'irq-affinity': 'NIC interrupts spread',
  'roce-congestion': 'no packets lost',
  'mtu-mismatch': 'MTUs alike',
  'routing-collision': 'no pair of nodes stands out',
}
