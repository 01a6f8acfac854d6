/** English: what the rows of knowledge/messages/rccl.ts mean. */
import type { rccl as rows } from '../../../knowledge/messages/rccl.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const rccl: Meanings<(typeof rows)[number][0]> = {
  'hip-oom': 'no GPU memory was left for the buffers of RCCL',
  'rccl-iommu-pt': 'the kernel was booted without iommu=pt, which slows P2P on AMD machines or makes it hang',
  'rccl-amd-iommu': 'the kernel was booted without amd_iommu=on, which this RCCL asks for',
  'rccl-finegrain': 'HSA_FORCE_FINE_GRAIN_PCIE=1 is not set, which P2P over PCIe between AMD GPUs needs',
  'rccl-numa-bal':
    'automatic NUMA balancing is on: the kernel moves memory between nodes, and bandwidth varies',
  'rccl-xgmi': 'an XGMI link leads to a GPU that the topology does not contain',
  'rccl-dmabuf': 'DMA-BUF is not available here; another way to GPU memory is tried',
  'rccl-gdr-none':
    'the NIC cannot access GPU memory directly: traffic between hosts goes through host memory',
  'rccl-min-channels': 'NCCL_MIN_NCHANNELS does not suit this number of GPUs or channels and is ignored',
  'rccl-msccl-sched': 'the algorithm files of MSCCL could not be found or read',
  'rccl-mscclpp': 'MSCCL++ was asked for but cannot be used here',
  'rocm-memfault': 'a kernel on this AMD GPU accessed memory that it may not access',
  'rocm-hwexception': 'this AMD GPU hung, failed or was reset',
  'rocm-hsa-resources': 'the ROCm runtime ran out of a resource: GPU memory, queues or shared memory',
}
