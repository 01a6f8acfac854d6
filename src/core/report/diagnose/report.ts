/** The Report: plain data. Text, JSON, Markdown and the page are views of it; a report is also an input (baseline). */
import type { Quantity } from '../../base/print.ts'
import type { Place } from '../../evidence/place.ts'
import type { ExpectedRow } from '../../expectation/expectation.ts'
import type { Lang } from '../../messages/catalogue.ts'
import type { RuleId } from '../../rules/order.ts'
import type { Found } from '../../rules/rule.ts'

export interface Finding extends Omit<Found, 'values'> {
  readonly id: RuleId
  readonly values: Readonly<Record<string, unknown>>
  readonly title: string
  readonly cause?: string
  readonly detail: string
  readonly actions: readonly string[]
  readonly verify?: string
  /** The headline and the rows say the same: short views leave it out. */
  readonly toldByHeadline?: true
  /** What follows from this finding and is shown under it. */
  readonly consequences: readonly Finding[]
}

/** healthy: a measurement is judged healthy and nothing is loud; unknown: nothing measured, or the evidence does not decide. */
export type Status = 'broken' | 'degraded' | 'healthy' | 'unknown'

export interface Subject {
  /** A host, pair, run or collective. */
  readonly label: string
  readonly measured?: Quantity
  readonly expected?: Quantity
  /** measured / expected */
  readonly share?: number
  /** Distance from the median of its siblings as a share of it: -0.3 is 30 % below. */
  readonly fromSiblings?: number
  readonly verdict: Status
  readonly hosts: readonly string[]
  readonly place?: Place
}

/** One size of one series beside what is expected there; algbw, busbw and the band in GB/s. */
export interface MeasuredRow {
  readonly bytes: number
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
  readonly repeats: number
  readonly expected?: ExpectedRow
  readonly place: Place
}

/** What is expected of a measurement and why; several when the machine as found differs from the machine as built. */
export interface ExpectationText {
  readonly as: 'built' | 'found'
  readonly expected: Quantity
  /** "12 NVLinks x 20 GB/s, 96 % of it reached" */
  readonly reason: string
  /** "published 225-240: nccl-tests #149" */
  readonly basis: string
  /** Set where it accounts for the measured value. */
  readonly explains?: string
}

export interface Measurement {
  readonly label: string
  readonly collective?: string
  /** Of the elements, and the reduction, where the file names them. */
  readonly type?: string
  readonly redop?: string
  readonly ranks?: number
  readonly hosts: readonly string[]
  readonly rows: readonly MeasuredRow[]
  readonly plateau?: MeasuredRow
  /** "151 GB/s busbw at 8 GiB, flat from 1 GiB on" */
  readonly summary?: string
  readonly expectations: readonly ExpectationText[]
  /** The plateau over all machines that it may have been measured on; undefined where nothing can be expected. */
  readonly interval?: Interval
}

/** GB/s, as nccl-tests prints busbw. */
export interface Interval {
  readonly grade: string
  readonly low: number
  readonly high: number
  /** The fact that decides, and what the number means under each of its values. */
  readonly deciding?: {
    readonly fact: string
    readonly means: readonly {
      readonly values: readonly string[]
      readonly expected: number
      readonly grade: string
    }[]
  }
  /** Machines that cannot have given the number. */
  readonly ruledOut: readonly string[]
  /** The same as lines. */
  readonly readings: readonly { readonly text: string; readonly meaning: string }[]
}

export interface ReadInput {
  readonly name: string
  readonly bytes: number
  readonly lines: number
  /** Ids of the parsers that found something in it. */
  readonly formats: readonly string[]
  /** Lines no parser could use although they looked like theirs. */
  readonly skipped: number
}

export interface SystemText {
  readonly title: string
  readonly machine?: string
  /** The machine of the first run, fact by fact. */
  readonly facts: readonly SystemFact[]
  /** What an option gives and a file contradicts: the file is judged. */
  readonly contradictions: readonly SystemContradiction[]
  readonly places: readonly Place[]
}

export interface SystemFact {
  /** "gpu", "hosts", "gpu-count", "nvlink-domain", "nvlinks", "host", "network", "library" */
  readonly fact: string
  readonly how: 'read' | 'counted' | 'given' | 'open'
  /** What it may be, where it is open and matters. */
  readonly values?: readonly string[]
  /** In words, where it is open and matters. */
  readonly text?: string
  readonly places: readonly Place[]
}

export interface SystemContradiction {
  readonly fact: string
  readonly given: string
  readonly read: string
  /** "--on says 8 x 200G, the file 8 x 400G: the file is judged" */
  readonly text: string
  readonly places: readonly Place[]
}

export interface NoteText {
  readonly id: string
  readonly text: string
  readonly place?: Place
}

export interface Report {
  readonly schema: 'ringscope.report/2'
  readonly version: string
  readonly lang: Lang
  readonly inputs: readonly ReadInput[]
  readonly system: SystemText
  readonly measurements: readonly Measurement[]
  readonly subjects: readonly Subject[]
  readonly findings: readonly Finding[]
  /** What was looked at and found in order. */
  readonly checked: readonly { readonly id: string; readonly text: string }[]
  /** What these files cannot show. */
  readonly notSeen: readonly { readonly id: string; readonly text: string }[]
  readonly notes: readonly NoteText[]
  readonly verdict: {
    readonly status: Status
    readonly headline: string
    readonly collectNext: readonly string[]
  }
}
