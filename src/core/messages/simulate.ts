/** The words of `ringscope simulate`: rows by time, why each takes it, the bound and what proves it. */
import type { Print } from '../base/print.ts'
import type { Certificate } from '../simulate/certificate.ts'
import type { LeftOut } from '../simulate/compare.ts'
import type { SimulateProblem } from '../simulate/options.ts'
import type { Progress } from '../simulate/variants.ts'
import type { Why } from '../simulate/why.ts'

type Say<Values> = (values: Values, print: Print) => string

export interface HeadValues {
  readonly name: string
  readonly seconds: number
  readonly busbw: number
  readonly ofBound: number
}

export interface TopologyValues {
  readonly ranks: number
  readonly links: number
  /** Usable rates of one direction, bytes/s. */
  readonly slowest: number
  readonly fastest: number
  /** Latency of a link, seconds. */
  readonly shortest: number
  readonly longest: number
}

export interface SimulateTexts {
  readonly heads: { readonly winner: string; readonly simulated: string; readonly none: string }
  readonly headline: {
    readonly winner: Say<HeadValues>
    readonly none: Say<{ readonly collective: string; readonly topology: string }>
  }
  readonly labels: Readonly<
    Record<
      | 'machine'
      | 'bound'
      | 'size'
      | 'faults'
      | 'algorithm'
      | 'steps'
      | 'sent'
      | 'time'
      | 'why'
      | 'notHere'
      | 'bySize'
      | 'check'
      | 'next'
      | 'preset'
      | 'links'
      | 'carries'
      | 'busy'
      | 'jitter'
      | 'piped'
      | 'leftOut'
      | 'file',
      string
    >
  >
  readonly topology: Say<TopologyValues>
  /** "ring, 6 rings" */
  readonly rings: Say<{
    readonly count: number
    readonly order: 'best' | 'natural' | 'given'
    readonly ranks: number
  }>
  readonly certificate: {
    readonly [Kind in Certificate['kind']]: Say<
      Extract<Certificate, { kind: Kind }> & { readonly size: number }
    >
  }
  readonly why: { readonly [Kind in Why['kind']]: Say<Extract<Why, { kind: Kind }>> }
  readonly missing: {
    readonly [Kind in SimulateProblem['kind'] | 'not-supported' | 'only-if-asked']: Say<
      Extract<SimulateProblem | { kind: 'not-supported' } | { kind: 'only-if-asked' }, { kind: Kind }>
    >
  }
  readonly leftOut: { readonly [Kind in LeftOut['kind']]: Say<Extract<LeftOut, { kind: Kind }>> }
  /** The fullest links are listed, not all. */
  readonly linksLeftOut: Say<{ readonly listed: number; readonly used: number }>
  /** What is too much beside others may be asked for alone. */
  readonly alone: string
  readonly progress: Say<Progress>
  readonly range: Say<{ readonly name: string; readonly upTo?: number; readonly only: boolean }>
  readonly check: Say<{ readonly busbw: number; readonly simulated: number; readonly source: string }>
  readonly faults: {
    readonly slowLink: Say<{ readonly a: string; readonly b: string; readonly share: number }>
    readonly slowRank: Say<{ readonly rank: number; readonly seconds: number }>
    readonly jitter: Say<{ readonly p99Seconds: number; readonly rank?: number }>
  }
  readonly repeated: Say<{
    readonly runs: number
    readonly firstSeed: number
    readonly calmSeconds: number
    readonly p50Seconds: number
    readonly p99Seconds: number
    readonly worst: { readonly seconds: number; readonly seed: number }
  }>
  readonly draw: {
    readonly title: string
    readonly legend: string
    readonly step: string
    readonly tooLarge: Say<{ readonly most: number }>
  }
}
