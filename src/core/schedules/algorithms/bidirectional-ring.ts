/**
 * Bidirectional ring: half of every share goes round one way, half the other. Twice as fast as a ring where the two directions
 * are links of their own (a ring, a torus); no faster through one network port.
 * Source: Chan, Heimlich, Purkayastha & van de Geijn, "Collective communication: theory, practice, and experience", 2007.
 */
import { algorithm, type Definition } from '../algorithm.ts'
import type { ScheduleOptions } from '../schedule.ts'
import { ringAllGather, ringAllReduce, ringReduceScatter } from './ring.ts'

/** A ring over each order and over its reverse. */
const bothWays = (ring: typeof ringAllReduce) => {
  const doubled = ({ rings = [], ...rest }: ScheduleOptions): ScheduleOptions => ({
    ...rest,
    rings: rings.flatMap((order) => [order, order.toReversed()]),
  })
  const definition: Definition = {
    id: 'bidirectional-ring',
    title: 'Bidirectional ring',
    source: 'Chan et al. 2007',
    collective: ring.collective,
    chunks: (options) => ring.schedule(doubled(options)).chunks,
    rounds: (options) => ring.schedule(doubled(options)).rounds(),
    stepCount: (options) => ring.stepCount(doubled(options)),
    sent: (options) => ring.sent(doubled(options)),
  }
  return algorithm(definition)
}

export const bidirectionalRingAllReduce = bothWays(ringAllReduce)
export const bidirectionalRingReduceScatter = bothWays(ringReduceScatter)
export const bidirectionalRingAllGather = bothWays(ringAllGather)
