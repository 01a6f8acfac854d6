/** A rule by its name, and what its findings mean for the verdict. */
import { rules } from './index.ts'
import type { RuleId } from './order.ts'
import type { Meaning, Rule } from './rule.ts'

const byId = new Map(rules.map((rule) => [rule.id, rule]))

export function ruleNamed(id: RuleId): Rule {
  const rule = byId.get(id)
  if (rule === undefined) throw new Error(`${id} is not in rules/index.ts`)
  return rule
}

/** Nothing, where a rule says nothing of it. */
export const meaningOf = (id: RuleId): Meaning => byId.get(id)?.meaning ?? {}
