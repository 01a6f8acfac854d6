/** A pipeline: every piece goes through all stages, one step a stage, and the next piece follows one step behind. */
import { once, type Round, type Step } from '../schedule.ts'

/** stages + pieces - 1 steps; the ones in which every stage is at work are one round. */
export function* pipelined(
  stages: number,
  pieces: number,
  stage: (stage: number, piece: number) => Step,
): Iterable<Round> {
  if (stages === 0) return
  const at = (step: number): Step => {
    const moves: Step[] = []
    for (let active = Math.max(0, step - pieces + 1); active <= Math.min(step, stages - 1); active++)
      moves.push(stage(active, step - active))
    return moves.flat()
  }
  const full = Math.max(0, pieces - stages + 1)
  const filling = full > 0 ? stages - 1 : stages + pieces - 1
  for (let step = 0; step < filling; step++) yield once(() => at(step))
  if (full === 0) return
  yield { repeat: full, step: (turn) => at(stages - 1 + turn) }
  for (let step = stages - 1 + full; step < stages + pieces - 1; step++) yield once(() => at(step))
}

export const pipelineSteps = (stages: number, pieces: number): number =>
  stages === 0 ? 0 : stages + pieces - 1
