/** Every sentence that a person reads, by area. A language is one Catalogue: en/ and zh/. */
import type { CliTexts } from './cli.ts'
import type { CollectiveTexts } from './collectives.ts'
import type { ExpectTexts } from './expect.ts'
import type { FindingTexts } from './findings.ts'
import type { LinkTexts } from './links.ts'
import type { NoteTexts } from './notes.ts'
import type { ReportTexts } from './report.ts'
import type { TermTexts } from './terms.ts'

export type Lang = 'en' | 'zh'

export const LANGS: readonly Lang[] = ['en', 'zh']

export interface Catalogue {
  readonly cli: CliTexts
  readonly collectives: CollectiveTexts
  readonly links: LinkTexts
  readonly expect: ExpectTexts
  readonly findings: FindingTexts
  readonly notes: NoteTexts
  readonly report: ReportTexts
  readonly terms: TermTexts
}
