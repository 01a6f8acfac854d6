/** English. */
import type { Catalogue } from '../catalogue.ts'
import { cli } from './cli.ts'
import { report } from './report.ts'

export const en: Catalogue = { cli, report }
