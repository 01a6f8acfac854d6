/**
 * A series is what is judged: a measured curve, the machine it ran on as far as the files tell, and what it should reach on
 * every machine that this may be.
 */
import { busFactor } from '../collectives/names.ts'
import type { AlgorithmName, Expectation } from '../expectation/expectation.ts'
import { outlookGiven, withOpenGpu } from '../expectation/outlook-given.ts'
import { type Candidate, type IntervalJudgement, judgeOver, outlook } from '../expectation/over-machines.ts'
import type { Machine } from '../machine/machine.ts'
import { type Curve, curves } from './curves.ts'
import { algorithmSet, expectationOf } from './expected.ts'
import { computed, type Facts } from './facts.ts'
import { type MachineOfRun, machineOfRun } from './machine-of-run/machine-of-run.ts'
import { bothRates, onlyStated } from './stated-rate.ts'

export type { Curve, Point } from './curves.ts'

export interface Series extends Curve {
  readonly run: MachineOfRun
  /** The plateau over all machines that it may have been; undefined when nothing can be expected. */
  readonly interval?: IntervalJudgement
  /** Of the machines that can have given the plateau the nearest: for rows and bars, never for what is told of the machine. */
  readonly machine?: Machine
  /** There, with one row for each point. */
  readonly expectation?: Expectation
}

export const series = computed((facts): readonly Series[] =>
  curves(facts).map((curve) => seriesOf(facts, curve)),
)

function seriesOf(facts: Facts, curve: Curve): Series {
  const run = machineOfRun(facts, curve)
  const ranked = atRanks(named(curve, run), curve.ranks ?? run.known?.ranks ?? 0)
  const judged = ranked.plateau && judgeOver(candidatesOf(ranked, run), ranked.plateau.busbw)
  const interval = judged && withWhatIsOpen(judged, curve, run)
  const near = interval?.nearest.candidate
  const machine = near && nodesFor(near)
  const expectation = near && machine && expectationOf(ranked, machine, near.job)
  return {
    ...ranked,
    run,
    ...(interval && expectation ? { interval, machine, expectation } : {}),
  }
}

function withWhatIsOpen(judged: IntervalJudgement, curve: Curve, run: MachineOfRun): IntervalJudgement {
  if (run.gpuOpen) return withOpenGpu(judged)
  // How many ranks ran decides what busbw is.
  return curve.ranks === undefined ? { ...judged, grade: 'undecided' } : judged
}

/** Of several collectives that the columns admit, the only one whose number this machine can have given. */
function named(curve: Curve, run: MachineOfRun): Curve {
  const { collective, candidates, plateau } = curve
  if (collective || candidates.length < 2 || !plateau) return curve
  const able = candidates.filter((one) => {
    const judged = judgeOver(candidatesOf({ ...curve, collective: one }, run), plateau.busbw)
    return judged !== undefined && judged.grade !== 'beyond'
  })
  const [only, ...others] = able
  return only && others.length === 0 ? { ...curve, collective: only, label: curve.label } : curve
}

function nodesFor({ machine, job }: Candidate): Machine {
  return { ...machine(), nodes: job.nodes }
}

function candidatesOf(curve: Curve, { known, exact }: MachineOfRun): readonly Candidate[] {
  const { collective, plateau } = curve
  if (!collective || !plateau || !known || known.ranks < 2) return []
  const algorithm: AlgorithmName | undefined = algorithmSet(curve)
  const question = { collective, bytes: plateau.bytes, ...(algorithm === undefined ? {} : { algorithm }) }
  if (!exact) return outlook(known, question)
  const { ranks, hosts, ranksAHost, library } = known
  return outlookGiven(
    exact,
    { ranks, hosts, ranksPerNode: ranksAHost, ...(library === undefined ? {} : { library }) },
    question,
  )
}

/** A bare curve whose number of ranks is that of its machine: its rates are read for as many. */
function atRanks(curve: Curve, ranks: number): Curve {
  const { benchmarks, collective, points } = curve
  const [stated] = benchmarks.map(onlyStated)
  if (!stated || !collective || ranks < 2) return curve
  const factor = busFactor(collective, ranks)
  const read = points.map((point) => {
    const rates = bothRates(point, point.bytes, stated, factor)
    const more = rates.busbw / point.busbw
    return { ...rates, lowest: point.lowest * more, highest: point.highest * more }
  })
  const plateau = read.at(-1)
  return { ...curve, points: read, ...(plateau ? { plateau } : {}) }
}
