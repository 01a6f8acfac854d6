/** Something that a reader noticed and lived with: a torn row, a cut line. Its sentence is in messages. */
import type { Place } from './place.ts'

/** What each note's sentence needs. Sizes in bytes, times in seconds, rates in bytes/s. */
export interface NoteValues {
  'input-missing': { readonly name: string }
  'input-unreadable': { readonly name: string; readonly reason: string }
  /** All inputs of a report that no parser understood. */
  'input-not-understood': { readonly names: readonly string[] }
  'input-empty': { readonly name: string }
  'input-binary': { readonly name: string }
  'input-compressed': { readonly name: string; readonly compression: string }
  'input-too-large': { readonly name: string; readonly most: number }
  /** Of an endless input only so many rows are kept. */
  'input-endless': { readonly name: string; readonly parser: string; readonly line: number }
  'line-cut': { readonly lines: number; readonly bytes: number }
  'parser-failed': { readonly parser: string; readonly reason: string }
  'rule-failed': { readonly rule: string; readonly reason: string }
  /** A number was torn by another line and restored from the two others. */
  'row-repaired': { readonly bytes: number }
  'row-unreadable': { readonly format: string }
  /** So many more rows were repaired, or could not be read, than are listed. */
  'rows-not-listed': { readonly repaired: number; readonly unreadable: number }
  /** nccl-tests 2.0: algbw of all_gather and reduce_scatter held (n-1)/n; it is read as size / time. */
  'algbw-of-version-2.0': { readonly ranks: number }
  /** The rows of one table belong to runs with different numbers of ranks. */
  'rows-of-several-runs': { readonly ranks: readonly number[] }
  'json-cut': { readonly rows: number }
  'xml-broken': { readonly line: number }
  'json-unreadable': { readonly at: number }
  /** nccl-tests lists only the first device of each process in its JSON. */
  'json-devices-partial': { readonly listed: number; readonly ranks: number }
  /** How the units of a bare curve were read: MB as 10^6 or 2^20 bytes. */
  'curve-units': {
    readonly sizeUnit: string
    readonly sizeBytes: number
    readonly rateUnit: string
    readonly rate: number
  }
  /** Whether the numbers of a curve are busbw or algbw was not said. */
  'curve-bandwidth-assumed': { readonly read: 'busbw' }
  /** --nodes, beside the hosts that a whole list of devices names. */
  'nodes-contradicted': { readonly given: number; readonly listed: number }
  /** Nothing in --baseline is of the same test on the same kind of GPU. */
  'baseline-not-alike': Readonly<Record<never, never>>
  'topo-cells-unreadable': { readonly row: string; readonly seen: string }
}

export type NoteId = keyof NoteValues

export type Note = {
  readonly [Id in NoteId]: { readonly id: Id; readonly values: NoteValues[Id]; readonly place?: Place }
}[NoteId]
