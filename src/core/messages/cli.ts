/** What the command line says of itself: help, and everything that can be wrong with how it was called. */
import type { Print } from '../base/print.ts'
import type { NotMsccl } from '../programs/formats/msccl-xml-write.ts'
import type { ScheduleFault } from './schedule-file.ts'

export type CommandId = 'diagnose' | 'expect' | 'simulate' | 'topo' | 'explain' | 'capture' | 'list' | 'perf'

/** The options by their long name; one text serves every command that has the option. */
export type OptionId =
  | 'algbw'
  | 'anonymise'
  | 'algo'
  | 'bandwidth'
  | 'baseline'
  | 'buffer'
  | 'draw'
  | 'dtype'
  | 'fabric'
  | 'fail-on'
  | 'format'
  | 'help'
  | 'jitter'
  | 'json'
  | 'lang'
  | 'latency'
  | 'measured'
  | 'message-latency'
  | 'message-rate'
  | 'model'
  | 'no-color'
  | 'nodes'
  | 'on'
  | 'order'
  | 'perf-aggregate'
  | 'perf-algo'
  | 'perf-average'
  | 'perf-begin'
  | 'perf-blocking'
  | 'perf-check'
  | 'perf-delay'
  | 'perf-each'
  | 'perf-end'
  | 'perf-factor'
  | 'perf-increment'
  | 'perf-iterations'
  | 'perf-json'
  | 'perf-op'
  | 'perf-pairs'
  | 'perf-ranks'
  | 'perf-report'
  | 'perf-root'
  | 'perf-throttle'
  | 'perf-bind'
  | 'perf-timeline'
  | 'perf-timeout'
  | 'perf-transport'
  | 'perf-type'
  | 'perf-warmup'
  | 'output'
  | 'overlap'
  | 'params'
  | 'pieces'
  | 'capture-folder'
  | 'quiet'
  | 'script'
  | 'ranks'
  | 'reduce-rate'
  | 'require'
  | 'rings'
  | 'root'
  | 'runs'
  | 'seed'
  | 'short'
  | 'size'
  | 'sizes'
  | 'slow-link'
  | 'slow-rank'
  | 'step-compute'
  | 'verbose'
  | 'version'

/** What each problem's sentence needs. `option` is written as it is typed: "--size". */
export interface ProblemValues {
  'unknown-command': { readonly seen: string; readonly isPath: boolean }
  'unknown-option': { readonly seen: string; readonly command: string }
  'option-without-value': { readonly option: string }
  'argument-missing': { readonly argument: string; readonly command: CommandId }
  'argument-extra': { readonly count: number; readonly command: CommandId }
  'choice-unknown': { readonly option: string; readonly seen: string; readonly choices: readonly string[] }
  'value-unreadable': {
    readonly option: string
    readonly seen: string
    readonly wanted:
      | 'bytes'
      | 'sizes'
      | 'duration'
      | 'count'
      | 'measured'
      | 'share'
      | 'whole'
      | 'number'
      | 'factor'
      | 'root'
      | 'rate'
      | 'order'
      | 'slow-link'
      | 'slow-rank'
      | 'jitter'
      | 'rank'
      | 'delay'
      | 'throttle'
  }
  'option-needs': { readonly option: string; readonly needs: string }
  'option-repeated': { readonly option: string }
  'options-exclude': { readonly option: string; readonly other: string }
  'collective-unknown': { readonly seen: string }
  'machine-missing': { readonly collective: string; readonly command: 'expect' | 'simulate' }
  'machine-unknown': { readonly seen: string }
  /** `algorithm` is empty when all were asked for. */
  'nothing-simulated': {
    readonly collective: string
    readonly topology: string
    readonly on: string
    readonly algorithm: string
  }
  'topology-unknown': {
    readonly seen: string
    readonly grammar: readonly string[]
    /** The word is known; the numbers are not, or are too many. */
    readonly mostRanks?: number
  }
  'link-unknown': {
    readonly a: string
    readonly b: string
    readonly topology: string
    /** The nodes that the first is linked to; of an unknown node, some that there are. */
    readonly known: readonly string[]
    readonly nodeExists: boolean
  }
  'schedule-unreadable': { readonly path: string; readonly fault: ScheduleFault }
  'schedule-not-msccl': { readonly algorithm: string; readonly why: NotMsccl }
  'schedule-for-other': {
    readonly path: string
    readonly is: string
    readonly ranks: number
    readonly wanted: string
    readonly topologyRanks: number
  }
  'order-wrong': { readonly ranks: number }
  'rank-unknown': { readonly option: string; readonly seen: number; readonly ranks: number }
  'too-many-messages': { readonly option: string; readonly messages: number; readonly most: number }
  'too-many-links': { readonly topology: string; readonly links: number; readonly most: number }
  'draw-too-large': { readonly most: number }
  'machine-not-in-file': { readonly path: string; readonly why: 'nothing' | 'cut' | 'frame' }
  'ranks-too-many': { readonly ranks: number; readonly machine: string; readonly gpus: number }
  'nics-missing': { readonly machine: string; readonly nodes: number }
  'ranks-too-few': { readonly collective: string }
  /** An option that means nothing for this collective. */
  'option-without-effect': { readonly option: string; readonly collective: string }
  'value-too-large': { readonly option: string; readonly seen: number; readonly most: number }
  'sizes-reversed': { readonly from: number; readonly to: number }
  /** Those that mpirun, srun, torchrun … have started, beside -g. */
  'ranks-launched': { readonly asked: number; readonly launched: number }
  'perf-rows-too-many': { readonly most: number }
  /** Of each rank. */
  'perf-memory': {
    readonly wantedBytes: number
    readonly mostBytes: number
    readonly ranks: number
    readonly transport: 'threads' | 'tcp' | 'mpi'
  }
  'perf-algorithm': {
    readonly algorithm: string
    readonly collective: string
    readonly ranks: number
    readonly known: readonly string[]
  }
  'perf-timeline-native': { readonly algorithm: string; readonly known: readonly string[] }
  'algorithm-useless': { readonly algorithm: string; readonly collective: string; readonly machine: string }
  'workload-unknown': { readonly seen: string }
  'topic-unknown': { readonly seen: string }
  'list-unknown': { readonly seen: string; readonly choices: readonly string[] }
  'path-missing': { readonly path: string }
  'inputs-missing': Readonly<Record<never, never>>
  'stdin-twice': Readonly<Record<never, never>>
  'capture-failed': { readonly folder: string; readonly reason: string }
  /** `reason`: a sentence of runProblem. */
  'run-failed': { readonly reason: string }
  'same-file': { readonly option: string; readonly other: string }
  'output-unwritable': { readonly path: string; readonly reason: string }
  unexpected: { readonly reason: string }
}

export type ProblemId = keyof ProblemValues

/** Something that keeps a command from being run. `nearest` are the known names nearest to what was typed. */
export type Problem = {
  readonly [Id in ProblemId]: {
    readonly id: Id
    readonly values: ProblemValues[Id]
    readonly nearest?: readonly string[]
  }
}[ProblemId]

export interface ProblemText {
  /** What was seen. */
  readonly what: string
  /** What was expected. */
  readonly expected?: string
  /** What to do next: a command, or a sentence. */
  readonly next?: string
}

/** What `capture` says before its diagnosis. */
export interface CaptureTexts {
  /** How many sources were collected, and where they lie. */
  collected(
    v: { readonly folder: string; readonly sources: number; readonly hosts: number },
    print: Print,
  ): string
  readonly missing: string
  readonly status: Readonly<Record<'missing' | 'empty' | 'partial' | 'timeout' | 'failed', string>>
  readonly handOn: (folder: string) => string
}

export interface CliTexts {
  readonly tagline: string
  /** Titles of the parts of a help text, in place of commander's English ones. */
  readonly titles: {
    readonly usage: string
    readonly arguments: string
    readonly options: string
    readonly commands: string
    readonly examples: string
    readonly exitCodes: string
    readonly nearest: string
    readonly expected: string
    readonly next: string
  }
  readonly commands: Readonly<Record<CommandId, string>>
  readonly arguments: Readonly<Record<CommandId, string>>
  /** What an argument is, and the words that it may be. */
  oneOf(v: { readonly what: string; readonly choices: readonly string[] }): string
  /** Names one after another. */
  names(names: readonly string[]): string
  readonly options: Readonly<Record<OptionId, string>>
  readonly exitCodes: readonly (readonly [code: string, meaning: string])[]
  readonly problems: {
    readonly [Id in ProblemId]: (values: ProblemValues[Id], print: Print) => ProblemText
  }
  readonly reading: (name: string, bytes: number, print: Print) => string
  readonly written: (path: string) => string
  readonly capture: CaptureTexts
  /** After `npm start` has shown the sample. */
  readonly yours: string
}
