/** GPU models: compute capability, NVLinks and PCIe generation, and the names by which tools print them. */
import type { LinkId } from './links.ts'

export interface GpuModel {
  /** As the short form writes it: "A100-SXM4", "H100-SXM5", "RTX4090". */
  readonly id: string
  readonly title: string
  readonly vendor: 'nvidia' | 'amd'
  /** NCCL's sm: 70 Volta, 80 Ampere, 89 Ada, 90 Hopper, 100 Blackwell; undefined for AMD. */
  readonly computeCapability?: number
  /** NVLinks or xGMI links of the bare GPU; absent on PCIe-only models. */
  readonly links?: { readonly kind: LinkId; readonly count: number }
  readonly pcie: LinkId
  /** Behind an NVSwitch with multicast (NVLS): Hopper and Blackwell SXM. */
  readonly nvls: boolean
  /** False where the driver denies peer-to-peer between GPUs (GeForce since Ada): NCCL goes through shared memory. */
  readonly peerToPeer: boolean
  /** Matches the device name that nccl-tests, nvidia-smi or rocm-smi print. */
  readonly names: RegExp
}
