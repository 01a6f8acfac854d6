/** The algorithms as topics: what each does, what it costs for each collective, and how to see it at work. */
import { TERMS, type TermId } from '../../messages/terms.ts'
import { algorithmIds } from '../../schedules/algorithms/index.ts'
import { algorithmText, figuresOf, ofId } from '../lists/algorithms.ts'
import type { Topic } from './topic.ts'

const SHOWN_RANKS = [8, 64]

/** The field's word of the same name is explained with it: ring. */
const termOf = (id: string): TermId | undefined => (Object.hasOwn(TERMS, id) ? (id as TermId) : undefined)

export const algorithms: readonly Topic[] = algorithmIds.map((id) => {
  const term = termOf(id)
  return {
    id,
    kind: 'algorithm',
    also: [...new Set([...ofId(id).map(({ title }) => title), ...(term ? TERMS[term].also : [])])],
    explain: (words) => {
      const { columns } = words.list
      return {
        title: `${id}: ${ofId(id)[0]?.title ?? id}`,
        paragraphs: [algorithmText(id, words), ...(term ? [words.terms[term]] : [])],
        facts: [
          ...ofId(id).flatMap((algorithm) =>
            SHOWN_RANKS.flatMap((ranks, at) => {
              const figures = figuresOf(algorithm, ranks, words)
              return figures ? [[at === 0 ? algorithm.collective : '', figures] as const] : []
            }),
          ),
          [columns.source, ofId(id)[0]?.source ?? ''],
          [
            '',
            `ringscope simulate ${ofId(id)[0]?.collective ?? 'all_reduce'} --on star:8 --algo ${id} --draw`,
          ],
        ],
        see: term ? TERMS[term].see : [],
      }
    },
  }
})
