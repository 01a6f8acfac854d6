/**
 * NCCL's and RCCL's topology file: `<system>` with CPUs, PCIe devices, GPUs, NVLinks and NICs (NCCL src/graph/xml.cc).
 * Beside the graph it gives the matrix that nvidia-smi topo -m would show, so that all that is known of matrices holds.
 */
import type { Evidence } from '../../evidence/evidence.ts'
import type { Place } from '../../evidence/place.ts'
import type { TopoCell, TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { TopologyXml } from '../../evidence/topology-xml.ts'
import type { Machine, PathType } from '../../machine/machine.ts'
import { matrix } from '../../machine/matrix.ts'
import { headText } from '../../text/first-bytes.ts'
import { elementsNamed, type XmlElement } from '../../text/xml.ts'
import type { FileParser } from '../parser.ts'
import { wholeXml } from '../whole-file.ts'
import { type GraphFound, graphFrom, linkCountOf } from './topology-xml-graph.ts'

export const topologyXml: FileParser = {
  kind: 'file',
  id: 'topology-xml',
  title: 'NCCL or RCCL topology (XML)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*</.test(text) && /<system[\s>]/.test(text)
  },
  async parse(input) {
    const file = await wholeXml(input)
    if (!file.ok) return { evidence: [], notes: [file.problem] }
    const { root, notes, placeAt } = file.value
    if (root?.name !== 'system') return { evidence: [], notes }
    const found = graphFrom(root)
    if (elementsNamed(root, 'pci').length === 0) return { evidence: [], notes }
    return { evidence: evidenceFrom(root, found, placeAt), notes }
  },
}

function evidenceFrom(root: XmlElement, found: GraphFound, at: (line: number) => Place): readonly Evidence[] {
  const { devices, links, gpus, nics, bridges } = found
  const skeleton = gpus.every(({ gpu }) => gpu === undefined)
  const library =
    root.attributes.version === '2' || gpus.some(({ gpu }) => gpu?.attributes.gcn) ? 'RCCL' : 'NCCL'
  const machine: Machine = {
    id: 'topology.xml',
    title: `${gpus.length} x ${devices.find(({ kind, model }) => kind === 'GPU' && model)?.model ?? 'GPU'}`,
    devices,
    links,
    nodes: 1,
    assumed: [],
  }
  const xml: TopologyXml = {
    kind: 'topology-xml',
    library,
    machine,
    gpus: gpus.map(({ id, pci, gpu }) => ({
      id,
      busId: pci.attributes.busid ?? '',
      ...(pci.attributes.vendor && pci.attributes.device
        ? { pciId: `${pci.attributes.vendor}:${pci.attributes.device}` }
        : {}),
      ...(isNumber(gpu?.attributes.rank) ? { rank: Number(gpu?.attributes.rank) } : {}),
      links: linkCountOf(gpu),
      ...(gpu?.attributes.gdr === undefined ? {} : { gdr: gpu.attributes.gdr !== '0' }),
      place: at((gpu ?? pci).line),
    })),
    nics: nics.map(({ id, pci, net }) => ({
      id,
      ...(net?.attributes.name === undefined ? {} : { name: net.attributes.name.slice(0, 60) }),
      ...(isNumber(net?.attributes.speed) ? { rate: (Number(net?.attributes.speed) * 1e6) / 8 } : {}),
      ...(net?.attributes.gdr === undefined ? {} : { gdr: net.attributes.gdr !== '0' }),
      place: at((net ?? pci).line),
    })),
    skeleton,
    virtualBridges: bridges
      .filter(
        ({ attributes }) => attributes.link_width === '1' && /^2\.5\b/.test(attributes.link_speed ?? ''),
      )
      .map(({ line }) => at(line)),
    place: at(root.line),
  }
  // A skeleton says nothing of NVLinks, and a GPU linked to itself nothing of its peers: no matrix follows.
  const known = gpus.every(({ pci, gpu }) =>
    (gpu?.children ?? []).every(({ attributes }) => attributes.target !== pci.attributes.busid),
  )
  return gpus.length === 0 || skeleton || !known || gpus.length > MOST_IN_MATRIX
    ? [xml]
    : [xml, matrixOf(xml)]
}

/** The matrix of all devices of an NVL72 rack has ten thousand cells; of more nobody reads it. */
const MOST_IN_MATRIX = 144

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text)

function matrixOf({ machine, gpus, nics, place }: TopologyXml): TopoMatrix {
  const { names, cells } = matrix(machine)
  const of = new Map<string, { readonly place: Place; readonly interface?: string }>([
    ...gpus.map((gpu) => [gpu.id, { place: gpu.place }] as const),
    ...nics.map(
      (nic) =>
        [nic.id, { place: nic.place, ...(nic.name === undefined ? {} : { interface: nic.name }) }] as const,
    ),
  ])
  return {
    kind: 'topo-matrix',
    from: 'topology-xml',
    devices: names.map((name) => ({ name, kind: name.startsWith('GPU') ? 'gpu' : 'nic', ...of.get(name) })),
    cells: new Map(
      names.map((name, row) => [
        name,
        new Map(
          names.flatMap((column, to) => {
            const cell = cells[row]?.[to]
            const shown = cell && cellOf(cell.path, cell.links)
            return shown ? [[column, shown] as const] : []
          }),
        ),
      ]),
    ),
    place,
  }
}

/** As nvidia-smi names paths. */
function cellOf(path: PathType, links: number): TopoCell | undefined {
  switch (path) {
    case 'LOC':
      return { path: 'X', links: 0 }
    case 'NVL':
      return { path: 'NV', links }
    case 'C2C':
    case 'PIX':
    case 'PXB':
    case 'PHB':
    case 'NODE':
    case 'SYS':
      return { path, links: 0 }
    case 'P2C':
      return { path: 'C2C', links: 0 }
    default:
      return undefined
  }
}
