/** The words of `ringscope expect` on a topology that is only simulated. Rates in bytes/s. */
import type { Print } from '../base/print.ts'
import type { Supposition } from '../expectation/simulated.ts'

type Say<Values> = (values: Values, print: Print) => string

interface PlaceValues {
  readonly collective: string
  readonly topology: string
  readonly bytes: number
}

interface JudgedValues extends PlaceValues {
  readonly measured: number
  readonly simulated: number
  readonly share: number
}

export interface ExpectSimulatedTexts {
  readonly headline: {
    readonly plain: Say<
      PlaceValues & {
        readonly seconds: number
        readonly busbw: number
        readonly algorithm: string
        /** It is the best of all, not one that was asked for. */
        readonly best: boolean
        /** Of what the graph allows. */
        readonly ofBound: number
      }
    >
    readonly reached: Say<JudgedValues>
    readonly undecided: Say<JudgedValues>
    readonly above: Say<PlaceValues & { readonly measured: number; readonly allows: number }>
  }
  readonly labels: Readonly<Record<'allows' | 'bound' | 'band' | 'notTried' | 'next', string>>
  /** What the band stands for. */
  readonly band: string
  readonly supposed: Readonly<Record<Supposition, string>>
  /** What would decide, for each supposition. */
  readonly decide: Readonly<Record<Supposition, string>>
  readonly bound: {
    readonly latency: Say<{ readonly share: number }>
    readonly link: Say<{ readonly link: string; readonly busy: number }>
  }
}
