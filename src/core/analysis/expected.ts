/** What a curve should reach on a machine, size by size; undefined where the collective or its ranks are not known. */
import { expect } from '../expectation/expect.ts'
import type { AlgorithmName, Expectation } from '../expectation/expectation.ts'
import { machineFacts } from '../topology/facts.ts'
import type { Machine } from '../topology/machine.ts'
import type { Curve } from './curves.ts'

export function expectationOf(curve: Curve, machine: Machine): Expectation | undefined {
  const { collective, points, plateau } = curve
  const gpus = machineFacts(machine).gpus
  const ranks = curve.ranks ?? gpus * machine.nodes
  const ranksPerNode = curve.ranksPerNode ?? Math.ceil(ranks / machine.nodes)
  // More ranks than GPUs: the machine named is not the one that the file tells of.
  if (!collective || !plateau || ranks < 2 || ranksPerNode > gpus || ranks > gpus * machine.nodes)
    return undefined
  const algorithm = algorithmSet(curve)
  const expectation = expect({
    collective,
    machine,
    ranks,
    ranksPerNode,
    sizes: points.map(({ bytes }) => bytes),
    ...(algorithm === undefined ? {} : { algorithm }),
  })
  if (!expectation || curve.ranks !== undefined) return expectation
  return { ...expectation, assumed: [...expectation.assumed, 'ranks'] }
}

const ALGORITHMS: Readonly<Record<string, AlgorithmName>> = {
  tree: 'Tree',
  ring: 'Ring',
  collnetdirect: 'CollNetDirect',
  collnetchain: 'CollNetChain',
  nvls: 'NVLS',
  nvlstree: 'NVLSTree',
  pat: 'PAT',
}

/** NCCL_ALGO where the file holds it and it names a single algorithm: what it gives is then what was asked for. */
export function algorithmSet({ benchmarks }: Pick<Curve, 'benchmarks'>): AlgorithmName | undefined {
  const value = benchmarks[0]?.environment.NCCL_ALGO?.trim().toLowerCase() ?? ''
  return Object.hasOwn(ALGORITHMS, value) ? ALGORITHMS[value] : undefined
}
