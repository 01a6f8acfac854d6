/** The shape that a number of ranks takes when none is given. */

/** Two factors as near to each other as can be, the smaller first; undefined for primes. */
export function nearSquare(ranks: number): readonly [number, number] | undefined {
  for (let rows = Math.floor(Math.sqrt(ranks)); rows > 1; rows--)
    if (ranks % rows === 0) return [rows, ranks / rows]
  return undefined
}

/** Nodes of eight GPUs where they come out even. */
export const nodesOfEight = (ranks: number): readonly [number, number] | undefined =>
  ranks > 8 && ranks % 8 === 0 ? [ranks / 8, 8] : nearSquare(ranks)
