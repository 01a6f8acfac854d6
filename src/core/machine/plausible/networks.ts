/**
 * The NICs that hosts of a GPU are built with, from the usual one to the weakest real build: "low on every machine that it
 * may be" is as true as these lists are complete downwards. Sources: docs/plausible.md.
 */
import type { GpuModel } from '../gpus.ts'
import type { FabricKind } from '../machine.ts'

export interface NetworkBuild {
  /** NICs of a host with eight GPUs; of a superchip, for each GPU. */
  readonly count: number
  readonly gigabits: number
  readonly kind: FabricKind
  readonly source: string
}

/** "8x400 ib DGX H100": number of NICs x Gb/s, kind, source. */
const rows = (text: string): readonly NetworkBuild[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [, count, gigabits, kind, source = ''] =
        /^\s*([\d.]+)x(\d+)\s+(ib|roce|efa|slingshot|tcp)\s+(.+)$/.exec(line) ?? []
      return { count: Number(count), gigabits: Number(gigabits), kind: kind as FabricKind, source }
    })

const VOLTA = rows(`
  4x100 ib DGX-1 (NVIDIA DGX-1 user guide)
  8x100 ib DGX-2 (NVIDIA DGX-2 user guide)
  2x100 ib two of the four slots of a DGX-1 filled
  1x100 efa AWS p3dn.24xlarge
  1x100 ib one slot filled; Azure NDv2
  1x25 tcp AWS p3.16xlarge
  1x10 tcp AWS p3.8xlarge
`)

const AMPERE = rows(`
  8x200 ib DGX A100; Azure ND A100 v4
  4x200 ib HGX A100 servers with a NIC a PCIe switch
  16x100 roce OCI BM.GPU4.8
  8x100 roce HGX A100 with 100G NICs
  4x100 efa AWS p4d.24xlarge
  2x200 ib HGX A100 with a NIC a socket
  8x200 slingshot HPE Cray EX
  4x200 slingshot HPE Cray EX; Polaris has two for four GPUs
  1x200 ib HGX A100 with one NIC
  1x100 ib HGX A100 with one NIC
  1x100 tcp GCP a2-highgpu
`)

const HOPPER = rows(`
  8x400 ib DGX H100; Azure ND H100 v5; AWS p5 has 32 x 100G
  8x400 roce GCP a3-ultragpu; OCI BM.GPU.H200.8
  32x100 efa AWS p5
  16x200 efa AWS p5en
  16x200 roce OCI BM.GPU.H100.8
  8x200 ib HGX H100 with 200G NICs
  4x400 ib HGX H100 with a NIC for two GPUs
  4x200 ib HGX H100 with 200G NICs; Snellius has four for four GPUs
  8x200 roce GCP a3-megagpu
  8x200 slingshot HPE Cray EX254n
  2x400 ib HGX H100 with a NIC a socket
  1x400 ib HGX H100 with one NIC
  1x200 ib HGX H100 with one NIC
  1x100 ib HGX H100 with one NIC
  1x100 tcp HGX H100 without RDMA
`)

const B200 = rows(`
  8x400 ib DGX B200
  8x400 efa AWS p6-b200
  8x400 roce GCP a4-highgpu
  8x800 ib HGX B200 with ConnectX-8
  4x400 ib HGX B200 with a NIC for two GPUs
  1x400 ib HGX B200 with one NIC
  1x100 tcp HGX B200 without RDMA
`)

const B300 = rows(`
  8x800 ib DGX B300
  16x400 efa AWS p6-b300
  16x400 roce OCI BM.GPU.B300.8
  8x400 ib HGX B300 with 400G NICs
  1x400 ib HGX B300 with one NIC
  1x100 tcp HGX B300 without RDMA
`)

/** For each GPU. */
const GB200 = rows(`
  1x400 ib GB200 NVL72
  2x400 roce OCI BM.GPU.GB200-v2
  1x200 ib GB200 with 200G NICs
  0.5x400 ib GB200 with a NIC for two GPUs
`)
const GB300 = rows(`
  1x800 ib GB300 NVL72
  2x400 roce OCI BM.GPU.GB300
  1x400 ib GB300 with 400G NICs
  0.5x400 ib GB300 with a NIC for two GPUs
`)
const GH200 = rows(`
  1x400 ib GH200 servers with ConnectX-7
  1x200 slingshot Alps
  1x200 ib GH200 servers with 200G NICs
  1x100 ib GH200 servers with one 100G port
`)

const MI250 = rows(`
  4x200 slingshot Frontier
  8x200 ib MI250X servers with a NIC for each
  2x200 ib MI250X servers with a NIC a socket
  1x200 ib MI250X servers with one NIC
  1x100 tcp MI250X servers without RDMA
`)
const MI300 = rows(`
  8x400 roce OCI BM.GPU.MI300X; MI325X and MI355X servers
  8x400 ib Azure ND MI300X v5
  8x200 roce MI300X servers with 200G NICs
  4x400 roce MI300X servers with a NIC for two GPUs
  2x400 roce MI300X servers with a NIC a socket
  1x400 roce MI300X servers with one NIC
  1x200 roce MI300X servers with one NIC
  1x100 roce MI300X servers with one NIC
  1x100 tcp MI300X servers without RDMA
`)

/** Of a host, whatever its number of cards: servers for cards take any NIC. */
const CARDS = rows(`
  1x100 ib servers for PCIe cards
  1x200 ib servers for PCIe cards
  2x200 ib servers for PCIe cards with a NIC a socket
  1x400 ib servers for PCIe cards
  2x100 ib servers for PCIe cards with a NIC a socket
  4x200 ib servers for eight PCIe cards with a NIC a switch
  2x400 ib servers for PCIe cards with a NIC a socket
  4x400 ib servers for eight PCIe cards with a NIC a switch
  8x400 ib RTX PRO servers with ConnectX-8 switches
  1x56 ib older servers with FDR
  1x40 roce older servers with 40G Ethernet
  1x25 tcp servers without RDMA
  1x10 tcp servers without RDMA
`)
const GEFORCE = rows(`
  1x10 tcp workstations
  1x25 tcp workstations
  1x100 ib workstations with a data centre NIC
  1x40 roce workstations with a used NIC
  1x56 ib workstations with a used NIC
  1x200 ib workstations with a data centre NIC
  1x1 tcp workstations with the NIC of the board
`)

/** Usual first. `of`: what the number of NICs counts for. */
export function networksOf(gpu: GpuModel): {
  readonly of: 'host' | 'eight-gpus' | 'gpu'
  readonly builds: readonly NetworkBuild[]
} {
  switch (gpu.form) {
    case 'geforce':
      return { of: 'host', builds: GEFORCE }
    case 'pcie':
      return { of: 'host', builds: CARDS }
    case 'superchip':
      return { of: 'gpu', builds: gpu.id === 'GB300' ? GB300 : gpu.id === 'GB200' ? GB200 : GH200 }
    case 'oam':
      return { of: 'eight-gpus', builds: gpu.id.startsWith('MI2') ? MI250 : MI300 }
    default:
      return { of: 'eight-gpus', builds: builtWith(gpu.computeCapability ?? 90) }
  }
}

function builtWith(computeCapability: number): readonly NetworkBuild[] {
  if (computeCapability < 80) return VOLTA
  if (computeCapability < 90) return AMPERE
  if (computeCapability < 100) return HOPPER
  return computeCapability < 103 ? B200 : B300
}
