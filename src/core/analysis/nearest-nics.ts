/** Each GPU's nearest NIC by `nvidia-smi topo -m`, and whether a PCIe switch joins them or the data crosses the CPU. */
import type { TopoCell, TopoDevice, TopoMatrix } from '../evidence/topo-matrix.ts'
import { computed, evidenceOf } from './facts.ts'

/** From near to far, as nvidia-smi's legend orders them; SOC is SYS in old drivers. */
const NEAR_TO_FAR: readonly TopoCell['path'][] = ['X', 'NV', 'C2C', 'PIX', 'PXB', 'PHB', 'NODE', 'SYS', 'SOC']
/** Data between GPU and NIC that takes one of these goes through the CPU. */
const THROUGH_CPU: readonly TopoCell['path'][] = ['PHB', 'NODE', 'SYS', 'SOC']

export interface NearestNic {
  readonly gpu: TopoDevice
  readonly nic: TopoDevice
  readonly path: TopoCell['path']
  readonly throughCpu: boolean
}

/** One for each matrix that has NICs: the GPUs whose cells to all NICs are there. */
export const nearestNics = computed(
  (facts): readonly { readonly matrix: TopoMatrix; readonly gpus: readonly NearestNic[] }[] =>
    evidenceOf(facts, 'topo-matrix').flatMap((matrix) => {
      const nics = matrix.devices.filter(({ kind }) => kind === 'nic')
      const gpus = matrix.devices.flatMap((gpu) => (gpu.kind === 'gpu' ? nearestOf(matrix, gpu, nics) : []))
      return gpus.length === 0 ? [] : [{ matrix, gpus }]
    }),
)

function nearestOf(matrix: TopoMatrix, gpu: TopoDevice, nics: readonly TopoDevice[]): NearestNic[] {
  const cells = nics.map((nic) => ({ nic, path: matrix.cells.get(gpu.name)?.get(nic.name)?.path }))
  const known = cells.flatMap(({ nic, path }) => (path === undefined ? [] : [{ nic, path }]))
  if (known.length < nics.length) return []
  const nearest = known.toSorted((a, b) => NEAR_TO_FAR.indexOf(a.path) - NEAR_TO_FAR.indexOf(b.path))[0]
  return nearest ? [{ gpu, ...nearest, throughCpu: THROUGH_CPU.includes(nearest.path) }] : []
}
