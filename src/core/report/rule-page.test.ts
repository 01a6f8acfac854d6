/** Each rule has its page in docs/rules, as its texts say now. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rules } from '../rules/index.ts'
import { ruleIndex, rulePage } from './rule-page.ts'

const folder = new URL('../../../docs/rules/', import.meta.url)
const page = (name: string) => readFileSync(new URL(name, folder), 'utf8')

test.each(rules.map(({ id }) => ({ id })))(
  '$id has a page that is up to date (node scripts/rule-pages.mjs)',
  ({ id }) => {
    expect(page(`${id}.md`)).toBe(rulePage(id))
  },
)

test('the index lists them all, and there is no page without a rule', () => {
  expect(page('README.md')).toBe(ruleIndex())
  const names = readdirSync(folder).filter((name) => name !== 'README.md')
  expect(new Set(names)).toEqual(new Set(rules.map(({ id }) => `${id}.md`)))
})

test('every page says how it is known, what it costs, what to do and how to verify, in both languages', () => {
  for (const { id } of rules) {
    const text = rulePage(id)
    for (const label of ['Known by', 'Costs', 'Do', 'Verify']) expect(text, id).toContain(`**${label}**`)
    expect(text).toMatch(/\p{Script=Han}/u)
    expect(text).not.toMatch(/undefined|\[object/)
  }
})
