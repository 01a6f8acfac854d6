/**
 * Numbers that decide: from where on a rule speaks, or speaks louder. Each has a name and a source, is listed in
 * docs/thresholds.md, and is pinned from both sides by the fixtures (rules/thresholds.test.ts moves each and wants to see a
 * change). Tables of what is known (link rates, Xids, versions) are no thresholds.
 */

/** How far a test moves it: counts by one, bytes to the half and the double, all else by 30 %. */
export type ThresholdUnit = 'share' | 'factor' | 'count' | 'bytes' | 'seconds' | 'B/s' | 'percent'

export interface Threshold {
  /** "size-collapse.drop": the rule, or the measure that several rules share, and what of it. */
  readonly id: string
  readonly value: number
  readonly unit: ThresholdUnit
  /** Where the number comes from: a section of docs/, a specification, a thread. */
  readonly source: string
}

const declared = new Map<string, { -readonly [Key in keyof Threshold]: Threshold[Key] }>()

/** Declares a threshold; read its `value` where it decides, not before. */
export function threshold(id: string, value: number, unit: ThresholdUnit, source: string): Threshold {
  if (declared.has(id)) throw new Error(`the threshold ${id} is declared twice`)
  const declaration = { id, value, unit, source }
  declared.set(id, declaration)
  return declaration
}

/** All that the modules loaded so far have declared, by name. */
export const thresholds = (): readonly Threshold[] =>
  [...declared.values()].sort((a, b) => (a.id < b.id ? -1 : 1))

/** What `run` gives while a threshold has another value: for the test that moves each. */
export function withThreshold<Value>(id: string, value: number, run: () => Value): Value {
  const declaration = declared.get(id)
  if (declaration === undefined) throw new Error(`no threshold ${id}`)
  const before = declaration.value
  declaration.value = value
  try {
    return run()
  } finally {
    declaration.value = before
  }
}
