/**
 * The evidence does not decide whether the communication is healthy: what was measured cannot be judged, or nothing was.
 * Says what would decide, never more than that.
 */

import { aboveLink } from '../../analysis/busbw-above-link.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { judgeableSeries } from '../../analysis/judgeable.ts'
import { judged } from '../../analysis/judged.ts'
import type { Series } from '../../analysis/series.ts'
import type { Benchmark } from '../../evidence/benchmark.ts'
import type { Capture } from '../../evidence/capture.ts'
import type { HostFacts } from '../../evidence/host-facts.ts'
import type { NcclLog } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import type { RasReport } from '../../evidence/ras-report.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { GraphXml, TopologyXml } from '../../evidence/topology-xml.ts'
import type { CollectId } from '../collect.ts'
import { type Found, rule } from '../rule.ts'

export interface InsufficientEvidenceValues {
  readonly wanted: readonly CollectId[]
}

export const insufficientEvidence = rule({
  id: 'insufficient-evidence',
  needs: [
    [
      'benchmark',
      'topo-matrix',
      'nccl-log',
      'host-facts',
      'capture',
      'topology-xml',
      'graph-xml',
      'ras-report',
    ],
  ],
  sources: [],
  meaning: {
    next: ({ wanted }: InsufficientEvidenceValues) => wanted,
    // A test that printed no row hung or was cut: that is what there is to say.
    headline: ({ wanted }: InsufficientEvidenceValues) => wanted.includes('rows'),
    toldByHeadline: 'while-unknown',
  },
  check(facts): readonly Found<InsufficientEvidenceValues>[] {
    const wanted = [...new Set([...wantedForRuns(facts), ...wantedForSeries(facts)])]
    if (wanted.length === 0) return []
    const benchmarks = evidenceOf(facts, 'benchmark')
    return [
      {
        severity: 'info',
        confidence: 'certain',
        values: { wanted },
        evidence: [
          ...benchmarks,
          ...evidenceOf(facts, 'topo-matrix'),
          ...evidenceOf(facts, 'nccl-log'),
          ...evidenceOf(facts, 'capture'),
          ...evidenceOf(facts, 'host-facts'),
          ...evidenceOf(facts, 'topology-xml'),
          ...evidenceOf(facts, 'graph-xml'),
          ...evidenceOf(facts, 'ras-report'),
        ]
          .slice(0, 1)
          .map(revealing),
      },
    ]
  },
})

type Shown = Benchmark | TopoMatrix | NcclLog | HostFacts | Capture | TopologyXml | GraphXml | RasReport

const revealing = (it: Shown): Place => (it.kind === 'benchmark' ? it.header : undefined) ?? it.place

function wantedForRuns(facts: Facts): CollectId[] {
  const benchmarks = evidenceOf(facts, 'benchmark')
  if (benchmarks.length === 0)
    return evidenceOf(facts, 'nccl-log').length > 0 ? ['measurement'] : ['measurement', 'log']
  return benchmarks.every(({ rows }) => rows.length === 0) ? ['rows'] : []
}

function wantedForSeries(facts: Facts): CollectId[] {
  const verdicts = new Map(judged(facts).map((it) => [it.series, it]))
  return judgeableSeries(facts).flatMap((series): readonly CollectId[] => {
    if (!series.plateau) return []
    const verdict = verdicts.get(series)
    if (!verdict) return missingFor(series)
    const { grade, expected, judgement } = verdict
    const { restsOn } = judgement
    if (aboveLink(verdict)?.why === 'more-than-said') return ['plausible']
    if (grade === 'unsaturated' || !expected.firm) return [...restsOn, 'larger-size']
    // Machines of this kind differ widely: what the number means depends on the path that the data took.
    return grade === 'range' ? [...restsOn, 'log'] : restsOn
  })
}

function missingFor({ collective, candidates, ranks, machine }: Series): CollectId[] {
  return [
    ...(collective || candidates.length === 0 ? [] : (['collective'] as const)),
    ...(ranks === undefined ? (['ranks'] as const) : []),
    ...(machine === undefined ? (['machine'] as const) : []),
  ]
}
