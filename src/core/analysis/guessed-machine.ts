/** A machine pieced together from what the files say: device lines, ranks a host, and the host's `topo -m`. */
import { groupBy } from '../base/group-by.ts'
import { threshold } from '../base/threshold.ts'
import type { TopoDevice, TopoMatrix } from '../evidence/topo-matrix.ts'
import { buildMachine } from '../machine/build.ts'
import type { MachineDraft } from '../machine/draft.ts'
import { type GpuModel, gpuFromDeviceName } from '../machine/gpus.ts'
import type { NicSeat } from '../machine/layout/nics.ts'
import type { Assumption, Machine } from '../machine/machine.ts'
import type { Curve } from './curves.ts'
import { evidenceOf, type Facts } from './facts.ts'
import { type GpuLinks, gpuLinks } from './gpu-links.ts'
import { nearestNics } from './nearest-nics.ts'

/** Undefined where the device lines name no GPU model that is known, or several. */
export function guessedMachine(facts: Facts, curve: Curve): Machine | undefined {
  const guess = evidenceOf(facts, 'machine').find(({ from }) => from === 'guess')
  if (guess) return guess.machine
  const devices = curve.benchmarks.flatMap((benchmark) => benchmark.devices)
  const models = new Set(devices.map(({ name }) => gpuFromDeviceName(name)))
  const model = models.size === 1 ? [...models][0] : undefined
  if (!model) return undefined
  const matrix = matrixOf(facts, curve)
  const seen = matrix?.devices.filter(({ kind }) => kind === 'gpu').length
  const ranksAHost =
    curve.ranksPerNode ??
    Math.max(...[...groupBy(devices, ({ host }) => host).values()].map((devices) => devices.length))
  const gpus = seen ?? ranksAHost
  const several = curve.hosts.length > 1
  return buildMachine(
    draftOf(facts, model, gpus, matrix, several, assumedOf(model, gpus, seen !== undefined, several)),
  )
}

/** The machine of a matrix; of which model its GPUs are, it does not say. */
export const machineOfMatrix = (
  facts: Facts,
  matrix: TopoMatrix,
  model: GpuModel,
  assumed: readonly Assumption[],
): Machine => {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu').length
  return buildMachine(draftOf(facts, model, gpus, matrix, true, [...assumed, 'nics', 'fabric']))
}

const draftOf = (
  facts: Facts,
  model: GpuModel,
  gpus: number,
  matrix: TopoMatrix | undefined,
  several: boolean,
  assumed: readonly Assumption[],
): MachineDraft => {
  const links = gpuLinks(facts).find((links) => links.matrix === matrix)
  return {
    gpu: model,
    gpus,
    ...(links ? joined(model, links) : matrix && isWhole(matrix) ? { joining: 'pcie' } : {}),
    ...(matrix ? placed(matrix) : {}),
    ...networked(facts, model, gpus, matrix, several),
    assumed,
  }
}

/** The matrix of one of the curve's hosts, else the only one there is; it must not have fewer GPUs than ranks ran there. */
export function matrixOf(facts: Facts, { hosts, ranksPerNode }: Curve): TopoMatrix | undefined {
  const all = evidenceOf(facts, 'topo-matrix')
  const own = all.find(({ host }) => host !== undefined && hosts.includes(host))
  const only = all.length === 1 && (all[0]?.host === undefined || hosts.length === 0) ? all[0] : undefined
  const matrix = own ?? only
  const gpus = matrix?.devices.filter(({ kind }) => kind === 'gpu').length ?? 0
  return gpus >= (ranksPerNode ?? 1) ? matrix : undefined
}

/** As built: a GPU that has lost links counts as its siblings do; what it has now is in as-found.ts. */
function joined(model: GpuModel, { gpus, links, through, matrix }: GpuLinks): Partial<MachineDraft> {
  const full = Math.max(...links)
  if (through === 'switch') return { joining: 'nvswitch', nvlinksPerGpu: full }
  const whole = links.every((count) => count === full)
  // A whole mesh is taken as it stands; one that lost links, as this model is usually built.
  if (!whole && model.form !== 'pcie') return {}
  return {
    nvlinkPairs: gpus.flatMap((a, from) =>
      gpus.flatMap((b, to) => {
        const cell = matrix.cells.get(a.name)?.get(b.name)
        return to > from && cell?.path === 'NV' ? [[from, to, cell.links] as const] : []
      }),
    ),
  }
}

const UNDER_ONE_SWITCH = ['PIX', 'PXB']

/** Sockets and PCIe switches, as far as the cells between GPUs tell: NVLinks hide them. */
function placed(matrix: TopoMatrix): Partial<MachineDraft> {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  const cells = gpus.flatMap((a) =>
    gpus.flatMap((b) => (a === b ? [] : [{ a, path: matrix.cells.get(a.name)?.get(b.name)?.path }])),
  )
  if (cells.length === 0 || cells.some(({ path }) => path === undefined || path === 'NV')) return {}
  const bySwitch = groupBy(
    cells.filter(({ path }) => path !== undefined && UNDER_ONE_SWITCH.includes(path)),
    ({ a }) => a,
  )
  const most = Math.max(0, ...[...bySwitch.values()].map((pairs) => pairs.length))
  return {
    sockets: cells.some(({ path }) => path === 'SYS' || path === 'SOC') ? 2 : 1,
    gpusPerSwitch: most === 0 ? 0 : most + 1,
  }
}

/** No row or cell between GPUs was cut. */
export function isWhole(matrix: TopoMatrix): boolean {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  return gpus.every((a) => gpus.every((b) => a === b || matrix.cells.get(a.name)?.get(b.name) !== undefined))
}

/** The rate of the NICs that are usual beside a GPU of this compute capability, bits/s. */
const usualNic = ({ computeCapability = 90 }: GpuModel): number =>
  computeCapability < 80 ? 100e9 : computeCapability < 90 ? 200e9 : 400e9

function networked(
  facts: Facts,
  model: GpuModel,
  gpus: number,
  matrix: TopoMatrix | undefined,
  several: boolean,
): Pick<MachineDraft, 'nics'> {
  if (!several) return {}
  const seats = matrix ? seatsOf(facts, matrix) : []
  const bitsPerSecond = usualNic(model)
  if (seats.length > 0) return { nics: { count: seats.length, bitsPerSecond, placement: seats } }
  return { nics: { count: model.form === 'pcie' || model.form === 'geforce' ? 1 : gpus, bitsPerSecond } }
}

/** NICs beside a GPU where there are any (others serve storage and management), else all; none from a cut excerpt. */
function seatsOf(facts: Facts, matrix: TopoMatrix): NicSeat[] {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  const placed = nearestNics(facts).find((nearest) => nearest.matrix === matrix)?.gpus ?? []
  if (placed.length < gpus.length) return []
  const taken = new Map<number, number>()
  const seats = matrix.devices.flatMap((nic) => {
    const seat = nic.kind === 'nic' ? nearestGpu(matrix, gpus, nic, taken) : undefined
    if (seat) taken.set(seat.gpu, (taken.get(seat.gpu) ?? 0) + 1)
    return seat ? [seat] : []
  })
  const onSwitch = placed.some(({ throughCpu }) => !throughCpu)
  return onSwitch ? seats.filter(({ path }) => UNDER_ONE_SWITCH.includes(path)) : seats
}

const SEATS: readonly NicSeat['path'][] = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS']

function nearestGpu(
  matrix: TopoMatrix,
  gpus: readonly TopoDevice[],
  nic: TopoDevice,
  taken: ReadonlyMap<number, number>,
): NicSeat | undefined {
  return gpus
    .flatMap(({ name }, gpu) => {
      const cell = (matrix.cells.get(name)?.get(nic.name) ?? matrix.cells.get(nic.name)?.get(name))?.path
      const path = SEATS.find((seat) => seat === (cell === 'SOC' ? 'SYS' : cell))
      return path === undefined ? [] : [{ gpu, path }]
    })
    .sort(
      (a, b) =>
        SEATS.indexOf(a.path) - SEATS.indexOf(b.path) || (taken.get(a.gpu) ?? 0) - (taken.get(b.gpu) ?? 0),
    )[0]
}

const USUAL_GPUS = threshold(
  'guessed-machine.gpus',
  8,
  'count',
  'our choice: DGX and HGX nodes and most servers for cards have eight',
)

/** A node of this form usually has eight GPUs: fewer ranks a host may be a part of it. */
function assumedOf({ form }: GpuModel, gpus: number, counted: boolean, several: boolean): Assumption[] {
  const part = !counted && form !== 'superchip' && gpus < USUAL_GPUS.value
  return [...(part ? (['gpu-count'] as const) : []), ...(several ? (['nics', 'fabric'] as const) : [])]
}
