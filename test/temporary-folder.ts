/** Folders for tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A new one with each call, gone once the test file is through. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ringscope-${name}-`))
  made.push(folder)
  return folder
}
