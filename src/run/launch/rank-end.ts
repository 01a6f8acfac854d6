/** How a rank that was started elsewhere ended, and which of several ends is to be reported: the cause, not what followed from it. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import { RunError } from '../run-error.ts'

/** What a rank sends to the process that started it: plain data, as structuredClone takes it. */
export type RankMessage =
  /** It has come to its call of launch. */
  | { readonly kind: 'started' }
  /** Its function has called launch, which gives nothing there: it may be waiting for that. */
  | { readonly kind: 'launched' }
  | { readonly kind: 'report'; readonly value: unknown }
  | { readonly kind: 'result'; readonly value: unknown }
  | ({ readonly kind: 'failed' } & Failure)

export interface Failure {
  readonly problem: RunProblem
  /** What the rank's function threw, when it was no RunError. */
  readonly thrown?: unknown
}

export type RankEnd =
  | { readonly kind: 'result'; readonly value: unknown }
  | ({ readonly kind: 'failed' } & Failure)
  /** By `stop`. */
  | { readonly kind: 'stopped' }

/** A rank under way in a thread or process. */
export interface StartedRank {
  readonly ended: Promise<RankEnd>
  /** Ends it without asking; `ended` is settled then. */
  stop(): void
}

/** Of a rank that is gone, by all its messages. */
export function endOf(
  messages: readonly RankMessage[],
  gone: {
    readonly rank: Rank
    readonly module: URL
    /** The signal, or the error, of one that has no exit code. */
    readonly reason: number | string
    readonly stopped: boolean
  },
): RankEnd {
  const { rank, module, reason } = gone
  for (const message of messages) if (message.kind === 'failed') return message
  for (const message of messages) if (message.kind === 'result') return message
  if (gone.stopped) return { kind: 'stopped' }
  // It executed the whole module and called no launch.
  if (messages.length === 0)
    return failed({ kind: 'argument', argument: 'module', seen: module.href, wanted: 'await launch(…)' })
  if (reason === 0 || reason === UNSETTLED)
    return failed({
      kind: 'unsettled',
      rank,
      exitCode: reason,
      nested: messages.some(({ kind }) => kind === 'launched'),
    })
  return failed({
    kind: 'rank-failed',
    rank,
    reason: typeof reason === 'number' ? exitCodeText(reason) : reason,
  })
}

/** Node's exit code for a module that awaits what nothing can settle any more. */
const UNSETTLED = 13

/** What the other ranks get as the reason. */
export const exitCodeText = (code: number): string => `exit code ${code}`

const failed = (problem: RunProblem): RankEnd => ({ kind: 'failed', problem })

/** Cloneable, whatever was thrown. */
export function failureOf(rank: Rank, thrown: unknown): Failure {
  if (thrown instanceof RunError) return { problem: thrown.problem }
  const reason = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  const problem: RunProblem = { kind: 'rank-failed', rank, reason }
  return { problem, thrown: thrown instanceof Error ? plainError(thrown) : cloned(thrown) }
}

/** structuredClone takes no properties of an error beyond these, and makes {} of errors that other threads threw. */
function plainError(error: Error): Error {
  const plain = new Error(error.message)
  plain.name = error.name
  if (error.stack !== undefined) plain.stack = error.stack
  return plain
}

function cloned(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return undefined
  }
}

export function errorOf({ problem, thrown }: Failure): RunError {
  const error = new RunError(problem)
  if (thrown !== undefined) error.cause = thrown
  return error
}

/** A rank that fails is lost to its peers; one that hangs makes them time out, and then those that wait for them in turn. */
export function rootCause(failures: readonly Failure[]): Failure | undefined {
  const failedRanks = new Set(failures.flatMap(({ problem }) => ('rank' in problem ? [problem.rank] : [])))
  const depth = ({ problem }: Failure): number => {
    const peers =
      problem.kind === 'timeout'
        ? problem.waiting.map(({ peer }) => peer)
        : problem.kind === 'peer-lost'
          ? [problem.peer]
          : undefined
    if (!peers) return 0
    const blamesOthers = peers.every((peer) => failedRanks.has(peer)) ? 1 : 0
    return (problem.kind === 'timeout' ? 1 : 3) + blamesOthers
  }
  return [...failures].sort((a, b) => depth(a) - depth(b))[0]
}
