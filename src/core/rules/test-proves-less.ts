/**
 * The input cannot show what it is often taken for: two nodes by a tree do not test the network, one GPU a node uses one
 * rail of many, 8-byte runs say nothing of bandwidth, CPU time (-C) is not the time of the transfer.
 * Condition: diagnosis-in-practice.md section 8.
 */
import type { Facts } from '../analysis/facts.ts'
import { factsOf, hosts } from '../analysis/hosts.ts'
import { type Judged, judged } from '../analysis/judged.ts'
import { type Series, series } from '../analysis/series.ts'
import { soundSeries } from '../analysis/sound.ts'
import { GBps, MiB } from '../base/units.ts'
import { machineFacts } from '../topology/facts.ts'
import { nameOf } from './reached.ts'
import { type Found, rule } from './rule.ts'

/** Below 1 MiB an expectation is a range and never a verdict: DESIGN section 3. */
const TOO_SMALL = MiB

export const testProvesLess = rule({
  id: 'test-proves-less',
  needs: [['benchmark', 'host-facts']],
  check: (facts) => [
    ...series(facts)
      .filter(({ benchmarks }) => benchmarks.some(({ parameters }) => parameters.cpuTime))
      .flatMap((its) => found(its, 'cpu-time')),
    ...soundSeries(facts)
      .filter(({ plateau }) => plateau !== undefined && plateau.bytes < TOO_SMALL)
      .flatMap((its) => found(its, 'tiny-sizes')),
    ...judged(facts).flatMap(ofTheNetwork),
    ...fromHostMemory(facts),
  ],
})

/** perftest at the largest size of each test; from GPU memory it proves the path. */
function fromHostMemory(facts: Facts): Found<'test-proves-less'>[] {
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

type Values = Found<'test-proves-less'>['values']

function ofTheNetwork({ series: its, expectation }: Judged): Found<'test-proves-less'>[] {
  const { nodes, ranksPerNode, wire, testsNetwork, alternatives } = expectation
  if (nodes < 2 || !wire) return []
  if (!testsNetwork) {
    const ring = alternatives.find(({ algorithm }) => algorithm === 'Ring')?.plateau.busbw
    const more = { wire: wire.busbw * GBps, nics: wire.nics, ...(ring ? { ring: ring * GBps } : {}) }
    return found(its, 'two-nodes-by-tree', more, ['busbw-above-link'])
  }
  const nics = machineFacts(expectation.machine).nics.length
  return ranksPerNode === 1 && nics > 1 ? found(its, 'one-rail', { nics }) : []
}

function found(
  its: Series,
  why: Values['why'],
  more: Pick<Values, 'wire' | 'nics' | 'ring'> = {},
  explains: Found['explains'] = [],
): Found<'test-proves-less'>[] {
  const { plateau, label } = its
  if (!plateau) return []
  return [
    {
      severity: 'info',
      confidence: 'certain',
      subject: label,
      values: {
        collective: nameOf(its),
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
