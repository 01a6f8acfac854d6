/** Where an answer goes: to standard output, or with --output into a file. */
import { writeFile } from 'node:fs/promises'
import { failed, ok, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/messages/cli.ts'
import type { Screen } from './host.ts'
import { reasonOf } from './problem.ts'

/** The reader of a pipe may leave early (head, less): that is no problem, and the exit code stays the verdict's. */
export async function writeTo(screen: Screen, text: string): Promise<Result<undefined, Problem>> {
  const error = await new Promise<Error | null | undefined>((done) => screen.write(text, done))
  return !error || reasonOf(error) === 'EPIPE' ? ok(undefined) : unwritable('stdout', error)
}

export async function writeFileTo(path: string, text: string): Promise<Result<undefined, Problem>> {
  try {
    await writeFile(path, text)
    return ok(undefined)
  } catch (error) {
    return unwritable(path, error)
  }
}

const unwritable = (path: string, error: unknown): Result<undefined, Problem> =>
  failed({ id: 'output-unwritable', values: { path, reason: reasonOf(error) } })
