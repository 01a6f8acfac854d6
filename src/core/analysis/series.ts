/**
 * A series is what is judged: a measured curve, the machine it ran on, and what it should reach there.
 */
import type { Expectation } from '../expectation/expectation.ts'
import type { Machine } from '../topology/machine.ts'
import { type Curve, curves } from './curves.ts'
import { expectationOf } from './expected.ts'
import { computed } from './facts.ts'
import { machineOf } from './machines.ts'

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
      ...curve,
      ...(machine === undefined ? {} : { machine }),
      ...(expectation === undefined ? {} : { expectation }),
    }
  }),
)
