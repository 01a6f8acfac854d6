/**
 * RCCL and ROCm (ROCm/rccl, ROCm 4.5 to 6.3).
 */
import type { Row } from './row.ts'

// biome-ignore format: one row a line
export const rccl = [
  ['hip-oom', "HIP failure 'out of memory'", 'ROCm 4.5-5.4', 'gave-up', 'gpu-memory', 'source'],
  ['rccl-iommu-pt', 'Missing "iommu=pt"', 'ROCm 5.7-6.3', 'degraded', 'iommu', 'ROCm vllm #390'],
  ['rccl-amd-iommu', 'Missing "amd_iommu=on"', 'ROCm 5.7-5.7', 'degraded', 'iommu', 'source'],
  ['rccl-finegrain', 'Missing "HSA_FORCE_FINE_GRAIN_PCIE=1"', 'ROCm 5.7-6.3', 'degraded', 'amd-p2p', 'RCCL docs'],
  ['rccl-numa-bal', 'NUMA auto balancing enabled', 'ROCm 5.7-6.3', 'degraded', 'numa', 'RCCL docs'],
  ['rccl-xgmi', 'Add XGMI error', 'ROCm 4.5-6.3', 'gave-up', 'config-file', 'source'],
  ['rccl-dmabuf', 'does not support dmabuf feature', 'ROCm 5.7-6.3', 'harmless', 'none', 'source'],
  ['rccl-gdr-none', 'GDRDMA not enabled', 'ROCm 6.3-6.3', 'degraded', 'peer-memory', 'source'],
  ['rccl-min-channels', 'NCCL_MIN_NCHANNELS set by environment is ignored', 'ROCm 6.3-6.3', 'degraded', 'setting-excludes', 'source'],
  ['rccl-msccl-sched', 'MSCCL Internal Scheduler:', 'ROCm 5.7-6.3', 'degraded', 'none', 'source'],
  ['rccl-mscclpp', 'MSCCL++: Cannot enable', 'ROCm 6.3-6.3', 'degraded', 'setting-excludes', 'source'],
  ['rocm-memfault', 'Memory access fault by GPU node', 'any', 'gave-up', 'amd-fault', 'ROCm runtime'],
  ['rocm-hwexception', 'HW Exception by GPU node', 'any', 'gave-up', 'amd-fault', 'ROCm runtime'],
  ['rocm-hsa-resources', 'HSA_STATUS_ERROR_OUT_OF_RESOURCES', 'any', 'gave-up', 'gpu-memory', 'ROCm runtime'],
] as const satisfies readonly Row[]
