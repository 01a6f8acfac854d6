/** The words of `ringscope perf`: what was measured, per size, pair by pair, and beside the simulation. */
import type { Print } from '../base/print.ts'
import type {
  Disturbance,
  MachineLimit,
  PerfFit,
  PerfPairs,
  PerfRemark,
  PerfRun,
} from '../evidence/perf-run.ts'

type Say<Values> = (values: Values, print: Print) => string

export interface PerfTexts {
  /** What it is a number of, first of all: nobody shall take it for the GPUs'. */
  readonly head: Say<Pick<PerfRun, 'transport' | 'carrier'> & { readonly hostCount: number }>
  readonly limit: Say<MachineLimit & { readonly ranks: number }>
  readonly disturbed: Say<Disturbance>
  readonly remark: Say<PerfRemark>
  /** Where a launcher has started several processes, and threads of each were measured; ends in a line feed. */
  readonly oneOfSeveral: Say<{ readonly processes: number }>
  readonly stopped: Say<{ readonly rows: number }>
  /** Above the percentiles: what the columns hold. */
  readonly perSize: Say<{ readonly iterations: number; readonly ranks: number }>
  readonly pairs: {
    readonly head: Say<
      Pick<PerfPairs, 'transport' | 'carrier' | 'ranks' | 'bytes'> & { readonly hostCount: number }
    >
    readonly rate: string
    readonly latency: string
    readonly slow: Say<{
      readonly from: number
      readonly to: number
      readonly bytesPerSecond: number
      readonly median: number
    }>
    /** `few`: too few for one to stand out among them. */
    readonly even: Say<{ readonly lowest: number; readonly highest: number; readonly few: boolean }>
    /** The marks of --lang: what stands out is marked with it. */
    readonly mark: string
  }
  readonly simulated: {
    readonly head: Say<
      Omit<PerfFit, 'pairs'> & { readonly latencySeconds: number; readonly bytesPerSecond: number }
    >
    /** Where algorithms were left out that send none. */
    readonly withoutMessages: Say<{ readonly ids: readonly string[] }>
    readonly recorded: Say<{
      readonly path: string
      readonly algorithm: string
      readonly bytes: number
      readonly seconds: number
    }>
    readonly columns: Readonly<Record<'size' | 'measured' | 'simulated' | 'off' | 'algorithm', string>>
    readonly mean: Say<{ readonly share: number; readonly sizes: number }>
  }
  /** On a terminal, until all ranks that a launcher started are connected. `at`: where rank 0 listens. */
  readonly rendezvous: Say<{ readonly ranks: number; readonly at: string | undefined }>
  readonly progress: Say<{
    readonly bytes: number
    readonly algorithm: string
    readonly at: number
    readonly of: number
  }>
}
