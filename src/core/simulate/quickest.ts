/**
 * The quickest algorithm at any size, without the reasons. One simulation each tells what an algorithm takes at least: its
 * latency with nothing in the messages, and the time in which its fullest link carries its bytes. By rounds the sum of both is
 * exact for every size. Of the others only those are simulated again that could still win.
 */
import { type Bytes, MiB, type Seconds } from '../base/units.ts'
import { type Effort, UNLIMITED } from './effort.ts'
import type { Job } from './options.ts'
import { timedAt, watchOf } from './pieces.ts'
import { runRounds } from './rounds.ts'
import { leastOf, type Simulation } from './simulate.ts'
import {
  askedFor,
  type Missing,
  MOST_PAIRS,
  notTried,
  type Question,
  scheduleOf,
  type Variant,
  variantsOf,
} from './variants.ts'

export interface Quickest {
  /** With the pieces of its pipeline filled in. */
  readonly variant: Variant
  readonly simulation: Simulation
  readonly latencySeconds: Seconds
}

export interface Race {
  /** What takes no part, and why. */
  readonly missing: readonly Missing[]
  /** Undefined when nothing takes part. */
  at(bytes: Bytes): Quickest | undefined
  /** Whether it could be the quickest at this size, told without simulating it again. */
  couldWin(variant: Variant, bytes: Bytes): boolean
}

interface Runner {
  readonly variant: Variant
  readonly latencySeconds: Seconds
  /** Of its fullest link; where it is exact, of all steps together. */
  readonly secondsPerByte: number
  /** By rounds, and in pieces that are known: its loads at REFERENCE bytes. */
  readonly exact?: { readonly linkBytes: Float64Array }
}

/** Any size will do. */
const REFERENCE: Bytes = MiB

/** What would take more effort than this takes no part. */
export function race(question: Question, effort: Effort = UNLIMITED): Race {
  const missing: Missing[] = []
  const runners = askedFor(question).flatMap((algorithm): readonly Runner[] => {
    const why = notTried(algorithm, question, Math.min(MOST_PAIRS, effort.crossings))
    if (why) missing.push({ id: algorithm.id, why })
    if (why) return []
    const variants = variantsOf(algorithm, question).flatMap(({ placement, ...plain }) =>
      placement ? [plain, { ...plain, placement }] : [plain],
    )
    const known = variants.map((variant) => runnerOf(variant, question, effort))
    const running = known.filter((runner) => 'variant' in runner)
    const [problem] = known.filter((runner) => 'kind' in runner)
    if (problem && running.length === 0) missing.push({ id: algorithm.id, why: problem })
    return running
  })
  return {
    missing,
    at: (bytes) => winner(runners, { ...question, effort, options: { ...question.options, bytes } }),
    couldWin(variant, bytes) {
      // What is placed otherwise is taken only where it is much better: it does not tell what must be reached.
      const sure = runners.filter(({ exact, variant }) => exact && !variant.placement)
      const best = Math.min(...sure.map((runner) => leastAt(runner, bytes)))
      return runners.some(
        (runner) => sameRun(runner.variant, variant) && leastAt(runner, bytes) <= best * (1 + ROUNDING),
      )
    },
  }
}

const ROUNDING = 1e-9

/** Wherever its ranks are placed. */
const sameRun = (a: Variant, b: Variant): boolean =>
  a.algorithm.id === b.algorithm.id && a.rings?.count === b.rings?.count && a.rings?.order === b.rings?.order

const leastAt = ({ latencySeconds, secondsPerByte, exact }: Runner, bytes: Bytes): Seconds =>
  exact ? latencySeconds + secondsPerByte * bytes : Math.max(latencySeconds, secondsPerByte * bytes)

/** The quickest of all algorithms at the size of the question. */
export const quickest = (question: Question): Quickest | undefined =>
  race(question).at(question.options.bytes)

function runnerOf(variant: Variant, question: Question, effort: Effort): Runner | Missing['why'] {
  const { algorithm } = variant
  const job: Job = {
    schedule: scheduleOf(variant),
    topology: question.topology,
    options: { ...question.options, bytes: REFERENCE },
    effort,
    ...watchOf(algorithm, question),
  }
  const rounds = algorithm.pipelined && question.pieces === undefined ? undefined : runRounds(job)
  if (rounds?.applies) {
    const { seconds, latencySeconds } = rounds
    return { variant, latencySeconds, secondsPerByte: (seconds - latencySeconds) / REFERENCE, exact: rounds }
  }
  if (rounds?.why === 'too-much-work')
    return { kind: 'too-much-work', counted: 'crossings', most: effort.crossings }
  const least = leastOf(job)
  if (!least.ok) return least.problem
  const { latencySeconds, fullestSeconds } = least.value
  return { variant, latencySeconds, secondsPerByte: fullestSeconds / REFERENCE }
}

function winner(runners: readonly Runner[], question: Question): Quickest | undefined {
  const { bytes } = question.options
  const sorted = runners
    .map((runner) => ({ runner, least: leastAt(runner, bytes) }))
    .sort((a, b) => Number(!a.runner.exact) - Number(!b.runner.exact) || a.least - b.least)
  let best: Quickest | undefined
  for (const { runner, least: seconds } of sorted) {
    if (best && seconds >= best.simulation.seconds) continue
    const next = runner.exact
      ? scaled(runner, runner.exact, bytes, seconds)
      : again(runner, question, best?.simulation.seconds)
    if (next && (!best || next.simulation.seconds < best.simulation.seconds)) best = next
  }
  return best
}

const scaled = (
  { variant, latencySeconds }: Runner,
  { linkBytes }: { readonly linkBytes: Float64Array },
  bytes: Bytes,
  seconds: Seconds,
): Quickest => ({
  variant,
  latencySeconds,
  simulation: {
    seconds,
    latencySeconds,
    by: 'rounds',
    linkBytes: linkBytes.map((load) => (load * bytes) / REFERENCE),
  },
})

function again(
  { variant, latencySeconds }: Runner,
  question: Question,
  most: Seconds | undefined,
): Quickest | undefined {
  const timed = timedAt(variant, question, most)
  if (!timed.ok) return undefined
  const { simulation } = timed.value
  return {
    variant: timed.value.variant,
    simulation,
    latencySeconds: simulation.latencySeconds ?? latencySeconds,
  }
}
