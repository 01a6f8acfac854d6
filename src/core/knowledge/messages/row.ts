/**
 * A row of the catalogue of what NCCL and its neighbours print. What it means stands in messages/{en,zh}/nccl/<the file's name>.ts,
 * causes and what to do by its topic in messages/{en,zh}/nccl/advice.ts.
 */
import type { Topic } from './topics.ts'

/**
 * What a line says of the job:
 * - gave-up: a call, a communicator or the job ends here;
 * - user-error: the same, and the caller, the launch command or a setting is the reason;
 * - restates: something ended, and the line names no reason of its own: the reason stands elsewhere;
 * - follows: another rank or an earlier line failed first;
 * - degraded: it goes on, slower or smaller;
 * - harmless: healthy runs print it too.
 */
export type MessageClass = 'gave-up' | 'user-error' | 'restates' | 'follows' | 'degraded' | 'harmless'

/** A row as it is written in the tables. */
export type Row = readonly [
  id: string,
  /** A part of the line, case-sensitive; "…" stands for anything: its pieces follow each other in this order. */
  fragment: string,
  /** First and last version looked at that prints it; "any": not followed through versions. */
  versions: string,
  kind: MessageClass,
  topic: Topic,
  /** Threads (repository #number) that quote it; "source": read in the program alone. */
  seen: string,
]
