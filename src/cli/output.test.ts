import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writable } from './output.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringscope-output-'))
afterAll(() => rmSync(folder, { recursive: true }))

const there = join(folder, 'there.json')
writeFileSync(there, '{}')

async function reason(path: string): Promise<string | undefined> {
  const place = await writable(path)
  if (place.ok) return undefined
  return place.problem.id === 'output-unwritable' ? place.problem.values.reason : place.problem.id
}

test('a file that is there, or whose folder is; nothing is made', async () => {
  expect(await reason(there)).toBeUndefined()
  expect(await reason(join(folder, 'new.json'))).toBeUndefined()
  expect(existsSync(join(folder, 'new.json'))).toBe(false)
})

test('a folder, a folder that is not there, a file in place of a folder', async () => {
  expect(await reason(folder)).toBe('EISDIR')
  expect(await reason(join(folder, 'no', 'x.json'))).toBe('ENOENT')
  expect(await reason(join(there, 'x.json'))).toBe('ENOTDIR')
})
