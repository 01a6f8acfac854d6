/** Where an answer goes: to standard output, or with --output into a file. */
import { constants } from 'node:fs'
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
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

/** Looked at before anything is read or measured: a long run shall not end with nowhere to go. Creates nothing. */
export async function writable(path: string): Promise<Result<undefined, Problem>> {
  try {
    if ((await stat(path)).isDirectory()) return unwritable(path, 'EISDIR')
    await access(path, constants.W_OK)
  } catch (error) {
    if (reasonOf(error) !== 'ENOENT') return unwritable(path, error)
    const folder = await access(dirname(path), constants.W_OK).catch((reason: unknown) => ({ reason }))
    if (folder) return unwritable(path, folder.reason)
  }
  return ok(undefined)
}

const unwritable = (path: string, error: unknown): Result<undefined, Problem> =>
  failed({ id: 'output-unwritable', values: { path, reason: reasonOf(error) } })
