/** The collectives as topics: what they do, move and are used for, and what is often said wrongly. */
import { print } from '../../base/print.ts'
import { COLLECTIVES } from '../../collectives/names.ts'
import { sizeMeaning } from '../../collectives/sizes.ts'
import { usesOf } from '../../collectives/uses.ts'
import { FORMULAS } from '../lists/collectives.ts'
import type { Topic } from './topic.ts'

export const collectives: readonly Topic[] = COLLECTIVES.map((id) => ({
  id,
  kind: 'collective',
  also: [`${id}_perf`, id.replaceAll('_', ''), id.replaceAll('_', '-')],
  explain: ({ collectives: texts, list: { columns }, report: { join } }) => {
    const { does, starts, ends, moves, wrong } = texts.of[id]
    return {
      title: id,
      paragraphs: [does],
      facts: [
        [columns.starts, starts],
        [columns.ends, ends],
        [columns.moves, moves],
        [columns.factor, FORMULAS[id].factor],
        [columns.size, texts.size[sizeMeaning(id)]],
        ...usesOf(id).map(
          (use, at) =>
            [
              at === 0 ? columns.uses : '',
              texts.use[use.id].title + join.after + texts.use[use.id].does,
            ] as const,
        ),
        ...wrong(print).map((line, at) => [at === 0 ? columns.wrong : '', line] as const),
      ],
      see: ['busbw', 'size'],
    }
  },
}))
