/**
 * What communication takes of a training step: the time of its collectives on a machine beside the computation.
 * What a step sends: collectives/workloads.ts.
 */
import type { Bytes, Seconds } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { expect } from './expect.ts'
import type { Question } from './expectation.ts'

/** Calls of one kind in one step: all of their bytes, each call's size as nccl-tests counts it being bytes / calls. */
export interface StepTraffic {
  readonly collective: CollectiveName
  readonly bytes: Bytes
  /** One when not given. */
  readonly calls?: number
}

export interface StepQuestion extends Omit<Question, 'collective' | 'sizes'> {
  readonly traffic: readonly StepTraffic[]
  /** The step without communication. */
  readonly computeSeconds: Seconds
  /** Share of the communication that could run behind the computation, 0..1. */
  readonly overlap?: number
}

export interface StepShare {
  readonly bytes: Bytes
  readonly computeSeconds: Seconds
  readonly communicationSeconds: Seconds
  /** What the step waits for. */
  readonly exposedSeconds: Seconds
  /** Share of the communication that is hidden behind the computation, 0..1: at most what was asked. */
  readonly overlap: number
  /** Exposed communication over the whole step, 0..1. */
  readonly share: number
}

/** Undefined when nothing covers one of the collectives on this machine. */
export function stepShare({
  traffic,
  computeSeconds,
  overlap,
  ...question
}: StepQuestion): StepShare | undefined {
  let communicationSeconds = 0
  let bytes = 0
  for (const { collective, bytes: all, calls = 1 } of traffic) {
    if (!(all > 0)) continue
    const expectation = expect({ ...question, collective, sizes: [all / calls] })
    if (!expectation) return undefined
    communicationSeconds += calls * expectation.plateau.seconds
    bytes += all
  }
  return shareOf({
    bytes,
    communicationSeconds,
    computeSeconds,
    ...(overlap === undefined ? {} : { overlap }),
  })
}

/** The same where it is known how long the communication takes. */
export function shareOf({
  bytes,
  communicationSeconds,
  computeSeconds,
  overlap = 0,
}: Pick<StepShare, 'bytes' | 'communicationSeconds' | 'computeSeconds'> & {
  readonly overlap?: number
}): StepShare {
  // No more can be hidden than there is to hide behind.
  const hidden = Math.min(overlap * communicationSeconds, computeSeconds)
  const exposedSeconds = communicationSeconds - hidden
  const step = computeSeconds + exposedSeconds
  const share = step > 0 ? exposedSeconds / step : 0
  const hiddenShare = communicationSeconds > 0 ? hidden / communicationSeconds : 0
  return { bytes, computeSeconds, communicationSeconds, exposedSeconds, overlap: hiddenShare, share }
}
