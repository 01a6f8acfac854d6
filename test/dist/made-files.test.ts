/** Files that the program makes itself say what the program says today. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('docs/report.schema.json is the schema of the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringscope-'))
  const file = join(folder, 'schema.json')
  execFileSync(process.execPath, ['scripts/report-schema.mjs', file])
  expect(readFileSync('docs/report.schema.json', 'utf8')).toBe(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
})

test('README.md shows what the program prints (else: node scripts/readme.mjs)', () => {
  expect(spawnSync(process.execPath, ['scripts/readme.mjs', '--check']).status).toBe(0)
})
