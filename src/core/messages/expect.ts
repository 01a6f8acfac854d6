/** The words of `ringscope expect`: what a machine should reach, how a number stands against it, what would decide. */
import type { Print } from '../base/print.ts'
import type { Bound, FaultId } from '../expectation/expectation.ts'

/** The verdict word: `expect` heads its answer with words of its own. */
export type ExpectHead =
  | 'expected'
  | 'compared'
  | 'as-expected'
  | 'acceptable'
  | 'below'
  | 'far-below'
  | 'above'
  | 'undecided'
  | 'range'

/** How the number was given, and what it was taken for. Rates in bytes/s. */
export interface ReadingValues {
  readonly given: 'busbw' | 'algbw' | 'time'
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
  readonly bytes: number
  /** The size was not given: the number is taken for the plateau. */
  readonly sizeSupposed: boolean
}

export interface JudgedValues {
  readonly collective: string
  readonly machine: string
  readonly measured: number
  /** Middle of the band, bytes/s. */
  readonly expected: number
  readonly share: number
  readonly bytes: number
  /** Another algorithm that would show something else: ring on two nodes. */
  readonly other?: { readonly algorithm: string; readonly share: number }
}

export interface PlainValues {
  readonly collective: string
  readonly machine: string
  /** The band, bytes/s. */
  readonly low: number
  readonly high: number
  readonly busbw: number
  readonly seconds: number
  readonly bytes: number
  readonly algorithm: string
}

export interface MachineValues {
  readonly gpus: number
  readonly links: number
  readonly linkName: 'NVLink' | 'xGMI' | 'PCIe'
  readonly nics: number
  readonly nicBandwidth: number
  readonly nodes: number
}

type Say<Values> = (values: Values, print: Print) => string

export interface ExpectTexts {
  readonly heads: Readonly<Record<ExpectHead, string>>
  readonly headline: {
    readonly judged: Say<JudgedValues>
    readonly undecided: Say<
      JudgedValues & {
        readonly fine: readonly string[]
        readonly low: readonly string[]
        readonly fact: string
      }
    >
    /** Below 1 MiB. */
    readonly range: Say<JudgedValues>
    /** Healthy machines of this kind differ too much. */
    readonly wide: Say<JudgedValues & { readonly low: number; readonly high: number }>
    readonly above: Say<JudgedValues>
    readonly plateau: Say<PlainValues>
    readonly atSize: Say<PlainValues>
    /** The question was a training step. */
    readonly step: Say<StepValues & { readonly machine: string }>
    readonly compared: Say<{
      readonly collective: string
      readonly machines: number
      readonly best: string
      /** How many times it reaches what the slowest does, and which that is. */
      readonly times: number
      readonly least: string
      /** Where all are compared at one size. */
      readonly bytes?: number
    }>
  }
  readonly labels: Readonly<
    Record<
      | 'machine'
      | 'reading'
      | 'expected'
      | 'yours'
      | 'bound'
      | 'basis'
      | 'size'
      | 'time'
      | 'band'
      | 'algorithm'
      | 'byDefault'
      | 'wire'
      | 'wireMark'
      | 'plateau'
      | 'supposed'
      | 'decide'
      | 'sources'
      | 'step'
      | 'preset',
      string
    >
  >
  readonly machine: Say<MachineValues>
  readonly reading: Say<ReadingValues>
  /** What is full: "8 NICs x 48 GB/s". */
  readonly bound: Say<{ readonly bound: Bound; readonly count?: number; readonly each?: number }>
  readonly wire: Say<{ readonly nics: number; readonly bitsPerSecond: number }>
  readonly basis: Readonly<Record<'published' | 'nccl-model' | 'closed-form' | 'simulated', string>>
  readonly notes: {
    readonly twoNodes: Say<{ readonly other?: string }>
    /** Through the switch with multicast: what flows on the links of one GPU. */
    readonly nvls: Say<{
      readonly busbw: number
      readonly wire: number
      readonly links: number
      readonly ranks: number
    }>
    readonly range: Say<Readonly<Record<never, never>>>
    readonly wide: Say<Readonly<Record<never, never>>>
    readonly above: Say<Readonly<Record<never, never>>>
  }
  /** The expectation with one fault: what it is, and how to see whether it is that. */
  readonly faults: Readonly<
    Record<FaultId, { readonly name: Say<Readonly<Record<string, number>>>; readonly check: string }>
  >
  /** `algorithm` where it is not what the default picks. */
  readonly faultReaches: Say<{ readonly name: string; readonly busbw: number; readonly algorithm?: string }>
  /** What would give the number, each alone, and what would not. */
  readonly possible: Say<{ readonly measured: number; readonly faults: readonly string[] }>
  readonly tooFar: Say<{ readonly faults: readonly string[] }>
  readonly decide: {
    readonly size: Say<{ readonly bytes: number; readonly largest: number; readonly command: string }>
    readonly ring: Say<{ readonly setting: string; readonly test: string; readonly low: number }>
    readonly collect: Say<{ readonly test: string }>
  }
  readonly step: Say<StepValues>
  readonly stepHidden: Say<StepValues>
}

/** What communication takes of a training step. Times in seconds, shares 0..1. */
export interface StepValues {
  readonly what: string
  readonly bytes: number
  readonly computeSeconds: number
  readonly communicationSeconds: number
  readonly exposedSeconds: number
  readonly overlap: number
  readonly share: number
}
