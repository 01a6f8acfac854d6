/** What each rule's fixture holds (rules/<group>/<id>.fixtures.ts), and all of them, by rule. */
import type { Facts } from '../analysis/facts.ts'
import { ORDER, type RuleId } from './order.ts'
import type { Found, Severity } from './rule.ts'

export interface RuleFixture {
  readonly speaks: Facts
  readonly severity: Severity
  /** As near to it as possible, with evidence at hand of what the rule looks at. */
  readonly silent: Facts
  /** Further ways in which it speaks, so that every sentence of it is held to both languages. */
  readonly variants?: readonly { readonly name: string; readonly facts: Facts }[]
  /** For each threshold that it rests on (base/threshold.ts), by name. */
  readonly thresholds?: Readonly<Record<string, ThresholdPair>>
}

/** Evidence just on both sides of a threshold, no farther than a test moves it: 30 %, one, the half or the double. */
export interface ThresholdPair {
  /** Where the rule speaks, or speaks louder. */
  readonly speaks: Facts
  readonly silent: Facts
  /** What tells the sides apart, where it is not severity, confidence, or whether the rule looked. */
  readonly by?: (found: readonly Found[]) => unknown
}

const loaded = await Promise.all(
  ORDER.map(async (file) => {
    const [group, id] = file.split('/')
    const { fixture } = (await import(`./${group}/${id}.fixtures.ts`)) as { readonly fixture: RuleFixture }
    return [id as RuleId, fixture] as const
  }),
)

export const fixtures: ReadonlyMap<RuleId, RuleFixture> = new Map(loaded)
