/** Every rule is in order.ts once, and what is made of it is up to date. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { indexes } from '../../../scripts/indexes.mjs'
import { rules } from './index.ts'
import { groupOf, ORDER, RULE_GROUPS } from './order.ts'

const root = new URL('../../../', import.meta.url)

test.each([...indexes()])('%s is what `npm run generate` makes', (path, text) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(text)
})

test('each rule is listed once, as the file that it is', () => {
  expect(rules.map(({ id }) => `${groupOf(id)}/${id}`)).toEqual(ORDER)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

test('no file of a rule, fixture or text is left out of order.ts', () => {
  const folder = (path: string) =>
    readdirSync(new URL(path, root)).filter((file) => /(?<!\.(?:test|fixtures))\.ts$/.test(file))
  const ids = rules.map(({ id }) => `${id}.ts`)
  for (const group of RULE_GROUPS) {
    const files = folder(`src/core/rules/${group}/`).filter((file) => ids.includes(file))
    expect(files.sort()).toEqual(
      ids.filter((file) => ORDER.includes(`${group}/${file.slice(0, -3)}` as never)).sort(),
    )
  }
  for (const lang of ['en', 'zh'])
    expect(new Set(folder(`src/core/messages/${lang}/rules/`))).toEqual(new Set([...ids, 'index.ts']))
  for (const file of ORDER)
    expect(existsSync(new URL(`src/core/rules/${file}.fixtures.ts`, root)), file).toBe(true)
})
