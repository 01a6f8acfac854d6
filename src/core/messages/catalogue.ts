/** Every sentence that a person reads, by area. A language is one Catalogue: en/ and zh/. */
import type { FindingTexts } from './findings.ts'
import type { NoteTexts } from './notes.ts'

export type Lang = 'en' | 'zh'

export interface Catalogue {
  readonly findings: FindingTexts
  readonly notes: NoteTexts
}
