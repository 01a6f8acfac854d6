/** NICs of a node: where they hang, and the port to the fabric. */

import { type LinkId, linkKind, type PcieId } from '../links.ts'
import type { Device, Fabric, FabricKind, Link } from '../machine.ts'
import type { Tree } from './pcie-tree.ts'
import { type Wire, wired } from './wire.ts'

/** One NIC by its nearest GPU: PIX shares its switch, PXB hangs behind a bridge of it, PHB and NODE on its CPU, SYS on another. */
export interface NicSeat {
  readonly gpu: number
  readonly path: 'PIX' | 'PXB' | 'PHB' | 'NODE' | 'SYS'
}

export interface NicsDraft {
  readonly count: number
  readonly bitsPerSecond: number
  /** `switch` (the default): spread over the GPUs' PCIe switches; `cpu`: over the CPUs; or one seat a NIC. */
  readonly placement?: 'switch' | 'cpu' | readonly NicSeat[]
}

/** Ports of InfiniBand by their rate in Gb/s. FDR is sold as 56. */
const IB_BY_GIGABITS: ReadonlyMap<number, LinkId> = new Map([
  [56, 'ib-fdr'],
  [100, 'ib-edr'],
  [200, 'ib-hdr'],
  [400, 'ib-ndr'],
  [800, 'ib-xdr'],
])

/** The port of a NIC of so many bits a second; a rate that InfiniBand does not have is Ethernet. */
export function portWire(fabric: FabricKind, bitsPerSecond: number): Wire {
  const ib = fabric === 'ib' ? IB_BY_GIGABITS.get(Math.round(bitsPerSecond / 1e9)) : undefined
  if (ib) return { kind: ib, count: 1 }
  return { kind: fabric === 'ib' ? 'roce' : fabric, count: 1, rawBandwidth: bitsPerSecond / 8 }
}

/** The rate of a port as it is sold, in bits a second. */
export function portBits({ kind, count, rawBandwidth }: Link): number {
  const fixed = linkKind(kind)
  return kind === 'ib-fdr'
    ? 56e9 * count
    : 8 * (rawBandwidth ?? ('rawBandwidth' in fixed ? fixed.rawBandwidth * count : 0))
}

export interface Nics {
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
}

export function nicsOf(draft: NicsDraft, tree: Tree, pcie: PcieId, fabric: Fabric): Nics {
  const parts = Array.from({ length: draft.count }, (_, nic) => {
    const hook = hookOf(draft, nic, tree)
    const bridge = hook.bridge ? `PCI${nic}b` : undefined
    const slot = { kind: pcie, count: 16 }
    return {
      devices: [
        ...(bridge ? [{ id: bridge, kind: 'PCI' } satisfies Device] : []),
        { id: `NIC${nic}`, kind: 'NIC' } satisfies Device,
        { id: `NET${nic}`, kind: 'NET' } satisfies Device,
      ],
      links: [
        ...(bridge ? wired(hook.parent, bridge, slot) : []),
        ...wired(bridge ?? hook.parent, `NIC${nic}`, slot),
        ...wired(`NIC${nic}`, `NET${nic}`, {
          ...portWire(fabric.kind, draft.bitsPerSecond),
          latencyShare: 0.5,
        }),
      ],
    }
  })
  return { devices: parts.flatMap((part) => part.devices), links: parts.flatMap((part) => part.links) }
}

function hookOf(
  { count, placement = 'switch' }: NicsDraft,
  nic: number,
  tree: Tree,
): { readonly parent: string; readonly bridge: boolean } {
  const all = tree.devices.filter(({ kind }) => kind === 'CPU').map(({ id }) => id)
  const spread = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor((nic * items.length) / count)]
  if (placement === 'switch') return { parent: spread(tree.parents) ?? 'CPU0', bridge: false }
  if (placement === 'cpu') return { parent: spread(all) ?? 'CPU0', bridge: false }
  const seat = placement[nic]
  const own = tree.cpus[seat?.gpu ?? 0] ?? 'CPU0'
  switch (seat?.path) {
    case 'PIX':
      return { parent: tree.parents[seat.gpu] ?? own, bridge: false }
    case 'PXB':
      return { parent: tree.parents[seat.gpu] ?? own, bridge: true }
    case 'SYS':
      return { parent: all.find((cpu) => cpu !== own) ?? own, bridge: false }
    default:
      return { parent: own, bridge: false }
  }
}

/** GPUs that need a switch for the seats to be what they say. */
export function switchedBy({ placement }: NicsDraft): ReadonlySet<number> {
  return new Set(
    typeof placement === 'object'
      ? placement.filter(({ path }) => path === 'PIX' || path === 'PXB').map(({ gpu }) => gpu)
      : [],
  )
}
