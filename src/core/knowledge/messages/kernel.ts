/**
 * The kernel log: memory, Xids of NVIDIA's driver (docs.nvidia.com/deploy/xid-errors), NICs, PCIe, IOMMU, amdgpu.
 */
import type { Row } from './row.ts'

// biome-ignore format: one row a line
export const kernel = [
  ['oom-killer', 'Out of memory: Kill', 'any', 'gave-up', 'host-memory', 'kernel'],
  ['oom-cgroup', 'Memory cgroup out of memory', 'any', 'gave-up', 'host-memory', 'kernel'],
  ['oom-invoked', 'invoked oom-killer', 'any', 'gave-up', 'host-memory', 'kernel'],
  ['xid-79', 'fallen off the bus', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-74', 'NVRM: Xid …): 74,', 'any', 'gave-up', 'nvlink-fault', 'Xid catalogue'],
  ['xid-48', 'NVRM: Xid …): 48,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-94', 'NVRM: Xid …): 94,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-95', 'NVRM: Xid …): 95,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-63', 'NVRM: Xid …): 63,', 'any', 'degraded', 'gpu-fault', 'Xid catalogue'],
  ['xid-64', 'NVRM: Xid …): 64,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-31', 'NVRM: Xid …): 31,', 'any', 'gave-up', 'gpu-application-fault', 'Xid catalogue'],
  ['xid-13', 'NVRM: Xid …): 13,', 'any', 'gave-up', 'gpu-application-fault', 'Xid catalogue'],
  ['xid-43', 'NVRM: Xid …): 43,', 'any', 'follows', 'gpu-application-fault', 'Xid catalogue'],
  ['xid-45', 'NVRM: Xid …): 45,', 'any', 'follows', 'gpu-application-fault', 'Xid catalogue'],
  ['xid-119', 'NVRM: Xid …): 119,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-120', 'NVRM: Xid …): 120,', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
  ['xid-136', 'NVRM: Xid …): 136,', 'any', 'gave-up', 'nvlink-fault', 'Xid catalogue'],
  ['xid-137', 'NVRM: Xid …): 137,', 'any', 'gave-up', 'gpu-application-fault', 'Xid catalogue'],
  ['xid-149', 'NVRM: Xid …): 149,', 'any', 'gave-up', 'nvlink-fault', 'Xid catalogue'],
  ['xid-145', 'NVRM: Xid …): 145,', 'any', 'gave-up', 'nvlink-fault', 'Xid catalogue'],
  ['xid-154', 'GPU recovery action changed', 'any', 'degraded', 'gpu-fault', 'Xid catalogue'],
  ['sxid', 'SXid (PCI', 'any', 'gave-up', 'nvlink-fault', 'nvidia docs'],
  ['mlx5-health', "device's health compromised", 'any', 'gave-up', 'nic-health', 'kernel mlx5'],
  ['mlx5-linkdown', 'mlx5_core …Link down', 'any', 'degraded', 'link-down', 'kernel'],
  ['mlx5-memfault', 'mr_umem_get', 'any', 'gave-up', 'gpu-registration', 'nv_peer_memory #27'],
  ['nic-watchdog', 'NETDEV WATCHDOG', 'any', 'degraded', 'nic-health', 'kernel'],
  ['pcie-aer-fatal', 'severity=Uncorrect', 'any', 'gave-up', 'pcie-fault', 'kernel'],
  ['pcie-aer-corr', 'severity=Correct', 'any', 'degraded', 'pcie-fault', 'kernel'],
  ['iommu-amd', 'IO_PAGE_FAULT', 'any', 'gave-up', 'iommu', 'nccl-tests #117 and others'],
  ['iommu-intel', 'DMAR: [DMA', 'any', 'gave-up', 'iommu', 'nccl #257'],
  ['softlockup', 'soft lockup', 'any', 'degraded', 'none', 'kernel'],
  ['amdgpu-reset', 'GPU reset begin', 'any', 'gave-up', 'amd-fault', 'kernel amdgpu'],
  ['amdgpu-timeout', 'amdgpu_job_timedout', 'any', 'gave-up', 'amd-fault', 'kernel amdgpu'],
  ['xid-nvlink5', 'NVRM: Xid …NVLINK:', 'any', 'gave-up', 'nvlink-fault', 'Xid catalogue'],
  ['xid-any', 'NVRM: Xid', 'any', 'gave-up', 'gpu-fault', 'Xid catalogue'],
] as const satisfies readonly Row[]
