/** Pieces of the data added up along trees, and copied down them; a tree carries its own part, and each way has its own channel. */
import type { Round, Step } from '../schedule.ts'
import { pipelined } from './pipelined.ts'
import { downTo, heightOf, type Tree, upFrom } from './tree.ts'

export interface Trees {
  /** Of equal height. */
  readonly trees: readonly Tree[]
  /** Of each tree. */
  readonly pieces: number
}

/** Up to the roots and down again: the sum of a piece turns round at the root while later pieces still come up. */
export const upAndDown = (load: Trees): Iterable<Round> => {
  const height = heightOfAll(load)
  return through(load, 2 * height, (tree, stage, chunk, channel) =>
    stage < height
      ? upFrom(tree, height - stage, { chunk, channel: 2 * channel })
      : downTo(tree, stage - height + 1, { chunk, channel: 2 * channel + 1 }),
  )
}

export const up = (load: Trees): Iterable<Round> => {
  const height = heightOfAll(load)
  return through(load, height, (tree, stage, chunk, channel) =>
    upFrom(tree, height - stage, { chunk, channel }),
  )
}

export const down = (load: Trees): Iterable<Round> =>
  through(load, heightOfAll(load), (tree, stage, chunk, channel) =>
    downTo(tree, stage + 1, { chunk, channel }),
  )

const heightOfAll = ({ trees }: Trees): number => Math.max(...trees.map(heightOf))

const through = (
  { trees, pieces }: Trees,
  stages: number,
  stepOf: (tree: Tree, stage: number, chunk: number, channel: number) => Step,
): Iterable<Round> =>
  pipelined(stages, pieces, (stage, piece) =>
    trees.flatMap((tree, channel) => stepOf(tree, stage, channel * pieces + piece, channel)),
  )
