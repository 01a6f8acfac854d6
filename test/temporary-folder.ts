/** Folders for tests. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new one with each call, gone with all that stands in the test file's own (setup.ts) once that is through. */
export const temporaryFolder = (name: string): string => mkdtempSync(join(tmpdir(), `${name}-`))
