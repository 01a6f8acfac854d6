/** Waits for all ranks of a launch, and leaves none running: when one fails the others get a moment to report what they saw. */
import { errorOf, type Failure, type RankEnd, rootCause, type StartedRank } from './rank-end.ts'

/** Time for the others to notice by themselves; then they are ended. */
const GRACE_MILLISECONDS = 1000

/** The results by rank; rejects with the RunError of the rank that failed first, once all have ended. */
export async function gatherEnds(
  started: readonly StartedRank[],
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const stopAll = (): void => {
    for (const rank of started) rank.stop()
  }
  let timer: NodeJS.Timeout | undefined
  /** In the order in which they came. */
  const failures: Failure[] = []
  signal?.addEventListener('abort', stopAll)
  if (signal?.aborted) stopAll()
  const note = (end: RankEnd): RankEnd => {
    if (end.kind === 'failed') {
      failures.push(end)
      timer ??= setTimeout(stopAll, GRACE_MILLISECONDS)
    }
    return end
  }
  const ends = await Promise.all(started.map(({ ended }) => ended.then(note)))
  clearTimeout(timer)
  signal?.removeEventListener('abort', stopAll)
  signal?.throwIfAborted()
  const cause = rootCause(failures)
  if (cause) throw errorOf(cause)
  return ends.map((end) => (end.kind === 'result' ? end.value : undefined))
}
