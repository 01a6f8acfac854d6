/**
 * The expectation on every machine that a run may have had, and a number judged over all of them: the interval verdict.
 *
 * The number is evidence itself. A machine that cannot have given it is ruled out; what is left decides: fine on every one is
 * healthy, low on every one is low, else the fact that decides is named with what the number means under each of its values.
 */
import { threshold } from '../base/threshold.ts'
import { type Bytes, GBps } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { type Job, jobOf } from '../cost/job.ts'
import { withPorts } from '../cost/job-ports.ts'
import { linkKind } from '../machine/links.ts'
import type { Machine } from '../machine/machine.ts'
import { machineOfBase, type PlausibleBase, plausible, predatesNvls } from '../machine/plausible/plausible.ts'
import type { KnownMachine, OpenFact, PlausibleNetwork, Value } from '../machine/plausible/value.ts'
import type { AlgorithmName, ExpectedRow, Grade } from './expectation.ts'
import { gradeOf } from './judge.ts'
import { type Plan, planOf } from './plan.ts'
import { rowAt } from './row.ts'

/** One machine that it may have been, and what it should reach. */
export interface Candidate {
  /** Of the facts that are open. Empty where all is known. */
  readonly values: readonly Value[]
  /** The whole graph, with NICs; the job's own may have ports without a limit. */
  readonly machine: () => Machine
  readonly job: Job
  readonly plan: Plan
  readonly row: ExpectedRow
}

export interface Case {
  readonly candidate: Candidate
  /** Measured busbw over the middle of the band. */
  readonly share: number
  readonly grade: Grade
  /** GB/s: above it this machine cannot have given the number. */
  readonly limit: number
}

/** What the number means under some values that come to the same, the most usual first. */
export interface Meaning {
  readonly values: readonly string[]
  /** GB/s */
  readonly expected: number
  readonly grade: Grade
}

export interface Deciding {
  readonly fact: OpenFact
  readonly means: readonly Meaning[]
}

export interface IntervalJudgement {
  /** `beyond`: more than any of these machines can give. */
  readonly grade: Grade | 'undecided' | 'beyond'
  /** Machines that can have given the number, the best expectation first. */
  readonly able: readonly Case[]
  readonly ruledOut: readonly Case[]
  /** GB/s: the bands of the able ones together. */
  readonly low: number
  readonly high: number
  readonly deciding?: Deciding
  /** For rows, bars and faults: the able machine whose expectation is nearest. Never for a title or a share in a headline. */
  readonly nearest: Case
}

export interface OverQuestion {
  readonly collective: CollectiveName
  readonly algorithm?: AlgorithmName
  readonly bytes: Bytes
}

/** Of so many questions the answers are kept: tables of many hosts ask alike. */
const MOST_KEPT = 256
const kept = new Map<string, readonly Candidate[]>()

/** What the collective should reach on every machine that is plausible, at one size; the best expectation first. */
export function outlook(known: KnownMachine, question: OverQuestion): readonly Candidate[] {
  const key = JSON.stringify([known.gpu.id, { ...known, gpu: undefined }, question])
  const held = kept.get(key)
  if (held) return held
  const candidates = everyMachine(known, question)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, candidates)
  return candidates
}

function everyMachine(known: KnownMachine, question: OverQuestion): readonly Candidate[] {
  const { bases, networks, nvls } = plausible(known)
  return bases
    .flatMap((base) => jobsOf(base, networks, known.ranks))
    .flatMap((over) => nvls.map((value) => (value ? withoutNvls(over, value) : over)))
    .flatMap((over) => candidatesOf(over, question))
    .sort((a, b) => b.row.busbw - a.row.busbw)
}

type Over = Pick<Candidate, 'job' | 'values' | 'machine'> & { readonly ringOnly?: true }

/** The same of one machine that is known whole. */
export function outlookOn(
  machine: Machine,
  asked: { readonly ranks?: number; readonly ranksPerNode?: number },
  question: OverQuestion,
  library?: string,
): readonly Candidate[] {
  const job = jobOf(machine, asked)
  const ringOnly = predatesNvls(library) ? ({ ringOnly: true } as const) : {}
  return job.ok
    ? candidatesOf({ job: job.value, values: [], machine: () => machine, ...ringOnly }, question)
    : []
}

function jobsOf(base: PlausibleBase, networks: readonly PlausibleNetwork[], ranks: number): readonly Over[] {
  const { values, nodes } = base
  const asked = { ranks, ranksPerNode: Math.min(ranks, base.ranksPerNode) }
  if (nodes === 1) {
    const job = jobOf(machineOfBase(base), asked)
    return job.ok ? [{ job: job.value, values, machine: () => machineOfBase(base) }] : []
  }
  // A graph for each number and placement of NICs; rate and kind change none.
  const unlimited = new Map<string, Job>()
  return networks.flatMap(({ value, nics, fabric }) => {
    const key = JSON.stringify([nics.count, nics.placement])
    const ported = unlimited.get(key) ?? withAnyPorts(base, nics, asked)
    if (!ported) return []
    unlimited.set(key, ported)
    return [
      {
        job: withPorts(ported, nics.bitsPerSecond, fabric),
        values: [...values, ...(networks.length > 1 ? [value] : [])],
        machine: () => machineOfBase(base, { nics, fabric }),
      },
    ]
  })
}

function withAnyPorts(
  base: PlausibleBase,
  nics: PlausibleNetwork['nics'],
  asked: { readonly ranks: number; readonly ranksPerNode: number },
): Job | undefined {
  const machine = machineOfBase(base, { nics: { ...nics, bitsPerSecond: Infinity }, fabric: ANY_RATE })
  const job = jobOf(machine, asked)
  return job.ok ? job.value : undefined
}

/** Ethernet has ports of any rate. */
const ANY_RATE = { kind: 'roce', oversubscription: 1 } as const

const withoutNvls = (over: Over, value: Value): Over => ({
  ...over,
  values: [...over.values, value],
  ringOnly: true,
})

function candidatesOf(over: Over, { collective, algorithm, bytes }: OverQuestion): readonly Candidate[] {
  const { values, machine, job } = over
  const byDefault = planOf(collective, job, algorithm === undefined ? {} : { algorithm })
  if (!byDefault) return []
  const row = rowAt(byDefault, bytes)
  // Before NVLink SHARP rings were all there was.
  const ring =
    over.ringOnly && algorithm === undefined && row.algorithm.startsWith('NVLS')
      ? planOf(collective, job, { algorithm: 'Ring' })
      : undefined
  return [{ values, machine, job, plan: ring ?? byDefault, row: ring ? rowAt(ring, bytes) : row }]
}

const ABOVE = threshold(
  'over-machines.above-band',
  1.15,
  'factor',
  'our choice: more over the band is no better machine, but another one, or another quantity',
)
/** Trees between two nodes send each byte once where a ring sends it nearly twice. */
const TREE_ABOVE = threshold(
  'over-machines.tree-above',
  1.3,
  'factor',
  'docs/accuracy.md: public tables of two nodes',
)

/** GB/s that the machine cannot pass: its raw links, not what is usual of them. */
export function limitOf({ job, row, plan }: Candidate): number {
  const { nodes, facts, nics, ranks } = job
  if (nodes === 1) return row.high * Math.max(ABOVE.value, rawOverUsable(row.bound, facts))
  const above = row.high * ABOVE.value
  if (nodes > 2 || plan.collective !== 'all_reduce' || row.bound !== 'nic') return above
  const wire = nics.reduce((sum, { rawBandwidth }) => sum + rawBandwidth, 0) / GBps
  return Math.max(above, Math.min(TREE_ABOVE.value * row.high, (wire * 2 * (ranks - 1)) / ranks))
}

function rawOverUsable(bound: ExpectedRow['bound'], facts: Job['facts']): number {
  const id =
    bound === 'pcie'
      ? facts.pcieKind
      : bound === 'nvlink' || bound === 'xgmi' || bound === 'nvls'
        ? facts.gpuLinkKind
        : undefined
  const kind = id && linkKind(id)
  return kind && 'bandwidth' in kind ? (kind.rawBandwidth ?? kind.bandwidth) / kind.bandwidth : 1
}

/** The number over all candidates. Undefined where there is none: nothing covers the question. */
export function judgeOver(candidates: readonly Candidate[], busbw: number): IntervalJudgement | undefined {
  const cases = candidates.map((candidate): Case => {
    const { low, high } = candidate.row
    const share = busbw / ((low + high) / 2)
    return { candidate, share, grade: gradeOf(share, busbw, candidate.row), limit: limitOf(candidate) }
  })
  const able = cases.filter(({ limit }) => busbw <= limit)
  const ruledOut = cases.filter(({ limit }) => busbw > limit)
  const nearest = [...(able.length > 0 ? able : cases)].sort((a, b) => distance(a) - distance(b))[0]
  if (!nearest) return undefined
  const grade = gradeOver(able)
  const rows = (able.length > 0 ? able : cases).map(({ candidate }) => candidate.row)
  const deciding = grade === 'undecided' ? decidingOf(able, nearest) : undefined
  return {
    grade,
    able,
    ruledOut,
    low: Math.min(...rows.map(({ low }) => low)),
    high: Math.max(...rows.map(({ high }) => high)),
    nearest,
    ...(deciding ? { deciding } : {}),
  }
}

const distance = ({ share }: Case): number => Math.abs(Math.log(share))

const isFine = ({ grade }: Pick<Case, 'grade'>): boolean => grade === 'healthy' || grade === 'acceptable'
const isLow = ({ grade }: Pick<Case, 'grade'>): boolean => grade === 'low' || grade === 'bad'

const BEST_FIRST: readonly Grade[] = ['healthy', 'acceptable', 'low', 'bad']
/** The mildest of grades that are all fine or all low. */
const mildest = (cases: readonly Case[]): Grade =>
  BEST_FIRST.find((grade) => cases.some((one) => one.grade === grade)) ?? 'range'

function gradeOver(able: readonly Case[]): IntervalJudgement['grade'] {
  if (able.length === 0) return 'beyond'
  if (able.every(isFine)) return mildest(able)
  if (able.every(({ grade }) => grade === 'range')) return 'range'
  // Between two builds of a network stands a healthy host with a number of NICs that is no build: an open network accuses nobody.
  const openNetwork = able.some(({ candidate }) => candidate.values.some(({ fact }) => fact === 'network'))
  if (able.every(isLow) && !openNetwork) return mildest(able)
  return 'undecided'
}

/** Rows that differ by less are told as one: less than runs of one machine differ. */
const ALIKE = 0.03

/**
 * The fact that turns the grade when it alone is varied around the nearest machine; of several, the one with the largest
 * spread of expectations; where none turns it alone, the one with the largest spread.
 */
function decidingOf(able: readonly Case[], nearest: Case): Deciding | undefined {
  const facts = [...new Set(able.flatMap(({ candidate }) => candidate.values.map(({ fact }) => fact)))]
  const varied = facts.map((fact) => {
    const alone = able.filter(({ candidate }) =>
      nearest.candidate.values.every(
        (value) =>
          value.fact === fact ||
          candidate.values.every((other) => other.fact !== value.fact || other.id === value.id),
      ),
    )
    const busbw = alone.map(({ candidate }) => candidate.row.busbw)
    return {
      fact,
      cases: alone,
      turns: alone.some(isFine) && alone.some(isLow),
      spread: Math.max(...busbw) / Math.min(...busbw),
    }
  })
  const [first] = varied.sort((a, b) => Number(b.turns) - Number(a.turns) || b.spread - a.spread)
  if (!first) return undefined
  return { fact: first.fact, means: meaningsOf(first.cases, first.fact) }
}

/** The best expectation first; values that come to the same are one meaning, the most usual named first. */
function meaningsOf(cases: readonly Case[], fact: OpenFact): Deciding['means'] {
  const means: { values: Value[]; expected: number; grade: Grade }[] = []
  for (const { candidate, grade } of cases) {
    const value = candidate.values.find((one) => one.fact === fact)
    const expected = candidate.row.busbw
    const last = means.at(-1)
    if (value === undefined) continue
    if (last && last.grade === grade && last.expected / expected - 1 <= ALIKE) last.values.push(value)
    else means.push({ values: [value], expected, grade })
  }
  return means.map(({ values, expected, grade }) => ({
    values: [...new Set(values.toSorted((a, b) => a.order - b.order).map(({ id }) => id))],
    expected,
    grade,
  }))
}
