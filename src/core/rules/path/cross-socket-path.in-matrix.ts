/** GPUs that reach each other without the link between the CPU sockets, by `nvidia-smi topo -m`. */

import { computed, evidenceOf } from '../../analysis/facts.ts'
import type { TopoCell, TopoDevice, TopoMatrix } from '../../evidence/topo-matrix.ts'

const ACROSS_SOCKETS: readonly TopoCell['path'][] = ['SYS', 'SOC']

export interface SocketGroups {
  readonly matrix: TopoMatrix
  /** One group: no collective needs to cross. Two or more: every ring over all GPUs must. */
  readonly groups: readonly (readonly TopoDevice[])[]
}

/** One for each matrix whose cells between GPUs tell the groups, also where rows were cut off; NVLinks join GPUs of two sockets. */
export const socketGroups = computed((facts): readonly SocketGroups[] =>
  evidenceOf(facts, 'topo-matrix').flatMap((matrix) => {
    const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
    const path = (a: TopoDevice, b: TopoDevice) =>
      (matrix.cells.get(a.name)?.get(b.name) ?? matrix.cells.get(b.name)?.get(a.name))?.path
    const pairs = gpus.flatMap((a, index) => gpus.slice(index + 1).map((b) => ({ a, b, path: path(a, b) })))
    if (pairs.length === 0) return []
    const group = new Map(gpus.map((gpu) => [gpu, gpu]))
    for (const { a, b, path } of pairs) {
      const [from, into] = [group.get(b), group.get(a)]
      if (path === undefined || ACROSS_SOCKETS.includes(path) || !into || from === into) continue
      for (const [gpu, root] of group) if (root === from) group.set(gpu, into)
    }
    // A pair whose cell was cut off may join two groups, or stand within one, where it changes nothing.
    const isOpen = pairs.some(({ a, b, path }) => path === undefined && group.get(a) !== group.get(b))
    if (isOpen) return []
    const groups = [...new Set(group.values())].map((first) => gpus.filter((gpu) => group.get(gpu) === first))
    return [{ matrix, groups }]
  }),
)
