/** Runs before each test file: a folder for temporary files of its own, since others run side by side, and the seed of properties. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { propertyRuns } from './sampled.ts'

const { TMPDIR } = process.env
const own = mkdtempSync(join(tmpdir(), 'ringscope-test-'))
process.env.TMPDIR = own
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(own, { recursive: true, force: true })
})

// Other values with each commit, the same with the same.
fc.configureGlobal({ seed: propertyRuns(1, { count: 1 }, 'fast-check').seed })
