/** The rules as topics. */
import { rules as all } from '../../core/rules/index.ts'
import type { Topic } from './topic.ts'

export const rules: readonly Topic[] = all.map(({ id }) => ({
  id,
  kind: 'rule',
  also: [],
  explain: ({ rules: texts }) => ({
    title: `${id}: ${texts[id].title}`,
    paragraphs: [texts[id].about],
    facts: [],
    see: [],
  }),
}))
