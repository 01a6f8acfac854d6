/**
 * A series is what is judged: a measured curve, the machine it ran on, and what it should reach there.
 */
import { busFactor } from '../collectives/names.ts'
import type { Expectation } from '../expectation/expectation.ts'
import type { Machine } from '../machine/machine.ts'
import { type Curve, curves } from './curves.ts'
import { expectationOf } from './expected.ts'
import { computed } from './facts.ts'
import { machineOf } from './machines.ts'
import { bothRates, onlyStated } from './stated-rate.ts'

export type { Curve, Point } from './curves.ts'

export interface Series extends Curve {
  /** The machine it ran on and what it should reach; undefined when nothing says. */
  readonly machine?: Machine
  /** With one row for each point. */
  readonly expectation?: Expectation
}

export const series = computed((facts): readonly Series[] =>
  curves(facts).map((curve) => {
    const machine = machineOf(facts, curve)
    const expectation = machine && expectationOf(curve, machine)
    return {
      ...(expectation ? atRanks(curve, expectation.ranks) : curve),
      ...(machine === undefined ? {} : { machine }),
      ...(expectation === undefined ? {} : { expectation }),
    }
  }),
)

/** A bare curve whose number of ranks is supposed with the machine: its rates are read for as many. */
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
