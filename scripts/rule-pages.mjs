// Writes docs/rules: one page a rule and their index. Run after a change of a rule's texts; a test holds them together.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { ruleIndex, rulePage } from '../dist/core/report/rule-page.js'
import { rules } from '../dist/core/rules/index.js'

mkdirSync('docs/rules', { recursive: true })
const pages = new Map([['README.md', ruleIndex()], ...rules.map(({ id }) => [`${id}.md`, rulePage(id)])])
for (const [name, text] of pages) writeFileSync(`docs/rules/${name}`, text)
for (const name of readdirSync('docs/rules')) if (!pages.has(name)) rmSync(`docs/rules/${name}`)
