// What is made from the sources and committed: indexes of the rules, the drawing of the
// rooms, and the docs that repeat what the code says. Tests hold
// each to its source. Runs after any change of a rule, its texts or thresholds, or of the report's schema.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { architecture } from './architecture.mjs'
import { build } from './build.mjs'
import { indexes } from './indexes.mjs'
import { record } from './translations.mjs'

for (const [path, text] of [...indexes(), ...architecture()]) writeFileSync(path, text)
await build()
for (const script of ['rule-pages', 'thresholds', 'report-schema'])
  execFileSync(process.execPath, [`scripts/${script}.mjs`], { stdio: 'inherit' })

for (const file of record()) console.error(`stale: src/core/messages/zh/${file}: see scripts/translations.mjs`)
