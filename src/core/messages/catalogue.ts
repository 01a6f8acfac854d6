/** Every sentence that a person reads, by area. A language is one Catalogue: en/ and zh/. */
import type { CliTexts } from './cli.ts'
import type { FindingTexts } from './findings.ts'
import type { NoteTexts } from './notes.ts'
import type { ReportTexts } from './report.ts'

export type Lang = 'en' | 'zh'

export const LANGS: readonly Lang[] = ['en', 'zh']

export interface Catalogue {
  readonly cli: CliTexts
  readonly findings: FindingTexts
  readonly notes: NoteTexts
  readonly report: ReportTexts
}
