/** The words of a report: verdicts, labels, headlines, and the lines around the findings. */
import type { Print } from '../base/print.ts'
import type { Bound } from '../expectation/expectation.ts'
import type { Assumption } from '../machine/machine.ts'
import type { OpenFact } from '../machine/plausible/value.ts'
import type { CollectId } from '../rules/collect.ts'

/** Why a plateau is what it is: so many links or ports of so much each, of which a share is reached. */
export interface ReasonValues {
  readonly bound: Bound
  readonly count?: number
  /** Usable rate of one, bytes/s. */
  readonly each?: number
  /** Share of count x each that is reached, 0..1. */
  readonly share?: number
  /** So much more than they carry that the algorithm must send less than busbw counts. */
  readonly sendsLess?: boolean
  readonly algorithm: string
}

/** clocks: none of what only a host's own tools show. */
export type NotSeenId =
  | 'topo-matrix'
  | 'topo-matrix-amd'
  | 'nccl-log'
  | 'clocks'
  | 'gpu-clocks'
  | 'pcie-links'
  | 'nic-counters'

interface HealthyValues extends HeadlineValues {
  readonly machine: string
  /** bytes/s */
  readonly low: number
  readonly high: number
  /** So many of the runs could not be judged. */
  readonly undecided: number
  readonly of: number
}

export interface ReportTexts {
  readonly status: Readonly<Record<'broken' | 'degraded' | 'healthy' | 'unknown', string>>
  readonly severity: Readonly<Record<'error' | 'warning' | 'info' | 'ok', string>>
  readonly confidence: Readonly<Record<'certain' | 'likely' | 'possible', string>>
  readonly headline: {
    /** A measurement below its expectation, with the cause when one is known. */
    below(
      v: HeadlineValues & { readonly expected: number; readonly share: number; readonly cause?: string },
      print: Print,
    ): string
    healthy(
      v: HeadlineValues & {
        readonly expected: number
        readonly share: number
        readonly machine: string
        /** So many of the runs could not be judged. */
        readonly undecided: number
        readonly of: number
      },
      print: Print,
    ): string
    /** Measured, but nothing can be said: the machine is not known. */
    undecided(v: HeadlineValues, print: Print): string
    /** Fine on each of the machines that it may be, or above the band of the one that it is. */
    healthyOnEvery(v: HealthyValues, print: Print): string
    healthyAbove(v: HealthyValues, print: Print): string
    /** "all_reduce with 32 ranks", where several runs of it differ in that. */
    withRanks(v: { readonly what: string; readonly ranks: number }): string
    /** What the loudest finding says. */
    finding(v: { readonly title: string }): string
    /** Nothing loud and nothing measured that can be judged. */
    nothingMeasured(): string
    nothingUnderstood(): string
  }
  readonly labels: Readonly<
    Record<
      | 'machine'
      | 'measured'
      | 'expected'
      | 'size'
      | 'latencyBound'
      | 'do'
      | 'verify'
      | 'inOrder'
      | 'notSeen'
      | 'read'
      | 'next'
      | 'supposed'
      | 'asBuilt'
      | 'asFound'
      | 'explains'
      | 'hosts'
      | 'host'
      | 'fromSiblings'
      | 'verdict'
      | 'findings'
      | 'evidence'
      | 'notes'
      | 'yours'
      | 'more'
      | 'share'
      | 'time',
      string
    >
  >
  /** "gpu-07: 8 x A100-SXM4-80GB", "2 x DGX H100 (preset dgx-h100)" */
  system(v: {
    readonly title: string
    readonly nodes: number
    /** Where runs were made on different numbers of nodes: the largest. */
    readonly mostNodes?: number
    readonly hosts: readonly string[]
    /** Given with --on. */
    readonly preset?: string | undefined
    /** Where not all GPUs of a node took part. */
    readonly used?: number
    readonly gpus?: number
  }): string
  measuredAt(
    v: {
      readonly quantity: 'busbw' | 'algbw'
      /** bytes/s */
      readonly rate: number
      readonly bytes: number
      readonly flatFrom?: number
      readonly collective?: string
    },
    print: Print,
  ): string
  reason(v: ReasonValues, print: Print): string
  /** Where the expectation comes from, short: "published 225-240". */
  basis: Readonly<
    Record<
      'published' | 'nccl-model' | 'closed-form' | 'simulated',
      (
        v: {
          readonly low: number
          readonly high: number
          readonly source: string
          /** The size at which that holds, where it is not the one at hand. */
          readonly bytes?: number
        },
        print: Print,
      ) => string
    >
  >
  explainsMeasured(v: { readonly measured: number }, print: Print): string
  bound: Readonly<Record<Bound, string>>
  assumed: Readonly<Record<Assumption, string>>
  /** An option beside what a file says; the file is judged. */
  contradicted(v: { readonly given: string; readonly read: string }): string
  /** What no file says. */
  readonly open: Readonly<Record<OpenFact, string>>
  /** What a number means under one value of the fact that decides. */
  readonly reading: {
    value(v: { readonly values: readonly string[]; readonly expected: number }, print: Print): string
    band(v: { readonly low: number; readonly high: number }, print: Print): string
    readonly grade: Readonly<Record<string, string>>
    /** All else is ruled out. */
    readonly follows: string
  }
  /** What these files cannot show. */
  readonly notSeen: Readonly<Record<NotSeenId, string>>
  /** What would be in order, and only a part of the hosts shows. */
  onSomeHosts(v: { readonly what: readonly string[] }): string
  /** What would decide, with the commands and the short form of this machine; of any where none is known. */
  collectNext(machine?: {
    readonly shortForm: string
    readonly gpus: number
    readonly vendor: 'nvidia' | 'amd'
  }): Readonly<Record<CollectId, string>>
  inputs(
    v: {
      readonly files: number
      readonly lines: number
      /** Of the files that are not read by lines. */
      readonly bytes: number
      readonly skipped: number
    },
    print: Print,
  ): string
  moreRows(v: { readonly rows: number }, print: Print): string
  /** Joins items of a line, and longer ones. */
  readonly join: {
    /** Between clauses. */
    readonly items: string
    /** Between names. */
    readonly names: string
    readonly sentences: string
    /** After a label. */
    readonly after: string
    /** What is added in brackets, with the space before it. */
    aside(text: string): string
  }
  /** After a finding that stands for others of its kind. */
  alike(v: { readonly findings: number }, print: Print): string
  moreFindings(v: { readonly findings: number }, print: Print): string
  repeated(v: { readonly repeats: number }, print: Print): string
}

export interface HeadlineValues {
  /** "all_reduce" or what the file calls it. */
  readonly what: string
  /** bytes/s */
  readonly measured: number
  readonly bytes: number
}
