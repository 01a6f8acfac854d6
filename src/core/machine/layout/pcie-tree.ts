/** CPUs, PCIe switches and GPUs of a node: who hangs under whom. */
import type { GpuModel } from '../gpus.ts'
import type { LinkId } from '../links.ts'
import type { Cpu, Device, Link } from '../machine.ts'
import { wired } from './wire.ts'

export interface TreeDraft {
  readonly model: GpuModel
  readonly gpus: number
  readonly cpu: Cpu
  readonly cpuLink: LinkId
  readonly sockets: number
  /** 0: GPUs hang on the CPU directly. */
  readonly gpusPerSwitch: number
  /** GPUs that have a switch all the same, since a NIC shares it. */
  readonly switched?: ReadonlySet<number>
}

export interface Tree {
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
  /** What each GPU hangs on: a switch or a CPU. */
  readonly parents: readonly string[]
  /** The CPU of each GPU. */
  readonly cpus: readonly string[]
}

const LANES = 16
/** The two CPUs of a GB200's tray are joined, trays are not. */
const CPUS_PER_TRAY = 2

export function pcieTree(draft: TreeDraft): Tree {
  const { model, gpus, cpu, cpuLink, sockets, gpusPerSwitch, switched } = draft
  const wire = { kind: model.pcie, count: LANES }
  const switches = gpusPerSwitch > 0 ? Math.ceil(gpus / gpusPerSwitch) : gpus
  const socketOf = (place: number, of: number) => Math.min(sockets - 1, Math.floor((place * sockets) / of))
  const seats = Array.from({ length: gpus }, (_, gpu) => {
    const place = gpusPerSwitch > 0 ? Math.floor(gpu / gpusPerSwitch) : gpu
    const host = `CPU${socketOf(place, switches)}`
    const own = gpusPerSwitch > 0 || switched?.has(gpu) === true
    return { gpu: `GPU${gpu}`, host, parent: own ? `PCI${place}` : host }
  })
  const bridges = new Map(seats.filter(({ parent, host }) => parent !== host).map((s) => [s.parent, s.host]))
  return {
    devices: [
      ...Array.from({ length: sockets }, (_, i): Device => ({ id: `CPU${i}`, kind: 'CPU', model: cpu })),
      ...[...bridges.keys()].map((id): Device => ({ id, kind: 'PCI' })),
      ...seats.map(({ gpu }): Device => ({ id: gpu, kind: 'GPU', model: model.id })),
    ],
    links: [
      ...socketLinks(sockets, cpuLink, model.id.startsWith('GB') ? CPUS_PER_TRAY : sockets),
      ...[...bridges].flatMap(([bridge, host]) => wired(host, bridge, wire)),
      ...seats.flatMap(({ gpu, parent }) =>
        wired(parent, gpu, model.form === 'superchip' ? chipToChip(model) : wire),
      ),
    ],
    parents: seats.map(({ parent }) => parent),
    cpus: seats.map(({ host }) => host),
  }
}

/** A Grace gives all ten links to the GPU of a GH200, five to each of the two of a GB200. */
const chipToChip = ({ id }: GpuModel) => ({
  kind: 'nvlink-c2c' as const,
  count: id.startsWith('GB') ? 5 : 10,
})

function socketLinks(sockets: number, kind: LinkId, group: number): readonly Link[] {
  const links: Link[] = []
  for (let a = 0; a < sockets; a++)
    for (let b = a + 1; b < sockets && Math.floor(b / group) === Math.floor(a / group); b++)
      links.push(...wired(`CPU${a}`, `CPU${b}`, { kind, count: 1 }))
  return links
}
