/** How NVLink joins the GPUs of a host: by `topo -m`, or by the topology in NCCL's log. */
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { GpuModel } from '../../machine/gpus.ts'
import type { KnownMachine } from '../../machine/plausible/value.ts'
import { hostOf } from '../communicators.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { type GpuLinks, gpuLinks } from '../gpu-links.ts'
import { areAlike } from '../jobs.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

export type LinksOfRun = Pick<KnownMachine, 'joining' | 'nvlinksPerGpu' | 'nvlinkPairs'>

export function linksOfRun(
  facts: Facts,
  model: GpuModel,
  matrix: TopoMatrix | undefined,
  hosts: readonly string[],
): FactOfRun<LinksOfRun> {
  const inMatrix = matrix && matrixLinks(facts, model, matrix)
  if (matrix && inMatrix) return read('nvlinks', inMatrix, [matrix.place])
  const logged = inLog(facts, hosts)
  return logged ? read('nvlinks', { joining: logged.joining }, [logged.place]) : open('nvlinks')
}

export function matrixLinks(facts: Facts, model: GpuModel, matrix: TopoMatrix): LinksOfRun | undefined {
  const links = gpuLinks(facts).find((one) => one.matrix === matrix)
  if (links) return asBuilt(model, links)
  return isWhole(matrix) && matrix.devices.filter(({ kind }) => kind === 'gpu').length > 1
    ? { joining: 'pcie' }
    : undefined
}

/** A GPU that has lost links counts as its siblings do; what it has now is in as-found.ts. */
function asBuilt(model: GpuModel, { gpus, links, through, matrix }: GpuLinks): LinksOfRun | undefined {
  const full = Math.max(...links)
  if (through === 'switch') return { joining: 'nvswitch', nvlinksPerGpu: full }
  const whole = links.every((count) => count === full)
  // A whole mesh is taken as it stands; one that lost links, as this model is usually built.
  if (!whole && model.form !== 'pcie') return undefined
  return {
    nvlinkPairs: gpus.flatMap((a, from) =>
      gpus.flatMap((b, to) => {
        const cell = matrix.cells.get(a.name)?.get(b.name)
        return to > from && cell?.path === 'NV' ? [[from, to, cell.links] as const] : []
      }),
    ),
  }
}

/** No row or cell between GPUs was cut. */
export function isWhole(matrix: TopoMatrix): boolean {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  return gpus.every((a) => gpus.every((b) => a === b || matrix.cells.get(a.name)?.get(b.name) !== undefined))
}

/** A link "NVL" leads to a switch or to another GPU. */
function inLog(facts: Facts, hosts: readonly string[]) {
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const { value, by, place } of log.links) {
      const host = hostOf(log, by[0] ?? 0)
      if (value.type !== 'NVL' || !isOfRun(facts, hosts, host)) continue
      if (value.to.startsWith('NVS/')) return { joining: 'nvswitch' as const, place }
      if (value.to.startsWith('GPU/')) return { joining: 'mesh' as const, place }
    }
  return undefined
}

const isOfRun = (facts: Facts, hosts: readonly string[], host: string | undefined): boolean =>
  hosts.length === 0 || hosts.some((name) => areAlike(facts, name, host))
