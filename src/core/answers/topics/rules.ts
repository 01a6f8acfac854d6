/** The rules as topics. */
import { ruleExplained } from '../../report/explain/rule.ts'
import { rules as all } from '../../rules/index.ts'
import type { Topic } from './topic.ts'

export const rules: readonly Topic[] = all.map(({ id }) => ({
  id,
  kind: 'rule',
  also: [],
  explain: (words) => {
    const { name, about, facts } = ruleExplained(id, words)
    return { title: `${id}: ${name}`, paragraphs: [about], facts, see: [] }
  },
}))
