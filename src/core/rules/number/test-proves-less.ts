/**
 * The input cannot show what it is often taken for: two nodes by a tree do not test the network, one GPU a node uses one
 * rail of many, 8-byte runs say nothing of bandwidth, CPU time (-C) is not the time of the transfer.
 * Condition: docs/diagnosis.md, Reading a number.
 */
import type { Facts } from '../../analysis/facts.ts'
import { factsOf, hosts } from '../../analysis/hosts.ts'
import { judgeableSeries } from '../../analysis/judgeable.ts'
import { type Judged, judged } from '../../analysis/judged.ts'
import { type Series, series } from '../../analysis/series.ts'
import { GBps } from '../../base/units.ts'
import { FIRM_FROM } from '../../expectation/row.ts'
import { machineFacts } from '../../machine/facts.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface TestProvesLessValues {
  readonly collective: string
  readonly why: 'two-nodes-by-tree' | 'one-rail' | 'tiny-sizes' | 'cpu-time' | 'host-memory'
  readonly bytes: number
  readonly measured: number
  /** The NICs of one node in one direction, bytes/s, and how many they are. */
  readonly wire?: number
  readonly nics?: number
  /** The GPUs of one node. */
  readonly gpus?: number
  /** What NCCL_ALGO=RING should show, bytes/s. */
  readonly ring?: number
}

export const testProvesLess = rule({
  id: 'test-proves-less',
  needs: [['benchmark', 'host-facts']],
  sources: ['nccl #812', 'nccl-tests #232 #196'],
  check: (facts): readonly Found<TestProvesLessValues>[] => [
    ...series(facts)
      .filter(({ benchmarks }) => benchmarks.some(({ parameters }) => parameters.cpuTime))
      .flatMap((one) => found(one, 'cpu-time')),
    ...judgeableSeries(facts)
      .filter(({ plateau }) => plateau !== undefined && plateau.bytes < FIRM_FROM.value)
      .flatMap((one) => found(one, 'tiny-sizes')),
    ...judged(facts).flatMap(ofTheNetwork),
    ...fromHostMemory(facts),
  ],
})

/** perftest at the largest size of each test; from GPU memory it proves the path. */
function fromHostMemory(facts: Facts): Found<TestProvesLessValues>[] {
  const all = hosts(facts).flatMap((host) => factsOf(host, 'perftest'))
  if (all.some(({ memory }) => memory === 'gpu')) return []
  const best = all.toSorted((a, b) => b.bandwidth - a.bandwidth)[0]
  if (!best) return []
  return [
    {
      severity: 'info',
      confidence: 'certain',
      values: { collective: best.test, why: 'host-memory', bytes: best.bytes, measured: best.bandwidth },
      evidence: [best.place],
    },
  ]
}

type Values = Found<TestProvesLessValues>['values']

function ofTheNetwork({ series, expectation }: Judged): Found<TestProvesLessValues>[] {
  const { nodes, ranksPerNode, wire, testsNetwork, alternatives } = expectation
  if (nodes < 2 || !wire) return []
  if (!testsNetwork) {
    const ring = alternatives.find(({ algorithm }) => algorithm === 'Ring')?.plateau.busbw
    const more = { wire: wire.busbw * GBps, nics: wire.nics, ...(ring ? { ring: ring * GBps } : {}) }
    return found(series, 'two-nodes-by-tree', more, ['busbw-above-link'])
  }
  const { nics, gpus } = machineFacts(expectation.machine)
  return ranksPerNode === 1 && nics.length > 1 ? found(series, 'one-rail', { nics: nics.length, gpus }) : []
}

function found(
  series: Series,
  why: Values['why'],
  more: Pick<Values, 'wire' | 'nics' | 'gpus' | 'ring'> = {},
  explains: Found['explains'] = [],
): Found<TestProvesLessValues>[] {
  const { plateau, label } = series
  if (!plateau) return []
  return [
    {
      severity: 'info',
      confidence: 'certain',
      subject: label,
      values: {
        collective: nameOf(series),
        why,
        bytes: plateau.bytes,
        measured: plateau.busbw * GBps,
        ...more,
      },
      evidence: [plateau.place],
      ...(explains.length > 0 ? { explains } : {}),
    },
  ]
}
