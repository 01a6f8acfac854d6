/**
 * The machine that files describe, for `--on FILE`: NCCL's topology file (a graph with models, links and rates), or
 * `nvidia-smi topo -m`, which names no model: it is taken from other lines of the same file, else from the number of
 * NVLinks, and then only supposed. A GPU that has lost links counts as its siblings do: what is expected is the machine
 * as it was built, and `topo FILE` says what it lacks.
 */
import type { Evidence } from '../evidence/evidence.ts'
import type { TopoMatrix } from '../evidence/topo-matrix.ts'
import type { TopologyXml } from '../evidence/topology-xml.ts'
import { buildMachine } from '../machine/build.ts'
import { withEqualSwitchLinks, withUsualGpuLinks } from '../machine/edits.ts'
import { type GpuModel, gpuFromDeviceName, gpuNamed } from '../machine/gpus.ts'
import type { Assumption, FabricKind, Machine } from '../machine/machine.ts'
import { evidenceOf, type Facts } from './facts.ts'
import { type GpuLinks, gpuLinks } from './gpu-links.ts'
import { factsOf, hosts } from './hosts.ts'
import { placed } from './machine-of-run/host.ts'
import { isWhole, matrixLinks } from './machine-of-run/links.ts'
import { seatsIn } from './machine-of-run/network.ts'

/** Why files describe no machine: nothing of the kind in them, a matrix that was cut, a frame whose GPUs are unknown. */
export type NoMachine = 'nothing' | 'cut' | 'frame'

export function machineOfFile(evidence: readonly Evidence[], name: string): Machine | NoMachine {
  const facts: Facts = { evidence, options: {} }
  const file = evidenceOf(facts, 'topology-xml').find(({ gpus }) => gpus.length > 0)
  if (file)
    return ofTopologyXml(
      file,
      name,
      gpuLinks(facts).find(({ matrix }) => matrix.place.input === file.place.input),
    )
  const matrices = evidenceOf(facts, 'topo-matrix').filter(({ devices }) =>
    devices.some(({ kind }) => kind === 'gpu'),
  )
  const matrix = matrices.find(isWhole)
  if (!matrix) return matrices.length > 0 ? 'cut' : 'nothing'
  const links = gpuLinks(facts).find((links) => links.matrix === matrix)
  const named = namedModel(facts)
  const model = named ?? usualModel(links)
  return { ...machineOfMatrix(facts, matrix, model, named ? [] : ['gpu']), id: name }
}

function ofTopologyXml(
  { machine, skeleton }: TopologyXml,
  name: string,
  links: GpuLinks | undefined,
): Machine | NoMachine {
  const port = machine.links.find(({ from }) => from.startsWith('NET'))
  const kind: FabricKind = port?.kind === 'efa' ? 'efa' : port?.kind === 'roce' ? 'roce' : 'ib'
  const made: Machine = {
    ...machine,
    id: name,
    fabric: { kind, oversubscription: 1 },
    // How ports are cabled stands in no file of a host.
    assumed: ['fabric'],
  }
  if (!skeleton) return links?.odd && links.through === 'switch' ? withEqualSwitchLinks(made) : made
  const models = new Set(machine.devices.flatMap((device) => (device.kind === 'GPU' ? [device.model] : [])))
  const model = models.size === 1 ? gpuNamed([...models][0] ?? '') : undefined
  return model ? withUsualGpuLinks(made, model) : 'frame'
}

/** As built; of the NICs it shows where they stand, not how fast they are. */
function machineOfMatrix(
  facts: Facts,
  matrix: TopoMatrix,
  model: GpuModel,
  assumed: readonly Assumption[],
): Machine {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu').length
  const seats = seatsIn(facts, matrix)
  const bitsPerSecond = usualRate(model)
  return buildMachine({
    gpu: model,
    gpus,
    ...matrixLinks(facts, model, matrix),
    ...placed(matrix),
    nics:
      seats.length > 0
        ? { count: seats.length, bitsPerSecond, placement: seats }
        : { count: model.form === 'pcie' || model.form === 'geforce' ? 1 : gpus, bitsPerSecond },
    assumed: [...assumed, seats.length > 0 ? 'nic-rate' : 'nics', 'fabric'],
  })
}

/** The rate of the NICs that are usual beside a GPU of this compute capability, bits/s. */
const usualRate = ({ computeCapability = 90 }: GpuModel): number =>
  computeCapability < 80 ? 100e9 : computeCapability < 90 ? 200e9 : 400e9

/** By nvidia-smi -q, -L or nvlink -s, or by device lines, where they stand beside the matrix. */
function namedModel(facts: Facts): GpuModel | undefined {
  const names = [
    ...hosts(facts).flatMap((host) => [
      ...factsOf(host, 'gpu').flatMap(({ name }) => name ?? []),
      ...factsOf(host, 'nvlink').map(({ name }) => name),
    ]),
    ...evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices.map(({ name }) => name)),
  ]
  const models = new Set(names.map((name) => gpuFromDeviceName(name)))
  return models.size === 1 ? [...models][0] : undefined
}

/** The commonest model with so many links a GPU: six V100, eight A800, twelve A100, eighteen Hopper; none: a card. */
const BY_LINKS: readonly (readonly [from: number, model: string])[] = [
  [13, 'H100-SXM5'],
  [9, 'A100-SXM4-80GB'],
  [7, 'A800-SXM4'],
  [5, 'V100-SXM2'],
  [4, 'A100-SXM4-80GB'],
  [1, 'A100-PCIe'],
]

function usualModel(links: GpuLinks | undefined): GpuModel {
  const most = Math.max(0, ...(links?.links ?? []))
  const id = BY_LINKS.find(([from]) => most >= from)?.[1] ?? 'A100-PCIe'
  const model = gpuNamed(id)
  if (!model) throw new Error(`no GPU model is called ${id}`)
  return model
}
