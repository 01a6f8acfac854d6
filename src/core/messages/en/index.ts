/** English. */
import type { Catalogue } from '../catalogue.ts'
import { cli } from './cli.ts'
import { collectives } from './collectives.ts'
import { expect } from './expect.ts'
import { links } from './links.ts'
import { report } from './report.ts'
import { terms } from './terms.ts'

export const en: Catalogue = { cli, collectives, expect, links, report, terms }
