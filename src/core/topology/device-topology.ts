/**
 * A machine's device graph as a topology to simulate: its GPUs are the ranks, node after node. Inside a node ways are those
 * that NCCL takes (path.ts); between nodes a GPU sends through its nearest NIC, and the receiver's NIC is nearest to it.
 * Nodes meet in one fabric that gives every NIC its full rate; when it is oversubscribed, each node hangs on a leaf whose
 * uplink has its share of that.
 */
import { machineFacts } from '../machine/facts.ts'
import type { Device, Link, Machine } from '../machine/machine.ts'
import { distanceOf, graphOf, isGpuLink, type Path, pathsFrom } from '../machine/path.ts'
import type { LinkIndex, LinkTable, NodeIndex, Topology } from './topology.ts'

interface Inside {
  readonly gpus: readonly Device[]
  /** GPUs, then what stands between them; of one node. */
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, Path>>
}

export function deviceTopology(machine: Machine): Topology {
  const { nodes, fabric } = machine
  const inside = insideOf(machine)
  const gpus = inside.gpus.length
  const ranks = gpus * nodes
  const between = inside.devices.length - gpus
  const leaves = nodes > 1 && (fabric?.oversubscription ?? 1) > 1
  const firstLeaf = ranks + between * nodes
  const spine = firstLeaf + (leaves ? nodes : 0)
  const place = new Map(inside.devices.map(({ id }, at) => [id, at]))
  const nodeAt = (host: number, device: string): NodeIndex => {
    const at = place.get(device)
    if (at === undefined) return leaves ? firstLeaf + host : spine
    return at < gpus ? host * gpus + at : ranks + host * between + (at - gpus)
  }
  const links = tableOf(
    inside,
    nodes,
    nodeAt,
    leaves ? { firstLeaf, spine, share: fabric?.oversubscription ?? 1 } : undefined,
  )
  const indexOf = new Map(inside.links.map((link, at) => [link, at]))
  const nics = nearestNics(inside)

  const insideRoute = (host: number, from: string, to: string): readonly LinkIndex[] | undefined =>
    inside.paths
      .get(from)
      ?.get(to)
      ?.links.map((link) => host * inside.links.length + (indexOf.get(link) ?? 0))

  const portOf = (host: number, nic: string, out: boolean): LinkIndex =>
    host * inside.links.length +
    inside.links.findIndex(({ from, to }) =>
      out ? from === nic && !place.has(to) : to === nic && !place.has(from),
    )

  function across(from: NodeIndex, to: NodeIndex): readonly LinkIndex[] | undefined {
    const [hostFrom, hostTo] = [Math.floor(from / gpus), Math.floor(to / gpus)]
    const [a, b] = [inside.gpus[from % gpus]?.id ?? '', inside.gpus[to % gpus]?.id ?? '']
    const [nicFrom, nicTo] = [nics.get(a), nics.get(b)]
    if (nicFrom === undefined || nicTo === undefined) return undefined
    const up = insideRoute(hostFrom, a, nicFrom)
    const down = insideRoute(hostTo, nicTo, b)
    if (!up || !down) return undefined
    const uplinks = nodes * inside.links.length
    const over = leaves ? [uplinks + 2 * hostFrom, uplinks + 2 * hostTo + 1] : []
    return [...up, portOf(hostFrom, nicFrom, true), ...over, portOf(hostTo, nicTo, false), ...down]
  }

  const ways = new Map<number, readonly LinkIndex[] | undefined>()
  const total = spine + (nodes > 1 ? 1 : 0)
  return {
    id: machine.id,
    title: machine.title,
    ranks,
    nodes: total,
    links,
    nodeName: (node) => nodeNameOf(node, { inside, gpus, ranks, nodes, between, firstLeaf, spine }),
    shape: [nodes, gpus],
    reducers: nodes === 1 && machineFacts(machine).gpu.nvls ? switchesOf(inside, ranks) : [],
    route(from, to) {
      if (from === to) return []
      const key = from * total + to
      if (ways.has(key)) return ways.get(key)
      const way =
        from < ranks && to < ranks && Math.floor(from / gpus) !== Math.floor(to / gpus)
          ? across(from, to)
          : insideRoute(
              from < ranks ? Math.floor(from / gpus) : 0,
              deviceAt(inside, from, gpus, ranks),
              deviceAt(inside, to, gpus, ranks),
            )
      ways.set(key, way)
      return way
    },
  }
}

/** One node without what takes no part: with a single node the NICs, and PCIe where NVLink or xGMI joins all GPUs. */
function insideOf(machine: Machine): Inside {
  const single = machine.nodes === 1
  const linked = single && machineFacts(machine).inside !== 'pcie'
  const takesPart = ({ kind }: Device) =>
    linked ? kind === 'GPU' || kind === 'NVS' : kind !== 'NET' && !(single && kind === 'NIC')
  const kept = machine.devices.filter(takesPart)
  const gpus = kept.filter(({ kind }) => kind === 'GPU')
  const devices = [...gpus, ...kept.filter(({ kind }) => kind !== 'GPU')]
  const ids = new Set(kept.map(({ id }) => id))
  const links = machine.links.filter((link) =>
    single
      ? ids.has(link.from) && ids.has(link.to) && (!linked || isGpuLink(link))
      : ids.has(link.from) || ids.has(link.to),
  )
  const graph = graphOf({ devices: machine.devices, links })
  const starts = devices.filter(({ kind }) => kind === 'GPU' || kind === 'NIC' || kind === 'NVS')
  return { gpus, devices, links, paths: new Map(starts.map(({ id }) => [id, pathsFrom(graph, id)])) }
}

/** The NIC of each GPU: the nearest; GPUs that have several equally near take turns. */
function nearestNics({ gpus, devices, paths }: Inside): ReadonlyMap<string, string> {
  const nics = devices.filter(({ kind }) => kind === 'NIC')
  const turns = new Map<string, number>()
  return new Map(
    gpus.flatMap(({ id }) => {
      const reached = nics.flatMap((nic) => {
        const path = paths.get(id)?.get(nic.id)
        return path ? [{ nic: nic.id, distance: distanceOf(path.type), bandwidth: path.bandwidth }] : []
      })
      const nearest = Math.min(...reached.map(({ distance }) => distance))
      const widest = Math.max(
        ...reached.filter((reach) => reach.distance === nearest).map((reach) => reach.bandwidth),
      )
      const best = reached.filter((reach) => reach.distance === nearest && reach.bandwidth === widest)
      const group = best.map(({ nic }) => nic).join(' ')
      const turn = turns.get(group) ?? 0
      turns.set(group, turn + 1)
      const chosen = best[turn % Math.max(1, best.length)]
      return chosen ? [[id, chosen.nic] as const] : []
    }),
  )
}

function tableOf(
  { links }: Inside,
  nodes: number,
  nodeAt: (host: number, device: string) => NodeIndex,
  uplinks: { readonly firstLeaf: number; readonly spine: number; readonly share: number } | undefined,
): LinkTable {
  const count = links.length * nodes + (uplinks ? 2 * nodes : 0)
  const table: LinkTable = {
    count,
    from: new Int32Array(count),
    to: new Int32Array(count),
    bandwidth: new Float64Array(count),
    latencySeconds: new Float64Array(count),
  }
  const set = (at: number, from: number, to: number, bandwidth: number, latency: number) => {
    table.from[at] = from
    table.to[at] = to
    table.bandwidth[at] = bandwidth
    table.latencySeconds[at] = latency
  }
  for (let host = 0; host < nodes; host++)
    for (const [at, { from, to, bandwidth, latencySeconds }] of links.entries())
      set(host * links.length + at, nodeAt(host, from), nodeAt(host, to), bandwidth, latencySeconds)
  if (uplinks) {
    const { firstLeaf, spine, share } = uplinks
    const ports = links.filter(({ from }) => from.startsWith('NET'))
    const bandwidth = ports.reduce((sum, port) => sum + port.bandwidth, 0) / share
    for (let host = 0; host < nodes; host++) {
      set(links.length * nodes + 2 * host, firstLeaf + host, spine, bandwidth, 0)
      set(links.length * nodes + 2 * host + 1, spine, firstLeaf + host, bandwidth, 0)
    }
  }
  return table
}

const switchesOf = ({ devices, gpus }: Inside, ranks: number): readonly NodeIndex[] =>
  devices.flatMap(({ kind }, at) => (kind === 'NVS' ? [ranks + at - gpus.length] : []))

/** Of a single node, or of any node's GPUs. */
const deviceAt = (
  { devices, gpus: gpuDevices }: Inside,
  node: NodeIndex,
  gpus: number,
  ranks: number,
): string => (node < ranks ? gpuDevices[node % gpus] : devices[gpus + (node - ranks)])?.id ?? ''

interface Layout {
  readonly inside: Inside
  readonly gpus: number
  readonly ranks: number
  readonly nodes: number
  readonly between: number
  readonly firstLeaf: number
  readonly spine: number
}

/** "GPU3", of several nodes "n1.GPU3". */
function nodeNameOf(
  node: NodeIndex,
  { inside, gpus, ranks, nodes, between, firstLeaf, spine }: Layout,
): string {
  if (nodes > 1 && node === spine) return 'fabric'
  if (node >= firstLeaf) return `leaf${node - firstLeaf}`
  const host = node < ranks ? Math.floor(node / gpus) : Math.floor((node - ranks) / between)
  const device = node < ranks ? inside.gpus[node % gpus] : inside.devices[gpus + ((node - ranks) % between)]
  return nodes > 1 ? `n${host}.${device?.id ?? ''}` : (device?.id ?? '')
}
