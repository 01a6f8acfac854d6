/** What a curve should reach on a machine, size by size; undefined where the collective or its ranks are not known. */
import { expect } from '../expectation/expect.ts'
import type { AlgorithmName, Expectation } from '../expectation/expectation.ts'
import type { Machine } from '../machine/machine.ts'
import type { Curve } from './curves.ts'

/** `asked`: as the ranks are spread over the machine. */
export function expectationOf(
  curve: Curve,
  machine: Machine,
  { ranks, ranksPerNode }: { readonly ranks: number; readonly ranksPerNode: number },
): Expectation | undefined {
  const { collective, points, plateau } = curve
  if (!collective || !plateau) return undefined
  const under = (algorithm: AlgorithmName | undefined) =>
    expect({
      collective,
      machine,
      ranks,
      ranksPerNode,
      sizes: points.map(({ bytes }) => bytes),
      ...(algorithm === undefined ? {} : { algorithm }),
    })
  const set = algorithmSet(curve)
  const today = under(set)
  const byNvls = today?.plateau.algorithm?.startsWith('NVLS') === true
  const expectation = set === undefined && byNvls && isBeforeNvls(curve) ? under('Ring') : today
  return expectation
}

/** NVLink SHARP is chosen by itself since NCCL 2.18 (its release notes): before, rings were all there was. */
function isBeforeNvls({ benchmarks }: Pick<Curve, 'benchmarks'>): boolean {
  const [major, minor] = (benchmarks[0]?.version?.library ?? '').split('.').map(Number)
  return major !== undefined && minor !== undefined && (major < 2 || (major === 2 && minor < 18))
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
