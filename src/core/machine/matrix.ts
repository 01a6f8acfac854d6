/**
 * The matrix that `nvidia-smi topo -m` would print for a machine, and which GPU each NIC is nearest to.
 * Like nvidia-smi it names only direct NVLinks (or those through an NVSwitch) and otherwise the PCIe path.
 */
import type { BytesPerSecond } from '../base/units.ts'
import { linksOf } from './facts.ts'
import type { Machine, PathType } from './machine.ts'
import { distanceOf, graphOf, isGpuLink, type Path, pathsFrom } from './path.ts'

/** `links` counts NVLinks or xGMI links where `path` is NVL. LOC: the device itself; DIS: no way. */
export interface MatrixCell {
  readonly path: PathType
  readonly links: number
  /** What the narrowest link of the way can use; undefined for LOC and DIS. */
  readonly bandwidth?: BytesPerSecond
}

export interface Matrix {
  /** GPUs, then NICs. */
  readonly names: readonly string[]
  /** cells[row][column] */
  readonly cells: readonly (readonly MatrixCell[])[]
}

export interface NicAffinity {
  readonly nic: string
  /** The GPUs that it is nearest to. */
  readonly gpus: readonly string[]
  readonly path: PathType
  readonly bandwidth: BytesPerSecond
}

export function matrix(machine: Machine): Matrix {
  const graph = graphOf(machine)
  const withoutLinks = graphOf({
    devices: machine.devices,
    links: machine.links.filter((link) => !isGpuLink(link)),
  })
  const names = namesOf(machine)
  return {
    names,
    cells: names.map((row) => {
      const direct = new Map((graph.from.get(row) ?? []).filter(isGpuLink).map((link) => [link.to, link]))
      const paths = pathsFrom(withoutLinks, row)
      const whole = pathsFrom(graph, row)
      return names.map((column): MatrixCell => {
        if (row === column) return { path: 'LOC', links: 0 }
        const way = whole.get(column)
        const link = direct.get(column)
        if (link) return { path: 'NVL', links: link.count, bandwidth: link.bandwidth }
        if (way?.type === 'NVL')
          return {
            path: 'NVL',
            links: Math.min(linksOf(graph, row), linksOf(graph, column)),
            bandwidth: way.bandwidth,
          }
        return cellOf(paths.get(column))
      })
    }),
  }
}

const namesOf = ({ devices }: Machine): readonly string[] =>
  (['GPU', 'NIC'] as const).flatMap((kind) =>
    devices.filter((device) => device.kind === kind).map(({ id }) => id),
  )

const cellOf = (path: Path | undefined): MatrixCell =>
  path ? { path: path.type, links: 0, bandwidth: path.bandwidth } : { path: 'DIS', links: 0 }

/** Which GPUs each NIC is nearest to, by which kind of path, and what the way carries. */
export function nicAffinity(machine: Machine): readonly NicAffinity[] {
  const graph = graphOf(machine)
  const gpus = machine.devices.filter(({ kind }) => kind === 'GPU').map(({ id }) => id)
  return machine.devices
    .filter(({ kind }) => kind === 'NIC')
    .map(({ id }) => {
      const paths = pathsFrom(graph, id)
      const reached = gpus.flatMap((gpu) => {
        const path = paths.get(gpu)
        return path ? [{ gpu, path }] : []
      })
      const nearest = Math.min(...reached.map(({ path }) => distanceOf(path.type)))
      const near = reached.filter(({ path }) => distanceOf(path.type) === nearest)
      return {
        nic: id,
        gpus: near.map(({ gpu }) => gpu),
        path: near[0]?.path.type ?? 'DIS',
        bandwidth: Math.max(0, ...near.map(({ path }) => path.bandwidth)),
      }
    })
}
