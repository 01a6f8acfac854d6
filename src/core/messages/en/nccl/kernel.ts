/** English: what the rows of knowledge/messages/kernel.ts mean. */
import type { kernel as rows } from '../../../knowledge/messages/kernel.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const kernel: Meanings<(typeof rows)[number][0]> = {
  'oom-killer': 'host memory ran out, and the kernel killed a process',
  'oom-cgroup': 'a job or container exceeded its memory limit, and the kernel killed a process of it',
  'oom-invoked': 'memory ran out, of the host or of a job, and the kernel chooses a process to kill',
  'xid-79': 'the GPU no longer answers on PCIe; the host has to be restarted',
  'xid-74': 'NVLink error (Xid 74), which also appears when the GPU at the far end failed',
  'xid-48': 'an error in GPU memory that could not be corrected (Xid 48)',
  'xid-94': 'an uncorrectable error in GPU memory that hit one process only (Xid 94)',
  'xid-95':
    'an uncorrectable error in GPU memory that was not contained to one process (Xid 95); the GPU needs a reset',
  'xid-63': 'a bad row or page of GPU memory was retired (Xid 63); it takes effect at the next reset',
  'xid-64': 'a bad row or page of GPU memory could not be retired (Xid 64)',
  'xid-31': 'a program accessed GPU memory that is not mapped (Xid 31)',
  'xid-13': 'a program made the GPU fail with an illegal address or instruction (Xid 13)',
  'xid-43': 'the GPU work of a process was ended after a fault of its own (Xid 43)',
  'xid-45': 'the driver cleaned up after a process that was killed or had failed (Xid 45)',
  'xid-119': 'the firmware of the GPU (GSP) did not answer (Xid 119)',
  'xid-120': 'the firmware of the GPU (GSP) failed (Xid 120)',
  'xid-136': 'an NVLink could not be trained (Xid 136)',
  'xid-137':
    'an access over NVLink was refused by the other GPU (Xid 137): its memory is gone, or the program has an error',
  'xid-149': 'NVLink network error (Xid 149)',
  'xid-145': 'an NVLink request to another GPU failed (Xid 145), often because the program there ended',
  'xid-154': 'the driver tells what the GPU now needs, such as a reset or a reboot (Xid 154)',
  sxid: 'NVSwitch error (SXid)',
  'mlx5-health': 'the firmware of a NIC stopped working (mlx5 health)',
  'mlx5-linkdown': 'the link of a NIC went down',
  'mlx5-memfault': 'the RDMA driver could not pin memory for a NIC',
  'nic-watchdog': 'a NIC stopped sending, and its driver tries to recover it',
  'pcie-aer-fatal': 'a PCIe error that could not be corrected',
  'pcie-aer-corr': 'PCIe errors that were corrected: the link is not clean',
  'iommu-amd': 'the IOMMU blocked an access of a device to memory',
  'iommu-intel': 'the IOMMU (VT-d) blocked an access of a device to memory',
  softlockup: 'a CPU was stuck in the kernel for many seconds',
  'amdgpu-reset': 'the driver resets an AMD GPU',
  'amdgpu-timeout': 'an AMD GPU did not finish its work in time',
  'xid-nvlink5': 'the driver reports an NVLink error of a Blackwell GPU',
  'xid-any': 'the NVIDIA driver reports a GPU error (Xid)',
}
