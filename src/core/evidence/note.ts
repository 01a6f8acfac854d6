/** Something that a reader noticed and lived with: a torn row, a cut line. Its sentence is in messages. */
import type { Place } from './place.ts'

/** What each note's sentence needs. Sizes in bytes, times in seconds, rates in bytes/s. */
export interface NoteValues {
  'input-missing': { readonly name: string }
  'input-unreadable': { readonly name: string; readonly reason: string }
  'input-not-understood': { readonly name: string }
  'input-empty': { readonly name: string }
  'line-cut': { readonly lines: number; readonly bytes: number }
  'rule-failed': { readonly rule: string; readonly reason: string }
}

export type NoteId = keyof NoteValues

export type Note = {
  readonly [Id in NoteId]: { readonly id: Id; readonly values: NoteValues[Id]; readonly place?: Place }
}[NoteId]
