// Writes docs/rules.md and docs/rules/: a row and a page for each rule. Needs a build; a test holds them to the texts.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { languages } from '../dist/core/messages/all.js'
import { en } from '../dist/core/messages/en/index.js'
import { rulePage, ruleTable } from '../dist/core/report/explain/rule-page.js'
import { rules } from '../dist/core/rules/index.js'

mkdirSync('docs/rules', { recursive: true })
const pages = new Map(rules.map(({ id }) => [`${id}.md`, rulePage(id, languages)]))
for (const [name, text] of pages) writeFileSync(`docs/rules/${name}`, text)
for (const name of readdirSync('docs/rules')) if (!pages.has(name)) rmSync(`docs/rules/${name}`)
writeFileSync('docs/rules.md', ruleTable(en))
