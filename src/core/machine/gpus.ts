/**
 * GPU models: compute capability, NVLinks and PCIe generation, and the names by which tools print them.
 * Sources: NVIDIA's data sheets and "CUDA GPU compute capability"; NVLinks a GPU has: NCCL src/graph/topo.cc; AMD's data sheets.
 */
import type { BytesPerSecond } from '../base/units.ts'
import type { LinkId, PcieId } from './links.ts'

/** How the model is mounted, which decides how a node is usually laid out. */
export type GpuForm = 'sxm2' | 'sxm' | 'pcie' | 'geforce' | 'oam' | 'superchip'

export interface GpuModel {
  /** As the short form writes it: "A100-SXM4", "H100-SXM5", "RTX4090". */
  readonly id: string
  readonly title: string
  readonly vendor: 'nvidia' | 'amd'
  readonly form: GpuForm
  /** NCCL's sm: 70 Volta, 80 Ampere, 89 Ada, 90 Hopper, 100 Blackwell; undefined for AMD. */
  readonly computeCapability?: number
  /**
   * NVLinks or xGMI links that the model can have; PCIe cards have them only where a bridge is plugged. Absent: none.
   * `bandwidth` is the usable rate of one where it differs from the link catalogue's.
   */
  readonly links?: { readonly kind: LinkId; readonly count: number; readonly bandwidth?: BytesPerSecond }
  readonly pcie: PcieId
  /** Behind an NVSwitch with multicast (NVLS): Hopper and Blackwell SXM. */
  readonly nvls: boolean
  /** False where the driver denies peer-to-peer between GPUs (GeForce since Ada): NCCL goes through shared memory. */
  readonly peerToPeer: boolean
  /** Matches the device name that nccl-tests, nvidia-smi or rocm-smi print. */
  readonly names: RegExp
  /** Other spellings that the short form takes. */
  readonly aliases: readonly string[]
}

type Row = Pick<GpuModel, 'id' | 'names'> & Partial<GpuModel>

/** Fills in what models of one form share. */
const of =
  (shared: Pick<GpuModel, 'vendor' | 'form'> & Partial<GpuModel>) =>
  (row: Row): GpuModel => ({
    title: row.id,
    pcie: 'pcie4',
    nvls: false,
    peerToPeer: true,
    aliases: [],
    ...shared,
    ...row,
  })

const sxm2 = of({ vendor: 'nvidia', form: 'sxm2', pcie: 'pcie3' })
const sxm = of({ vendor: 'nvidia', form: 'sxm' })
const card = of({ vendor: 'nvidia', form: 'pcie' })
const geforce = of({ vendor: 'nvidia', form: 'geforce' })
const superchip = of({ vendor: 'nvidia', form: 'superchip', pcie: 'pcie5', nvls: true })
const oam = of({ vendor: 'amd', form: 'oam' })

const GB = 1e9
const nvlink3 = (count: number) => ({ kind: 'nvlink3' as const, count })
const nvlink4 = (count: number) => ({ kind: 'nvlink4' as const, count })
const nvlink5 = (count: number) => ({ kind: 'nvlink5' as const, count })
/** GA102's NVLinks run at 14 GB/s each, of which NCCL counts 12 (sm 86). */
const ga102 = { kind: 'nvlink3' as const, count: 4, bandwidth: 12 * GB }
const hopper = { computeCapability: 90, pcie: 'pcie5', nvls: true } as const
const blackwell = { computeCapability: 100, pcie: 'pcie5', nvls: true } as const

/** Names are tried in this order: the more specific first. */
export const gpus: readonly GpuModel[] = [
  sxm2({
    id: 'P100-SXM2',
    computeCapability: 60,
    links: { kind: 'nvlink1', count: 4 },
    names: /\bP100-SXM2/i,
  }),
  card({ id: 'P100-PCIe', computeCapability: 60, pcie: 'pcie3', names: /\bP100-PCIE/i }),
  sxm2({
    id: 'V100-SXM2',
    computeCapability: 70,
    links: { kind: 'nvlink2', count: 6 },
    names: /\bV100-(SXM2|DGXS)/i,
    aliases: ['V100', 'V100-SXM2-16GB', 'V100-SXM2-32GB'],
  }),
  sxm({
    id: 'V100-SXM3',
    computeCapability: 70,
    pcie: 'pcie3',
    links: { kind: 'nvlink2', count: 6 },
    names: /\bV100-SXM3/i,
    aliases: ['V100-SXM3-32GB'],
  }),
  card({
    id: 'V100-PCIe',
    computeCapability: 70,
    pcie: 'pcie3',
    names: /\bV100S?-PCIE/i,
    aliases: ['V100S'],
  }),
  card({ id: 'T4', computeCapability: 75, pcie: 'pcie3', names: /\bT4\b/ }),
  sxm({
    id: 'A100-SXM4-80GB',
    computeCapability: 80,
    links: nvlink3(12),
    names: /\bA100-SXM[46]?-(80|64)GB/i,
    aliases: ['A100-80GB'],
  }),
  sxm({
    id: 'A100-SXM4',
    title: 'A100-SXM4-40GB',
    computeCapability: 80,
    links: nvlink3(12),
    names: /\bA100-SXM/i,
    aliases: ['A100', 'A100-SXM4-40GB', 'A100-40GB'],
  }),
  card({
    id: 'A100-PCIe',
    computeCapability: 80,
    links: nvlink3(12),
    names: /\bA100(-PCI|X?\b.*PCIe)/i,
    aliases: ['A100-PCIe-40GB', 'A100-PCIe-80GB', 'A100-80GB-PCIe'],
  }),
  card({ id: 'A30', computeCapability: 80, links: nvlink3(4), names: /\bA30\b/ }),
  sxm({
    id: 'A800-SXM4',
    title: 'A800-SXM4-80GB',
    computeCapability: 80,
    links: nvlink3(8),
    names: /\bA800-SXM/i,
    aliases: ['A800', 'A800-SXM4-80GB', 'A800-SXM4-40GB'],
  }),
  card({ id: 'A800-PCIe', computeCapability: 80, links: nvlink3(8), names: /\bA800\b.*PCIe/i }),
  card({ id: 'A10G', computeCapability: 86, names: /\bA10G\b/ }),
  card({ id: 'A10', computeCapability: 86, names: /\bA10\b/ }),
  card({ id: 'A40', computeCapability: 86, links: ga102, names: /\bA40\b/ }),
  card({ id: 'A6000', computeCapability: 86, links: ga102, names: /\bA6000\b/, aliases: ['RTX-A6000'] }),
  card({ id: 'L4', computeCapability: 89, names: /\bL4\b/ }),
  card({ id: 'L40S', computeCapability: 89, names: /\bL40S\b/ }),
  card({ id: 'L40', computeCapability: 89, names: /\bL40\b/ }),
  card({ id: 'RTX6000-Ada', computeCapability: 89, names: /\bRTX 6000 Ada/i }),
  superchip({
    id: 'GH200',
    computeCapability: 90,
    links: nvlink4(18),
    names: /\bGH200\b/i,
  }),
  card({ id: 'H100-PCIe', ...hopper, nvls: false, links: nvlink4(12), names: /\bH100 PCIe/i }),
  card({ id: 'H100-NVL', ...hopper, nvls: false, links: nvlink4(12), names: /\bH100 NVL/i }),
  sxm({
    id: 'H100-SXM5',
    ...hopper,
    links: nvlink4(18),
    names: /\bH100(-SXM| \d+GB HBM|$)/i,
    aliases: ['H100', 'H100-SXM', 'H100-SXM5-80GB'],
  }),
  card({ id: 'H800-PCIe', ...hopper, nvls: false, links: nvlink4(8), names: /\bH800 PCIe/i }),
  sxm({
    id: 'H800-SXM5',
    ...hopper,
    links: nvlink4(8),
    names: /\bH800\b/i,
    aliases: ['H800', 'H800-SXM', 'H800-SXM5-80GB'],
  }),
  card({ id: 'H200-NVL', ...hopper, nvls: false, links: nvlink4(18), names: /\bH200 NVL/i }),
  sxm({ id: 'H200-SXM5', ...hopper, links: nvlink4(18), names: /\bH200\b/i, aliases: ['H200', 'H200-SXM'] }),
  sxm({ id: 'H20-SXM5', ...hopper, links: nvlink4(18), names: /\bH20\b/i, aliases: ['H20', 'H20-3e'] }),
  superchip({ id: 'GB200', computeCapability: 100, links: nvlink5(18), names: /\bGB200\b/i }),
  superchip({ id: 'GB300', computeCapability: 103, links: nvlink5(18), names: /\bGB300\b/i }),
  sxm({
    id: 'B200',
    ...blackwell,
    links: nvlink5(18),
    names: /\bB200\b/i,
    aliases: ['B200-SXM', 'B200-SXM6'],
  }),
  sxm({
    id: 'B300',
    ...blackwell,
    computeCapability: 103,
    pcie: 'pcie6',
    links: nvlink5(18),
    names: /\bB300\b/i,
    aliases: ['B300-SXM', 'B300-SXM6'],
  }),
  geforce({
    id: 'RTX2080Ti',
    computeCapability: 75,
    pcie: 'pcie3',
    links: { kind: 'nvlink2', count: 2 },
    names: /\bRTX 2080 Ti/i,
  }),
  geforce({ id: 'RTX3080', computeCapability: 86, names: /\bRTX 3080\b/i }),
  geforce({ id: 'RTX3090', computeCapability: 86, links: ga102, names: /\bRTX 3090\b/i }),
  geforce({ id: 'RTX4080', computeCapability: 89, peerToPeer: false, names: /\bRTX 4080\b/i }),
  geforce({ id: 'RTX4090', computeCapability: 89, peerToPeer: false, names: /\bRTX 4090\b/i }),
  geforce({
    id: 'RTX5090',
    computeCapability: 120,
    pcie: 'pcie5',
    peerToPeer: false,
    names: /\bRTX 5090\b/i,
  }),
  card({
    id: 'RTX-PRO-6000',
    computeCapability: 120,
    pcie: 'pcie5',
    names: /\bRTX PRO 6000\b/i,
  }),
  of({ vendor: 'amd', form: 'pcie' })({
    id: 'MI100',
    links: { kind: 'xgmi-vega', count: 3 },
    names: /\bMI100\b/i,
  }),
  of({ vendor: 'amd', form: 'pcie' })({
    id: 'MI210',
    links: { kind: 'xgmi-mi200', count: 3 },
    names: /\bMI210\b/i,
  }),
  // Tools count the two dies (GCDs) of an MI250X as two GPUs, and so do we.
  oam({
    id: 'MI250X',
    title: 'MI250X (one GCD)',
    links: { kind: 'xgmi-mi200', count: 7 },
    names: /\bMI250X?\b/i,
    aliases: ['MI250'],
  }),
  oam({ id: 'MI300X', pcie: 'pcie5', links: { kind: 'xgmi-mi300', count: 7 }, names: /\bMI300X\b/i }),
  oam({ id: 'MI325X', pcie: 'pcie5', links: { kind: 'xgmi-mi300', count: 7 }, names: /\bMI325X?\b/i }),
  oam({
    id: 'MI355X',
    pcie: 'pcie5',
    links: { kind: 'xgmi-mi350', count: 7 },
    names: /\bMI35[05]X?\b/i,
    aliases: ['MI350X'],
  }),
]

const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '')

/** The model that the short form means: "A100-SXM4", "h100", "rtx-4090". */
export function gpuNamed(text: string): GpuModel | undefined {
  const wanted = plain(text)
  return gpus.find(({ id, aliases }) => [id, ...aliases].some((name) => plain(name) === wanted))
}

/** The model of a device name as tools print it: "NVIDIA H100 80GB HBM3". Undefined for "NVIDIA Graphics Device". */
export function gpuFromDeviceName(name: string): GpuModel | undefined {
  return gpus.find(({ names }) => names.test(name.trim()))
}
