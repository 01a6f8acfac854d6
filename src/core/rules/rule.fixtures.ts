/** What each rule's fixture holds (rules/<group>/<id>.fixtures.ts), and all of them, by rule. */
import type { Facts } from '../analysis/facts.ts'
import { ORDER, type RuleId } from './order.ts'
import type { Severity } from './rule.ts'

export interface RuleFixture {
  readonly speaks: Facts
  readonly severity: Severity
  /** As near to it as possible, with evidence at hand of what the rule looks at. */
  readonly silent: Facts
  /** Further ways in which it speaks, so that every sentence of it is held to both languages. */
  readonly variants?: readonly { readonly name: string; readonly facts: Facts }[]
}

const loaded = await Promise.all(
  ORDER.map(async (file) => {
    const [group, id] = file.split('/')
    const { fixture } = (await import(`./${group}/${id}.fixtures.ts`)) as { readonly fixture: RuleFixture }
    return [id as RuleId, fixture] as const
  }),
)

export const fixtures: ReadonlyMap<RuleId, RuleFixture> = new Map(loaded)
