/** How the GPUs of a node are usually joined by NVLink or xGMI: NVSwitch, cube mesh, full mesh, hives, bridges. */
import type { GpuModel } from '../gpus.ts'
import { linkKind } from '../links.ts'
import type { Device, Link } from '../machine.ts'
import { wired } from './wire.ts'

/** partial-mesh: linked to some of the others, as in the hybrid cube mesh of a DGX-1 and among MI250X dies. */
export type Joining = 'nvswitch' | 'mesh' | 'partial-mesh' | 'bridges' | 'pcie'

/** GPU a, GPU b, links between them. */
export type LinkedPair = readonly [number, number, number]

/** The usual joining of so many GPUs of a model: V100-SXM2 is the cube mesh up to 8 and NVSwitch above, four SXM are meshed. */
export function usualJoining({ form, links, id }: GpuModel, gpus: number): Joining {
  if (!links || gpus < 2) return 'pcie'
  switch (form) {
    case 'sxm2':
      return gpus <= 4 ? 'mesh' : gpus <= 8 ? 'partial-mesh' : 'nvswitch'
    case 'sxm':
      return gpus === 4 ? 'mesh' : 'nvswitch'
    case 'superchip':
      return id.startsWith('GB') || gpus > 4 ? 'nvswitch' : 'mesh'
    case 'oam':
      return gpus <= 8 && id === 'MI250X' ? 'partial-mesh' : 'mesh'
    case 'geforce':
      return 'pcie'
    case 'pcie':
      return id === 'H100-NVL' ? 'bridges' : links.kind.startsWith('xgmi') ? 'mesh' : 'pcie'
  }
}

/** DGX-1V, `nvidia-smi topo -m`: two quads, each GPU also linked to its twin in the other. 24 links, six a GPU. */
// biome-ignore format: one row a quad, the third joins the twins
const DGX_1V: readonly LinkedPair[] = [
  [0, 1, 1], [0, 2, 1], [0, 3, 2], [1, 2, 2], [1, 3, 1], [2, 3, 2],
  [4, 5, 1], [4, 6, 1], [4, 7, 2], [5, 6, 2], [5, 7, 1], [6, 7, 2],
  [0, 4, 2], [1, 5, 2], [2, 6, 1], [3, 7, 1],
]

/** DGX-1 with P100: the same with single links. 16 links, four a GPU. */
const DGX_1P = DGX_1V.map(([a, b]): LinkedPair => [a, b, 1])

/** Eight GCDs of four MI250X (Frontier and LUMI node diagrams): four links inside a module, one or two between modules. */
// biome-ignore format: one row a kind of pair
const MI250X: readonly LinkedPair[] = [
  [0, 1, 4], [2, 3, 4], [4, 5, 4], [6, 7, 4],
  [0, 6, 2], [2, 4, 2],
  [0, 2, 1], [4, 6, 1], [1, 3, 1], [5, 7, 1], [1, 5, 1], [3, 7, 1],
]

function partialMesh({ id }: GpuModel): readonly LinkedPair[] {
  return id === 'MI250X' ? MI250X : id.startsWith('P100') ? DGX_1P : DGX_1V
}

/**
 * Every pair alike, in hives as large as the links allow. An AMD board has one link a pair, however many GPUs of it are
 * used; NVLink 2 boards of two GPUs join them by three links at most.
 */
function mesh(model: GpuModel, gpus: number, each: number): readonly LinkedPair[] {
  const hive = Math.min(gpus, each + 1)
  const most = model.vendor === 'amd' ? 1 : model.form === 'sxm2' ? 3 : each
  const perPair = Math.min(most, Math.floor(each / Math.max(1, hive - 1)))
  return pairsOf(gpus).flatMap(([a, b]): LinkedPair[] =>
    Math.floor(a / hive) === Math.floor(b / hive) ? [[a, b, perPair]] : [],
  )
}

const bridges = (gpus: number, each: number): readonly LinkedPair[] =>
  pairsOf(gpus).flatMap(([a, b]): LinkedPair[] => (a % 2 === 0 && b === a + 1 ? [[a, b, each]] : []))

const pairsOf = (gpus: number): readonly (readonly [number, number])[] =>
  Array.from({ length: gpus }, (_, a) =>
    Array.from({ length: gpus - a - 1 }, (_, more): readonly [number, number] => [a, a + 1 + more]),
  ).flat()

export interface GpuLinks {
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
}

/** `each` holds the links of each GPU; `pairs`, when given, says exactly who is linked to whom. */
export function gpuLinks(
  model: GpuModel,
  joining: Joining,
  each: readonly number[],
  pairs?: readonly LinkedPair[],
): GpuLinks {
  const wire = model.links
  if (!wire || (joining === 'pcie' && !pairs)) return { devices: [], links: [] }
  const per = wire.bandwidth ?? linkBandwidth(model)
  if (joining === 'nvswitch' && !pairs)
    return {
      devices: [{ id: 'NVS0', kind: 'NVS' }],
      links: each.flatMap((count, gpu) =>
        count === 0
          ? []
          : wired(`GPU${gpu}`, 'NVS0', { kind: wire.kind, count, bandwidth: per * count, latencyShare: 0.5 }),
      ),
    }
  const linked = pairs ?? pairsFor(model, joining, each)
  return {
    devices: [],
    links: linked
      .filter(([a, b, count]) => count > 0 && a < each.length && b < each.length)
      .flatMap(([a, b, count]) =>
        wired(`GPU${a}`, `GPU${b}`, { kind: wire.kind, count, bandwidth: per * count }),
      ),
  }
}

function pairsFor(model: GpuModel, joining: Joining, each: readonly number[]): readonly LinkedPair[] {
  const least = Math.min(...each)
  // Five to eight of these boards have too few links for every pair: their mesh is the partial one.
  const partial = usualJoining(model, each.length) === 'partial-mesh'
  if (joining === 'partial-mesh' || (joining === 'mesh' && partial)) return partialMesh(model)
  return joining === 'bridges' ? bridges(each.length, least) : mesh(model, each.length, least)
}

function linkBandwidth({ links }: GpuModel): number {
  const kind = links && linkKind(links.kind)
  return kind && 'bandwidth' in kind ? kind.bandwidth : 0
}
