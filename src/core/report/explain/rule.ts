/** What `explain` and the docs say of a rule: what it means, how it is known, what it costs, what to do, and its sources. */
import type { Catalogue } from '../../messages/catalogue.ts'
import { ruleNamed } from '../../rules/named.ts'
import type { RuleId } from '../../rules/order.ts'

export interface RuleExplained {
  /** "one host lacks GPUDirect RDMA" */
  readonly name: string
  /** When it speaks, and how loud. */
  readonly about: string
  readonly facts: readonly (readonly [label: string, text: string])[]
}

export function ruleExplained(id: RuleId, { rules, list }: Catalogue): RuleExplained {
  const { name, about, explained } = rules[id]
  const { sources } = ruleNamed(id)
  const { knownBy, costs, todo, verify } = list.explained
  return {
    name,
    about,
    facts: [
      [knownBy, explained.knownBy],
      [costs, explained.costs],
      [todo, explained.todo],
      [verify, explained.verify],
      ...(sources.length > 0 ? [[list.explained.sources, sources.join('; ')] as const] : []),
    ],
  }
}
