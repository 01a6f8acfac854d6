/** Real inputs that stand beside the repository, where they are at hand: tests that need them are skipped elsewhere. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.env.RINGSCOPE_SHARED ?? join(repository, '..', 'shared'))

/** The folder `name` of the shared data; undefined where there is none. */
export function shared(...name: readonly string[]): string | undefined {
  const path = join(folder, ...name)
  return existsSync(path) ? path : undefined
}
