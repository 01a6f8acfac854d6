// Writes docs/thresholds.md from what the rules declare. Needs a build; a test holds it to the code.
import { writeFileSync } from 'node:fs'
import { thresholds } from '../dist/core/base/threshold.js'
import '../dist/core/rules/index.js'
import { thresholdTable } from '../dist/core/report/explain/threshold-table.js'

writeFileSync('docs/thresholds.md', thresholdTable(thresholds()))
