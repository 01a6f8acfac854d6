/** The glossary's terms as topics. */
import { TERMS, type TermId } from '../../messages/terms.ts'
import type { Topic } from './topic.ts'

export const terms: readonly Topic[] = (Object.keys(TERMS) as TermId[]).map((id) => ({
  id,
  kind: 'term',
  also: TERMS[id].also,
  explain: (words) => ({
    title: [id, ...TERMS[id].also].join(', '),
    paragraphs: [words.terms[id]],
    facts: [],
    see: TERMS[id].see,
  }),
}))
