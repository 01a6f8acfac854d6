/** How many GPUs a host has, ran or not: exact by a matrix, a topology file or nvidia-smi; else at least as many as ran. */
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { Curve } from '../curves.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { factsOf, hosts } from '../hosts.ts'
import { counted, type FactOfRun, read } from './fact-of-run.ts'

export interface GpusAHost {
  readonly least: number
  readonly exact: boolean
}

export function gpuCountOfRun(
  facts: Facts,
  { hosts: names, benchmarks }: Curve,
  ranksAHost: number,
  matrix: TopoMatrix | undefined,
): FactOfRun<GpusAHost> {
  const inMatrix = matrix?.devices.filter(({ kind }) => kind === 'gpu').length ?? 0
  if (matrix && inMatrix >= ranksAHost)
    return read('gpu-count', { least: inMatrix, exact: true }, [matrix.place])
  const file = evidenceOf(facts, 'topology-xml').find(({ gpus }) => gpus.length >= ranksAHost)
  if (file) return read('gpu-count', { least: file.gpus.length, exact: true }, [file.place])
  for (const host of hosts(facts)) {
    if (host.name !== undefined && names.length > 0 && !names.includes(host.name)) continue
    const [stated] = factsOf(host, 'gpu-count')
    if (stated && stated.count >= ranksAHost)
      return read('gpu-count', { least: stated.count, exact: true }, [stated.place])
  }
  const devices = benchmarks.flatMap((benchmark) => benchmark.devices)
  const largest = Math.max(0, ...devices.map(({ device }) => device + 1))
  return counted(
    'gpu-count',
    { least: Math.max(ranksAHost, largest), exact: false },
    devices.slice(0, 1).map(({ place }) => place),
  )
}
