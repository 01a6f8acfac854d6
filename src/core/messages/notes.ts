/** The sentences of notes. */
import type { Print } from '../base/print.ts'
import type { NoteId, NoteValues } from '../evidence/note.ts'

export type NoteTexts = {
  readonly [Id in NoteId]: (values: NoteValues[Id], print: Print) => string
}
