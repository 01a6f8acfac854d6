/** Where conditions and figures of the rules about hosts stand. */
import type { HostFindings } from './findings-host.ts'

export const HOST_SOURCES: Readonly<Record<keyof HostFindings, readonly string[]>> = {
  'acs-redirect': [
    'NCCL user guide, Troubleshooting: PCI Access Control Services (ACS)',
    'nccl #949 #2409',
    'nccl-tests #112 #256',
  ],
  'iommu-translated': ['nccl #2409', 'Linux kernel-parameters: iommu.passthrough'],
  'pcie-downtrained': ['PCI Express base specification 7.5.3: Link Capabilities, Link Status', 'lspci(8)'],
  'nvlink-down': ['nvidia-smi nvlink -s, -e', 'NVIDIA Xid catalogue: 74', 'NVIDIA fabric manager guide'],
  'nvlink-errors': ['nvidia-smi nvlink -e', 'NVML: nvmlNvLinkErrorCounter_t', 'NVIDIA Xid catalogue: 74'],
  'gpu-error': ['NVIDIA Xid catalogue', 'NVIDIA GPU memory error management: row remapping', 'nvidia-smi -q'],
  'pcie-errors': [
    'Linux PCI/pcieaer-howto',
    'PCI Express base specification 6.2',
    'NVIDIA DCGM: dcgm_gpu_hardware_limits.h',
  ],
  'gpu-throttled': ['nvidia-smi(1): Clocks Event Reasons', 'nvidia-smi dmon -s pucv'],
  'busy-waiting': ['nvidia-smi(1): Utilization', 'nvidia-smi dmon -s pucv'],
  'nic-degraded': ['ibstat(8)', 'mlx5_core', 'nccl #349'],
  'nic-link-drops': ['Linux mlx5_core, bnxt_en, ice', 'GPUd: flapping InfiniBand ports', 'nccl #709'],
  'host-asymmetry': ['nccl-tests #152', 'nccl #349'],
  'numa-nps': ['AMD EPYC tuning guides: NUMA nodes per socket', 'nccl-tests #307'],
  'irq-affinity': ['Linux core-api/irq/irq-affinity', 'mlnx-tools set_irq_affinity'],
  'roce-congestion': ['Linux mlx5 counters', 'nccl #378 #1453'],
  'single-qp-bond': ['NCCL user guide: NCCL_IB_QPS_PER_CONNECTION'],
  'mtu-mismatch': ['nccl #709', 'InfiniBand architecture specification: path MTU'],
  'routing-collision': ['nccl #349'],
}
