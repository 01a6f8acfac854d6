/** What each rank ends with, on real numbers: the conditions carried out on the inputs themselves. */
import { conditions, elementsOf, type Rank } from './conditions.ts'
import type { CollectiveName } from './names.ts'

/**
 * One input a rank -> one output a rank (empty where it is owed nothing); reductions add up.
 * Inputs that cannot be cut evenly among the ranks are a broken invariant and throw.
 */
export function outcome(
  collective: CollectiveName,
  inputs: readonly (readonly number[])[],
  root: Rank = 0,
): readonly (readonly number[])[] {
  const promised = conditions(collective, { ranks: inputs.length, root })
  const count = blockCount(collective, inputs, root)
  const chunkOf = (rank: Rank, chunk: number): readonly number[] => {
    const held = promised.before(rank).find((part) => part.chunk === chunk)
    if (!held) throw new Error(`${collective}: rank ${rank} holds no chunk ${chunk}`)
    const { start, end } = elementsOf(held.slot, 1, count)
    return (inputs[rank] ?? []).slice(start, end)
  }
  return inputs.map((_, rank) =>
    [...promised.after(rank)]
      .sort((a, b) => a.slot - b.slot)
      .flatMap(({ chunk, contributors }) => added(contributors.map((from) => chunkOf(from, chunk)))),
  )
}

const added = (vectors: readonly (readonly number[])[]): readonly number[] =>
  (vectors[0] ?? []).map((_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0))

/** Elements of a block; what the call passes as `count`. */
function blockCount(collective: CollectiveName, inputs: readonly (readonly number[])[], root: Rank): number {
  const rooted = collective === 'broadcast' || collective === 'scatter'
  const lengths = new Set((rooted ? [inputs[root] ?? []] : inputs).map(({ length }) => length))
  const [length = 0] = lengths
  const cut = ['reduce_scatter', 'scatter', 'all_to_all'].includes(collective) ? inputs.length : 1
  if (lengths.size > 1 || length % cut !== 0)
    throw new RangeError(
      `${collective}: inputs of ${[...lengths].join(', ')} elements on ${inputs.length} ranks`,
    )
  return length / cut
}
