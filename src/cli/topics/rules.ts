/** The rules as topics. */
import { RULE_SOURCES } from '../../core/messages/explain-rules.ts'
import { rules as all } from '../../core/rules/index.ts'
import type { Topic } from './topic.ts'

export const rules: readonly Topic[] = all.map(({ id }) => ({
  id,
  kind: 'rule',
  also: [],
  explain: ({ rules: texts, explainRules: { labels, rules: full } }) => {
    const { known, costs, todo, verify } = full[id]
    const sources = RULE_SOURCES[id]
    return {
      title: `${id}: ${texts[id].title}`,
      paragraphs: [texts[id].about],
      facts: [
        [labels.known, known],
        [labels.costs, costs],
        [labels.todo, todo],
        [labels.verify, verify],
        ...(sources.length > 0 ? [[labels.sources, sources.join('; ')] as const] : []),
      ],
      see: [],
    }
  },
}))
