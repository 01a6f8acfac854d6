/** A few words about a machine, from which build.ts makes its device graph; what is left out is as is usual for the GPU. */
import type { GpuModel } from './gpus.ts'
import type { Joining, LinkedPair } from './layout/gpu-links.ts'
import type { NicsDraft } from './layout/nics.ts'
import type { LinkId, PcieId } from './links.ts'
import type { Assumption, Cpu, Fabric } from './machine.ts'

export interface MachineDraft {
  /** What `--on` takes; the short form when not given. */
  readonly id?: string
  readonly title?: string
  /** A model, or its name in gpus.ts. */
  readonly gpu: GpuModel | string
  /** GPUs of one node. */
  readonly gpus: number
  /** How the GPUs are joined, where it is not the usual way of the model. */
  readonly joining?: Joining
  /** NVLinks (xGMI links) of a GPU, or of each. PCIe cards have none unless given. */
  readonly nvlinksPerGpu?: number | readonly number[]
  /** Exactly who is linked to whom, where GPUs are linked directly. */
  readonly nvlinkPairs?: readonly LinkedPair[]
  readonly nics?: NicsDraft
  readonly cpu?: Cpu
  /** The link between CPU sockets, where it is not that of the usual CPU generation. */
  readonly cpuLink?: LinkId
  readonly sockets?: number
  /** PCIe generation of the host, where it is not the GPU's own. */
  readonly pcie?: PcieId
  /** GPUs under one PCIe switch; 0: no switch, GPUs hang on the CPU. */
  readonly gpusPerSwitch?: number
  readonly nodes?: number
  readonly fabric?: Fabric
  /** Added to what the builder itself had to suppose. */
  readonly assumed?: readonly Assumption[]
}
