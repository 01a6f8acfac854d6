/** Paths of the command line as inputs: files, folders (walked, sorted) and "-" for standard input; all are streamed. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nearest } from '../core/base/nearest.ts'
import { failed, ok, type Result } from '../core/base/result.ts'
import type { Note } from '../core/evidence/note.ts'
import type { Input } from '../core/evidence/place.ts'
import type { Problem } from '../core/messages/cli.ts'
import { printable } from '../core/text/printable.ts'
import type { Context } from './answer.ts'

export const STDIN = '-'
/** Larger pieces become strings that V8 keeps apart, each with fresh pages: half the speed. */
const CHUNK_BYTES = 64 * 1024

export interface Inputs {
  readonly inputs: readonly Input[]
  /** Folders that hold nothing. */
  readonly notes: readonly Note[]
}

/** The inputs that the paths stand for, in order; a folder gives its files by name. A path that is not there is a problem. */
export async function inputsOf(
  paths: readonly string[],
  { host, progress }: Context,
): Promise<Result<Inputs, Problem>> {
  if (paths.filter((path) => path === STDIN).length > 1) return failed({ id: 'stdin-twice', values: {} })
  const inputs: Input[] = []
  const notes: Note[] = []
  for (const path of paths) {
    if (path === STDIN) {
      inputs.push(streamed('stdin', true, () => host.stdin, progress.reading))
      continue
    }
    const found = await kindOf(path)
    if (found === 'missing') return failed(await missing(path))
    const files = found === 'folder' ? await filesUnder(path) : [path]
    if (files.length === 0) notes.push({ id: 'input-empty', values: { name: path } })
    for (const file of files) inputs.push(fileInput(file, progress.reading))
  }
  return ok({ inputs, notes })
}

/** A file, which a thread can open as well. */
export interface FileInput extends Input {
  readonly path: string
}

/** One file, as the parsers read it. What cannot be opened fails when it is read, and becomes a note there. */
export const fileInput = (path: string, say: Context['progress']['reading']): FileInput => ({
  ...streamed(
    printable(path).replaceAll('\n', '?'),
    false,
    () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    say,
  ),
  path,
})

export const isFileInput = (input: Input): input is FileInput => 'path' in input

function streamed(
  name: string,
  once: boolean,
  open: () => AsyncIterable<Uint8Array>,
  say: Context['progress']['reading'],
): Input {
  return {
    name,
    once,
    async *open() {
      let bytes = 0
      for await (const chunk of open()) {
        bytes += chunk.length
        say(name, bytes)
        yield chunk
      }
    },
  }
}

export async function kindOf(path: string): Promise<'file' | 'folder' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    // There but not to be looked at (EACCES): reading it says so.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'file'
  }
}

/** Regular files under a folder, by name; hidden ones and node_modules are no evidence, and links are not followed into folders. */
async function filesUnder(folder: string): Promise<readonly string[]> {
  let entries: readonly import('node:fs').Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch {
    return [folder]
  }
  const files: string[] = []
  for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) files.push(...(await filesUnder(path)))
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isRegularFile(path)))) files.push(path)
  }
  return files
}

const isRegularFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

async function missing(path: string): Promise<Problem> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  const near = nearest(basename(path), names).map((name) => (folder === '.' ? name : join(folder, name)))
  return { id: 'path-missing', values: { path }, ...(near.length > 0 ? { nearest: near } : {}) }
}
