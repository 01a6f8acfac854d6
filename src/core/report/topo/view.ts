/** What `ringscope topo` shows: who reaches whom how, which NIC belongs to which GPU, and what is unequal. */
import type { TopoCell, TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { Machine } from '../../machine/machine.ts'
import { type MatrixCell, matrix as matrixOf, nicAffinity } from '../../machine/matrix.ts'

export interface TopoDeviceView {
  readonly name: string
  readonly kind: 'gpu' | 'nic'
}

export interface TopoCellView {
  /** As nvidia-smi prints it: "X", "NV12", "PIX"; "" where an excerpt was cut. */
  readonly text: string
  /** NVLinks or xGMI links; 0 for other paths. */
  readonly links: number
}

export interface NicView {
  readonly nic: string
  readonly gpus: readonly string[]
  readonly path: string
  /** bytes/s, where the machine says. */
  readonly bandwidth?: number
}

export interface TopoView {
  readonly devices: readonly TopoDeviceView[]
  /** cells[row][column] */
  readonly cells: readonly (readonly TopoCellView[])[]
  readonly nics: readonly NicView[]
}

/** From near to far, as nvidia-smi names paths; SOC is the older name of SYS. */
const NEAR_TO_FAR = ['NV', 'C2C', 'P2C', 'PIX', 'PXB', 'PXN', 'PHB', 'NODE', 'SOC', 'SYS']
/** Below the CPU: NCCL uses GPUDirect RDMA there. */
const NEAR: readonly string[] = ['C2C', 'P2C', 'PIX', 'PXB']

/** A preset or short form. */
export function topoOfMachine(machine: Machine): TopoView {
  const { names, cells } = matrixOf(machine)
  return {
    devices: names.map((name) => ({ name, kind: name.startsWith('GPU') ? 'gpu' : 'nic' })),
    cells: cells.map((row) => row.map(cellOfMachine)),
    nics: nicAffinity(machine),
  }
}

const cellOfMachine = ({ path, links }: MatrixCell): TopoCellView =>
  path === 'LOC'
    ? { text: 'X', links: 0 }
    : path === 'NVL'
      ? { text: `NV${links}`, links }
      : { text: path, links: 0 }

/** What a host's `nvidia-smi topo -m` says. */
export function topoOfMatrix({ devices, cells }: TopoMatrix): TopoView {
  const cell = (row: string, column: string): TopoCellView =>
    row === column
      ? { text: 'X', links: 0 }
      : cellOfMatrix(cells.get(row)?.get(column) ?? cells.get(column)?.get(row))
  return {
    devices: devices.map(({ name, kind }) => ({ name, kind })),
    cells: devices.map((row) => devices.map((column) => cell(row.name, column.name))),
    nics: devices
      .filter(({ kind }) => kind === 'nic')
      .map((nic) => nearestOf(nic.name, devices, (gpu) => cell(gpu, nic.name).text)),
  }
}

const cellOfMatrix = (cell: TopoCell | undefined): TopoCellView =>
  cell === undefined
    ? { text: '', links: 0 }
    : cell.path === 'NV'
      ? { text: `NV${cell.links}`, links: cell.links }
      : { text: cell.path, links: 0 }

function nearestOf(
  nic: string,
  devices: readonly TopoDeviceView[],
  pathFrom: (gpu: string) => string,
): NicView {
  const ways = devices
    .filter(({ kind }) => kind === 'gpu')
    .map(({ name }) => ({ gpu: name, path: pathFrom(name) }))
    .filter(({ path }) => path !== '')
  const nearest = Math.min(...ways.map(({ path }) => distanceOf(path)))
  const near = ways.filter(({ path }) => distanceOf(path) === nearest)
  return { nic, gpus: near.map(({ gpu }) => gpu), path: near[0]?.path ?? '' }
}

function distanceOf(path: string): number {
  const at = NEAR_TO_FAR.indexOf(path.replace(/^NV\d+$/, 'NV'))
  return at < 0 ? NEAR_TO_FAR.length : at
}

/** How alike the parts are. Undefined where the kind of part is missing. */
export interface TopoBalance {
  /** NVLinks or xGMI links of each GPU: all alike, or who has fewer than most. */
  readonly links?:
    | { readonly equal: number }
    | { readonly usual: number; readonly fewer: readonly { readonly gpu: string; readonly links: number }[] }
  /** Others that each GPU of a mesh reaches by a link; absent where it reaches all or none. */
  readonly mesh?: { readonly gpu: string; readonly reached: number; readonly of: number }
  readonly farNics: readonly NicView[]
  readonly nearNics: number
  /** GPUs without a NIC below the CPU while others have one. */
  readonly withoutNic: readonly string[]
}

export function balanceOf({ devices, cells, nics }: TopoView): TopoBalance {
  const gpus = devices.flatMap(({ name, kind }, at) => (kind === 'gpu' ? [{ name, at }] : []))
  const counts = linksOfEach(
    gpus.map(({ at }) => gpus.flatMap(({ at: to }) => (to === at ? [] : [cells[at]?.[to]?.links ?? 0]))),
  )
  const usual = Math.max(0, ...counts)
  const fewer = gpus.flatMap(({ name }, at) =>
    (counts[at] ?? 0) < usual ? [{ gpu: name, links: counts[at] ?? 0 }] : [],
  )
  const reached = gpus.map(({ at }) => gpus.filter(({ at: to }) => (cells[at]?.[to]?.links ?? 0) > 0).length)
  const [first] = gpus
  const isMesh = first !== undefined && (reached[0] ?? 0) > 0 && (reached[0] ?? 0) < gpus.length - 1
  const near = nics.filter(({ path }) => NEAR.includes(path))
  const served = new Set(near.flatMap((nic) => nic.gpus))
  return {
    ...(usual === 0 ? {} : { links: fewer.length === 0 ? { equal: usual } : { usual, fewer } }),
    ...(isMesh ? { mesh: { gpu: first.name, reached: reached[0] ?? 0, of: gpus.length - 1 } } : {}),
    farNics: nics.filter(({ path }) => path !== '' && !NEAR.includes(path)),
    nearNics: near.length,
    withoutNic: served.size === 0 ? [] : gpus.filter(({ name }) => !served.has(name)).map(({ name }) => name),
  }
}

/** No GPU has more NVLinks: beyond this a full matrix can only be a switch (NVLink 4 and 5 have 18). */
const MOST_LINKS = 18

/** Through a switch every cell shows all links; in a mesh the cells of a row add up. A pair with a weak GPU shows the weak one's. */
function linksOfEach(rows: readonly (readonly number[])[]): readonly number[] {
  const full = rows.every((row) => row.every((links) => links > 0))
  const sums = rows.map((row) => row.reduce((sum, links) => sum + links, 0))
  const switched = full && Math.max(0, ...sums) > MOST_LINKS
  return switched ? rows.map((row) => Math.max(0, ...row)) : sums
}
