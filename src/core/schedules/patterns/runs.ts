/** Runs of neighbouring chunks. */

export interface ChunkRun {
  readonly start: number
  readonly count: number
}

/** `count` places from `start` on a circle of `size`: two runs where they pass its end. */
export function aroundCircle(start: number, count: number, size: number): readonly ChunkRun[] {
  const first = ((start % size) + size) % size
  if (count === 0) return []
  if (first + count <= size) return [{ start: first, count }]
  return [
    { start: first, count: size - first },
    { start: 0, count: first + count - size },
  ]
}

/** Places in any order, each `width` chunks wide, joined where they touch. */
export function joined(places: readonly number[], width: number): readonly ChunkRun[] {
  const runs: { start: number; count: number }[] = []
  for (const start of places.toSorted((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && last.start + last.count === start) last.count += width
    else runs.push({ start, count: width })
  }
  return runs
}
