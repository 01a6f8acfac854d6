/** The variables of NCCL and RCCL as topics. */
import { VARIABLES } from '../../knowledge/known-variables.ts'
import { NEWEST } from '../../knowledge/nccl-variables.ts'
import type { Topic } from './topic.ts'

export const variables: readonly Topic[] = VARIABLES.map(({ name, default: byDefault, since, until }) => ({
  id: name,
  kind: 'variable',
  also: [],
  explain: ({ variables: { labels, meanings, live } }) => ({
    title: name,
    paragraphs: [meanings[name] ?? ''],
    facts: [
      [labels.library, name.startsWith('RCCL_') || since === undefined ? 'RCCL' : 'NCCL'],
      [labels.default, byDefault],
      ...(since === undefined ? [] : [[labels.since, since] as const]),
      ...(until === undefined
        ? since === undefined
          ? []
          : [[labels.until, live({ version: NEWEST })] as const]
        : [[labels.until, until] as const]),
    ],
    see: ['env-override', 'env-unknown'],
  }),
}))
