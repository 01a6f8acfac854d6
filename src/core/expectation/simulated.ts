/**
 * What a collective takes on a topology that nobody has measured: at every size the quickest algorithm known here, simulated
 * link by link, and what the graph allows at most. How much of that real links reach is not known: no verdict rests on it alone.
 */
import { type Bytes, GBps, GiB, KiB, MiB, type Seconds } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import { lowerBound } from '../simulate/bound.ts'
import { effortOf } from '../simulate/effort.ts'
import { type Race, race } from '../simulate/quickest.ts'
import { fullestLink } from '../simulate/simulate.ts'
import { IN_NETWORK, type Missing, type Progress, type Variant } from '../simulate/variants.ts'
import { linkName, type Topology } from '../topology/topology.ts'
import type { Basis, Grade } from './expectation.ts'
import { gradeOf } from './judge.ts'

/** What a simulation supposes: that links are used to the full, and, where nobody gave them, their rate and their latency. */
export type Supposition = 'efficiency' | 'bandwidth' | 'latency'

export interface SimulatedQuestion {
  readonly collective: CollectiveName
  readonly topology: Topology
  /** Sizes asked, as nccl-tests counts them; SIMULATED_SWEEP when not given. */
  readonly sizes?: readonly Bytes[]
  /** Only this algorithm, by its id. */
  readonly algorithm?: string
  /** Which figures of the links are only usual ones. */
  readonly supposed?: readonly ('bandwidth' | 'latency')[]
  readonly watch?: (progress: Progress) => void
}

export interface SimulatedRow {
  readonly bytes: Bytes
  readonly seconds: Seconds
  readonly algbw: number
  readonly busbw: number
  /** Over which rings, in how many pieces. */
  readonly variant: Variant
  /** With nothing in the messages. */
  readonly latencySeconds: Seconds
  /** What most of the time is spent on. */
  readonly bound: 'latency' | 'link'
  /** The link that has most to carry, and for which share of the time it carries. */
  readonly link?: { readonly name: string; readonly busy: number }
  /** From what the algorithm reaches to what the graph allows: busbw in GB/s. */
  readonly low: number
  readonly high: number
  /** False below 1 MiB: on real machines launches decide there. */
  readonly firm: boolean
}

export interface SimulatedExpectation {
  readonly question: SimulatedQuestion
  /** One row a size asked, ascending. */
  readonly rows: readonly SimulatedRow[]
  /** At the largest size. */
  readonly plateau: SimulatedRow
  readonly bases: readonly Basis[]
  /** Algorithms that were not tried: what there is too much of to simulate, and what does not apply. */
  readonly missing: readonly Missing[]
  readonly supposed: readonly Supposition[]
}

export interface SimulatedJudgement {
  readonly grade: Grade | 'above'
  /** Measured busbw over the simulated. */
  readonly share: number
  readonly measured: number
  readonly expected: SimulatedRow
  /** What would have to be known before this is a verdict. Empty: it is one. */
  readonly restsOn: readonly Supposition[]
}

/** 1 KiB … 16 GiB, each four times the one before. */
export const SIMULATED_SWEEP: readonly Bytes[] = Array.from({ length: 13 }, (_, power) => KiB * 4 ** power)
/** Below, launches decide on real machines. */
const FIRM_FROM = MiB
/** Links of messages that are gone through for one algorithm: a sweep of a small graph takes a second at most. */
const EFFORT = 1_000_000
/** One that is asked for alone may take so many times longer. */
const MORE = 100
/** More than half of the time. */
const LATENCY_DECIDES = 0.5
/** What is measured may exceed what is possible by so much: clocks, and what GB stands for. */
const ABOVE = 1.02
const SOURCE = 'docs/simulation.md'

/** Undefined when there are fewer than two ranks, or no algorithm applies. */
export function expectSimulated(question: SimulatedQuestion): SimulatedExpectation | undefined {
  const { collective, topology, algorithm, sizes = SIMULATED_SWEEP, supposed = [], watch } = question
  if (topology.ranks < 2) return undefined
  const runs = race(
    {
      ...{ collective, topology, options: { bytes: 0 } },
      ...(algorithm === undefined ? {} : { algorithm }),
      ...(watch ? { watch } : {}),
    },
    effortOf(algorithm === undefined ? EFFORT : MORE * EFFORT),
  )
  const bound = boundOf(question)
  const asked = sizes.filter((bytes) => bytes > 0 && Number.isFinite(bytes))
  const rows = [...new Set(asked.length > 0 ? asked : [16 * GiB])]
    .sort((a, b) => a - b)
    .flatMap((bytes) => rowAt(question, runs, bytes, bound))
  const plateau = rows.at(-1)
  if (!plateau) return undefined
  const { busbw, low, high } = plateau
  return {
    question,
    rows,
    plateau,
    bases: [{ kind: 'simulated', busbw, low, high, source: SOURCE }],
    missing: runs.missing,
    supposed: [...supposed, 'efficiency'],
  }
}

/** What the graph itself needs for the data: linear in its bytes, and never less than its latency. */
function boundOf({ collective, topology, algorithm }: SimulatedQuestion): (bytes: Bytes) => Seconds {
  const options = { inNetwork: algorithm === IN_NETWORK }
  const latency = lowerBound(collective, topology, 0, options).seconds
  const perByte = lowerBound(collective, topology, HUGE, options).seconds / HUGE
  return (bytes) => Math.max(latency, perByte * bytes)
}

/** Latency is nothing there. */
const HUGE = 2 ** 50

function rowAt(
  { collective, topology }: SimulatedQuestion,
  { at }: Race,
  bytes: Bytes,
  bound: (bytes: Bytes) => Seconds,
): readonly SimulatedRow[] {
  const best = at(bytes)
  if (!best) return []
  const { seconds, linkBytes } = best.simulation
  const fullest = fullestLink(topology, linkBytes)
  const algbw = bytes / seconds / GBps
  const factor = busFactor(collective, topology.ranks)
  const busbw = algbw * factor
  return [
    {
      bytes,
      seconds,
      algbw,
      busbw,
      variant: best.variant,
      latencySeconds: best.latencySeconds,
      bound: best.latencySeconds > LATENCY_DECIDES * seconds ? 'latency' : 'link',
      ...(fullest
        ? { link: { name: linkName(topology, fullest.link), busy: Math.min(1, fullest.seconds / seconds) } }
        : {}),
      low: busbw,
      high: Math.max(busbw, (bytes / bound(bytes) / GBps) * factor),
      firm: bytes >= FIRM_FROM,
    },
  ]
}

/** `busbw` in GB/s at `bytes`. What the simulation supposes can only make it too quick: who reaches it all the same is healthy. */
export function judgeSimulated(
  expectation: SimulatedExpectation,
  busbw: number,
  bytes: Bytes = expectation.plateau.bytes,
): SimulatedJudgement {
  const { question, supposed, rows, plateau } = expectation
  const expected =
    rows.find((row) => row.bytes === bytes) ??
    expectSimulated({ ...question, sizes: [bytes] })?.plateau ??
    plateau
  const share = busbw / expected.busbw
  const { low, high, firm } = expected
  const grade = firm && busbw > ABOVE * high ? 'above' : gradeOf(share, busbw, { low, high: low, firm })
  const reached = grade === 'healthy'
  return {
    grade,
    share,
    measured: busbw,
    expected,
    restsOn: reached ? supposed.filter((option) => option === 'bandwidth') : supposed,
  }
}
