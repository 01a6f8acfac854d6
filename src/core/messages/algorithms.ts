/** The words about algorithms: what each does and when it is the right one. */
import type { Print } from '../base/print.ts'

export type AlgorithmWord =
  | 'ring'
  | 'bidirectional-ring'
  | 'binary-tree'
  | 'double-binary-tree'
  | 'recursive-doubling'
  | 'halving-doubling'
  | 'one-shot'
  | 'two-shot'
  | 'torus'
  | 'hierarchical'
  | 'bruck'
  | 'pairwise'
  | 'binomial'
  | 'chain'
  | 'scatter-allgather'
  | 'linear'
  | 'in-network'

export interface AlgorithmTexts {
  readonly of: Readonly<Record<AlgorithmWord, string>>
  /** "8 ranks: 14 steps, the busiest rank sends 1.75 S" */
  readonly figures: (
    values: {
      readonly ranks: number
      readonly steps: number
      readonly sent: number
      readonly pieces: number
    },
    print: Print,
  ) => string
  /** Under `list algorithms`. */
  readonly notes: readonly string[]
}
