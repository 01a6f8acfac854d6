/** The words of `ringscope topo`. */
import type { Print } from '../base/print.ts'
import type { BytesPerSecond, Seconds } from '../base/units.ts'

export interface TopoTexts {
  readonly labels: Readonly<
    Record<'nic' | 'nearest' | 'path' | 'rate' | 'equal' | 'unequal' | 'paths' | 'pairs', string>
  >
  /** A summary where the matrix would not fit: "GPU to GPU". */
  readonly between: Readonly<Record<'gpu-gpu' | 'gpu-nic', string>>
  /** The first of what is uneven, as a sentence. */
  readonly head: (values: { readonly first: string; readonly more: number }) => string
  /** What the names of paths in the matrix mean. */
  readonly legend: string
  readonly links: (values: { readonly gpus: number; readonly links: number }) => string
  readonly fewerLinks: (values: {
    readonly gpu: string
    readonly links: number
    readonly others: number
  }) => string
  readonly nicsNear: (values: { readonly nics: number; readonly paths: readonly string[] }) => string
  readonly moreNics: (values: { readonly nics: number }) => string
  readonly nicFar: (values: { readonly nic: string; readonly path: string }) => string
  readonly gpuWithoutNic: (values: { readonly gpus: readonly string[] }) => string
  readonly meshOnly: (values: {
    readonly gpu: string
    readonly reached: number
    readonly of: number
  }) => string
  readonly noMatrix: string
  readonly wide: (values: { readonly columns: number }, print: Print) => string
  readonly graph: GraphTexts
}

/** A generated topology. */
export interface GraphTexts {
  readonly labels: Readonly<
    Record<
      'links' | 'switch' | 'linkedTo' | 'diameter' | 'mean' | 'ports' | 'halves' | 'supposed' | 'next',
      string
    >
  >
  /** What the numbers of the matrix are. */
  readonly legend: string
  readonly diameter: (
    values: {
      readonly hops: number
      readonly seconds: Seconds
      readonly from: string
      readonly to: string
    },
    print: Print,
  ) => string
  /** `from`: only the ways from there were looked at. */
  readonly mean: (values: { readonly hops: number; readonly from?: string }, print: Print) => string
  readonly ports: (
    values: { readonly least: number; readonly most: number; readonly bandwidth: BytesPerSecond },
    print: Print,
  ) => string
  readonly halves: (
    values: { readonly bandwidth: BytesPerSecond; readonly links: number; readonly inside: string },
    print: Print,
  ) => string
  readonly noHalves: string
  readonly supposed: (values: { readonly what: readonly ('bandwidth' | 'latency')[] }) => string
}
