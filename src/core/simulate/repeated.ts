/** The same collective many times with latencies that differ: what its median and its 99th percentile are. */
import { failed, ok, type Result } from '../base/result.ts'
import type { Seconds } from '../base/units.ts'
import type { Jitter } from './jitter.ts'
import type { Job, SimulateProblem } from './options.ts'
import { simulateEvents } from './simulate.ts'

export interface Repeated {
  readonly runs: number
  /** The seeds are firstSeed, firstSeed + 1 … */
  readonly firstSeed: number
  readonly calmSeconds: Seconds
  readonly p50Seconds: Seconds
  readonly p99Seconds: Seconds
  readonly worst: { readonly seconds: Seconds; readonly seed: number }
}

export function repeated(
  job: Job,
  jitter: Jitter,
  { runs, firstSeed }: { readonly runs: number; readonly firstSeed: number },
): Result<Repeated, SimulateProblem> {
  const { jitter: _none, ...options } = job.options
  const calm = simulateEvents({ ...job, options })
  if (!calm.ok) return calm
  const times: { readonly seconds: Seconds; readonly seed: number }[] = []
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const run = simulateEvents({ ...job, options: { ...options, jitter: { ...jitter, seed } } })
    if (!run.ok) return failed(run.problem)
    times.push({ seconds: run.value.seconds, seed })
  }
  times.sort((a, b) => a.seconds - b.seconds || a.seed - b.seed)
  const at = (share: number) => times[Math.min(times.length - 1, Math.ceil(share * times.length) - 1)]
  return ok({
    runs,
    firstSeed,
    calmSeconds: calm.value.seconds,
    p50Seconds: at(0.5)?.seconds ?? 0,
    p99Seconds: at(0.99)?.seconds ?? 0,
    worst: times.at(-1) ?? { seconds: 0, seed: firstSeed },
  })
}
