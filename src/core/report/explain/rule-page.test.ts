/** The docs of the rules are what `npm run generate` makes of their texts. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../messages/all.ts'
import { en } from '../../messages/en/index.ts'
import { rules } from '../../rules/index.ts'
import { rulePage, ruleTable } from './rule-page.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const page = (name: string) => readFileSync(new URL(name, docs), 'utf8')

test.each(rules.map(({ id }) => ({ id })))(
  '$id has a page that is up to date (npm run generate)',
  ({ id }) => {
    expect(page(`rules/${id}.md`)).toBe(rulePage(id, languages))
  },
)

test('docs/rules.md lists them all, and there is no page without a rule', () => {
  expect(page('rules.md')).toBe(ruleTable(en))
  expect(new Set(readdirSync(new URL('rules/', docs)))).toEqual(new Set(rules.map(({ id }) => `${id}.md`)))
})

test('every page says how it is known, what it costs, what to do and how to verify, in both languages', () => {
  for (const { id } of rules) {
    const text = rulePage(id, languages)
    for (const label of ['Known by', 'Costs', 'Do', 'Verify']) expect(text, id).toContain(`**${label}**`)
    expect(text).toMatch(/\p{Script=Han}/u)
    expect(text).not.toMatch(/undefined|\[object/)
  }
})
