// Writes docs/report.schema.json from the Report's schema in dist/.
import { writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { reportSchema } from '../dist/core/report/diagnose/schema.js'

const file = process.argv[2] ?? 'docs/report.schema.json'
writeFileSync(file, `${JSON.stringify(toJsonSchema(reportSchema), undefined, 2)}\n`)
