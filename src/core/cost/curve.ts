/** A curve given by a few measured points, between which it runs straight on logarithmic axes. */

export interface Point {
  readonly x: number
  readonly factor: number
}

/** Ascending by x. */
export type Curve = readonly Point[]

/** Below the first and above the last point it stays level. */
export function factorAt(curve: Curve, x: number): number {
  const after = curve.findIndex((point) => point.x >= x)
  const [below, above] = [curve[after - 1], curve[after]]
  if (!above) return curve.at(-1)?.factor ?? 1
  if (!below) return above.factor
  const share = Math.log(x / below.x) / Math.log(above.x / below.x)
  return below.factor * (above.factor / below.factor) ** share
}

/** Points of one or several measurements, in any order: those that lie within `ratio` become their geometric mean. */
export function curveThrough(points: readonly Point[], ratio: number): Curve {
  const groups: Point[][] = []
  for (const point of points.toSorted((a, b) => a.x - b.x)) {
    const group = groups.at(-1)
    if (group?.[0] && point.x <= group[0].x * ratio) group.push(point)
    else groups.push([point])
  }
  return rising(
    groups.map((group) => ({
      x: geometricMean(group.map(({ x }) => x)),
      factor: geometricMean(group.map(({ factor }) => factor)),
    })),
  )
}

/** x times factor is a time, and larger x never takes less: a small size that took longer than a larger one is held back. */
function rising(curve: Curve): Curve {
  let next = Number.POSITIVE_INFINITY
  return curve
    .toReversed()
    .map(({ x, factor }) => {
      next = Math.min(next, x * factor)
      return { x, factor: next / x }
    })
    .toReversed()
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
