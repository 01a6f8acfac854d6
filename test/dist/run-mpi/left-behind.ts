/** What ranks of MPI leave on the machine: shared files, processes. */
import { readdirSync, readFileSync } from 'node:fs'

const MOST_MILLISECONDS = 5000
const EVERY_MILLISECONDS = 250

/** Shared files of any MPI that no process has mapped, and that stay so: others may run MPI beside this test. */
export async function leftBehind(): Promise<readonly string[]> {
  const deadline = performance.now() + MOST_MILLISECONDS
  let left = orphans()
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MILLISECONDS))
    const now = orphans()
    left = left.filter((name) => now.includes(name))
  }
  return left
}

function orphans(): readonly string[] {
  const names = readdirSync('/dev/shm').filter((name) => /vader|ompi|mpich|ucx/i.test(name))
  if (names.length === 0) return names
  const maps = processes().map((id) => contentOf(`/proc/${id}/maps`))
  return names.filter((name) => !maps.some((ofProcess) => ofProcess.includes(`/dev/shm/${name}`)))
}

const processes = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

/** Processes whose command line has all of `words`. */
export const processesWith = (...words: readonly string[]): readonly string[] =>
  processes().filter((id) => {
    const line = contentOf(`/proc/${id}/cmdline`).split('\0')
    return words.every((word) => line.includes(word))
  })
