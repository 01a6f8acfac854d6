/**
 * The evidence does not decide whether the communication is healthy: what was measured cannot be judged, or nothing was.
 * Says what would decide, never more than that.
 */

import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { failures } from '../../analysis/failures.ts'
import { judgeableSeries } from '../../analysis/judgeable.ts'
import { type Judged, judged } from '../../analysis/judged.ts'
import { type OwnMachine, ownMachine } from '../../analysis/own-machine.ts'
import type { Series } from '../../analysis/series.ts'
import { GBps } from '../../base/units.ts'
import type { Benchmark } from '../../evidence/benchmark.ts'
import type { Capture } from '../../evidence/capture.ts'
import type { HostFacts } from '../../evidence/host-facts.ts'
import type { NcclLog } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import type { RasReport } from '../../evidence/ras-report.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { GraphXml, TopologyXml } from '../../evidence/topology-xml.ts'
import type { IntervalJudgement } from '../../expectation/over-machines.ts'
import type { OpenFact } from '../../machine/plausible/value.ts'
import { type CollectId, SHOWN_BY } from '../collect.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface InsufficientEvidenceValues {
  readonly wanted: readonly CollectId[]
  /** For the commands and the short form of this machine. */
  readonly machine?: OwnMachine
  /** Lines that look like rows and were not understood: how many, and the number of the first. */
  readonly unread?: { readonly lines: number; readonly line?: number }
  /** A number that is fine on some of the machines that it may be, and low on others. */
  readonly undecided?: UndecidedValues
  /** A number that none of the machines that it may be can give. */
  readonly beyond?: { readonly collective: string; readonly measured: number; readonly most: number }
}

export interface UndecidedValues {
  readonly collective: string
  readonly measured: number
  readonly bytes: number
  readonly fact: OpenFact
  /** Values under which it is fine, and those under which it is low, each with what is expected there, bytes/s. */
  readonly fine: readonly Meant[]
  readonly low: readonly Meant[]
}

export interface Meant {
  readonly value: string
  readonly expected: number
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
    headline: ({ wanted, undecided, beyond }: InsufficientEvidenceValues) =>
      wanted.includes('rows') ||
      wanted.includes('row-format') ||
      undecided !== undefined ||
      beyond !== undefined,
    toldByHeadline: 'while-unknown',
  },
  check(facts): readonly Found<InsufficientEvidenceValues>[] {
    const wanted = [...new Set([...wantedForRuns(facts), ...wantedForSeries(facts)])]
    if (wanted.length === 0) return []
    const benchmarks = evidenceOf(facts, 'benchmark')
    const machine = ownMachine(facts)
    const open = judged(facts).filter(({ grade }) => grade === 'undecided' || grade === 'beyond')
    const [first] = open
    return [
      {
        severity: 'info',
        confidence: 'certain',
        ...(first ? { subject: first.series.label } : {}),
        values: {
          wanted,
          ...(machine ? { machine } : {}),
          ...unreadIn(benchmarks),
          ...(first ? readingsOf(first) : {}),
        },
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

const revealing = (it: Shown): Place =>
  (it.kind === 'benchmark' ? (it.unread?.place ?? it.header) : undefined) ?? it.place

function unreadIn(benchmarks: readonly Benchmark[]): Pick<InsufficientEvidenceValues, 'unread'> {
  const unread = benchmarks.flatMap((benchmark) => benchmark.unread ?? [])
  const [first] = unread
  if (!first) return {}
  const { line } = first.place
  const lines = unread.reduce((sum, { lines }) => sum + lines, 0)
  return { unread: { lines, ...(line === undefined ? {} : { line }) } }
}

function wantedForRuns(facts: Facts): CollectId[] {
  const benchmarks = evidenceOf(facts, 'benchmark')
  // A job that failed needs no measurement: why it failed is what there is to say.
  if (failures(facts).first) return []
  if (benchmarks.length === 0)
    return evidenceOf(facts, 'nccl-log').length > 0 ? ['measurement'] : ['measurement', 'log']
  if (benchmarks.some(({ rows }) => rows.length > 0)) return []
  return benchmarks.some(({ unread }) => unread !== undefined) ? ['row-format'] : ['rows']
}

/** What the number means under each value of the fact that decides. */
function readingsOf({ series, point, interval, grade }: Judged): Partial<InsufficientEvidenceValues> {
  const reached = { collective: nameOf(series), measured: point.busbw * GBps }
  if (grade === 'beyond') return { beyond: { ...reached, most: mostOf(interval) * GBps } }
  const { deciding } = interval
  if (!deciding) return {}
  const meant = (is: (grade: string) => boolean): readonly Meant[] =>
    deciding.means
      .filter((one) => is(one.grade))
      .map(({ values, expected }) => ({ value: values[0] ?? '', expected: expected * GBps }))
  return {
    undecided: {
      ...reached,
      bytes: point.bytes,
      fact: deciding.fact,
      fine: meant((one) => one === 'healthy' || one === 'acceptable'),
      low: meant((one) => one === 'low' || one === 'bad'),
    },
  }
}

const mostOf = ({ ruledOut }: IntervalJudgement): number => Math.max(0, ...ruledOut.map(({ limit }) => limit))

function wantedForSeries(facts: Facts): CollectId[] {
  const verdicts = new Map(judged(facts).map((it) => [it.series, it]))
  return judgeableSeries(facts).flatMap((one): readonly CollectId[] => {
    if (!one.plateau) return []
    const verdict = verdicts.get(one)
    if (!verdict) return missingFor(one)
    const { grade, expected, interval } = verdict
    switch (grade) {
      case 'beyond':
        return ['plausible']
      case 'undecided':
        if (one.benchmarks.some(({ ranks }) => ranks === undefined)) return ['ranks']
        return [interval.deciding ? SHOWN_BY[interval.deciding.fact] : 'nics']
      case 'unsaturated':
        return ['larger-size']
      // Machines of this kind differ widely: what the number means depends on the path that the data took.
      case 'range':
        return [expected.firm ? 'log' : 'larger-size']
      default:
        return []
    }
  })
}

function missingFor({ collective, candidates, ranks, run }: Series): CollectId[] {
  return [
    ...(collective || candidates.length === 0 ? [] : (['collective'] as const)),
    ...(ranks === undefined ? (['ranks'] as const) : []),
    ...(run.known === undefined ? (['machine'] as const) : []),
  ]
}
