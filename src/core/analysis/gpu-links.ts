/**
 * NVLinks of each GPU, read from `nvidia-smi topo -m` or NCCL's topology file, and GPUs with fewer than their siblings.
 *
 * Behind an NVSwitch a cell says how many links the pair can use, up to all that a GPU has: its links are the largest
 * cell of its row. In a mesh a cell counts the links between two GPUs: its links are the sum of its row. A cube mesh
 * (DGX-1V) has 0, 1 or 2 links a pair and 6 for each GPU: pairs differ, totals do not.
 */
import { threshold } from '../base/threshold.ts'
import type { TopoDevice, TopoMatrix } from '../evidence/topo-matrix.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'

/** No GPU has more NVLinks: a row that sums to more goes through a switch. */
const MOST_LINKS = threshold(
  'gpu-asymmetry.most-links',
  18,
  'count',
  'NVIDIA Hopper and Blackwell: 18 NVLinks',
)
/** What more of the GPUs have than this is what a GPU of the model should have. */
export const MAJORITY = threshold(
  'gpu-links.majority',
  0.5,
  'share',
  'our choice: where half are unlike, nothing says which half is right',
)

export interface GpuLinks {
  readonly matrix: TopoMatrix
  readonly gpus: readonly TopoDevice[]
  readonly through: 'switch' | 'mesh'
  /** In the order of `gpus`. */
  readonly links: readonly number[]
  /** GPUs with fewer links than most; undefined when all have the same or nothing can be said. */
  readonly odd?: OddGpus
}

export interface OddGpus {
  readonly gpus: readonly TopoDevice[]
  /** Links that they have, and that each of `siblings` others has. */
  readonly links: number
  readonly of: number
  readonly siblings: number
}

/** One for each matrix that is whole (no row or cell between GPUs is cut) and has an NVLink. */
export const gpuLinks = computed((facts): readonly GpuLinks[] =>
  evidenceOf(facts, 'topo-matrix').flatMap((matrix) => {
    const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
    const rows = gpus.map((gpu) => rowOf(matrix, gpu, gpus))
    const whole = rows.filter((row) => row !== undefined)
    if (gpus.length < 2 || whole.length < gpus.length || Math.max(...whole.flat()) === 0) return []
    const sums = whole.map((row) => row.reduce((sum, count) => sum + count, 0))
    const through = Math.max(...sums) > MOST_LINKS.value ? 'switch' : 'mesh'
    const links = through === 'switch' ? whole.map((row) => Math.max(...row)) : sums
    const odd = oddOf(gpus, links, through, modelsOf(facts, matrix, gpus.length))
    return [{ matrix, gpus, through, links, ...(odd === undefined ? {} : { odd }) }]
  }),
)

/** Links to each other GPU; undefined when the excerpt lacks a part of the row. */
function rowOf(matrix: TopoMatrix, gpu: TopoDevice, gpus: readonly TopoDevice[]): number[] | undefined {
  if (!gpu.place) return undefined
  const cells = matrix.cells.get(gpu.name)
  const row = gpus.filter((other) => other !== gpu).map(({ name }) => cells?.get(name))
  return row.every((cell) => cell !== undefined)
    ? row.map(({ path, links }) => (path === 'NV' ? links : 0))
    : undefined
}

/** Fewer links than a clear majority of the GPUs. */
function oddOf(
  gpus: readonly TopoDevice[],
  links: readonly number[],
  through: 'switch' | 'mesh',
  models: readonly string[],
): OddGpus | undefined {
  const of = Math.max(...links)
  const siblings = links.filter((count) => count === of).length
  const low = gpus.flatMap((gpu, index) =>
    (links[index] ?? 0) < of ? [{ gpu, links: links[index] ?? 0 }] : [],
  )
  const fewest = Math.min(...low.map((it) => it.links))
  if (low.length === 0 || siblings <= MAJORITY.value * gpus.length || models.length > 1) return undefined
  // A link of a mesh has two ends. One GPU alone, or unequal losses, mean that the view is a part of the mesh.
  if (through === 'mesh' && (low.length !== 2 || low.some((it) => it.links !== fewest))) return undefined
  // A GPU without any may be of another kind (a display adapter, a card without a bridge), unless known to be alike.
  if (fewest === 0 && (through === 'mesh' || models.length === 0)) return undefined
  return { gpus: low.map(({ gpu }) => gpu), links: fewest, of, siblings }
}

/** The different GPU models of the matrix's host by the device lines, or by the file; empty where they do not name all GPUs. */
function modelsOf(facts: Facts, { host, from, place }: TopoMatrix, gpus: number): string[] {
  if (from === 'topology-xml') {
    const file = evidenceOf(facts, 'topology-xml').find((topology) => topology.place.input === place.input)
    const ids = (file?.gpus ?? []).flatMap(({ pciId }) => pciId ?? [])
    if (ids.length === gpus) return [...new Set(ids)]
  }
  const lists = evidenceOf(facts, 'benchmark').map(({ devices }) =>
    devices.filter((device) => host === undefined || device.host === host),
  )
  const names = new Set(lists.flat().map(({ name }) => name))
  return names.size > 1 || lists.some((list) => list.length === gpus) ? [...names] : []
}
