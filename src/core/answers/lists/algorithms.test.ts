import '../../messages/all.ts'
import { expect, test } from 'vitest'
import { catalogueOf } from '../../messages/index.ts'
import { algorithmIds } from '../../schedules/algorithms/index.ts'
import { algorithmText } from './algorithms.ts'

test.each(algorithmIds)('%s is explained in both languages', (id) => {
  for (const lang of ['en', 'zh'] as const) expect(algorithmText(id, catalogueOf(lang))).not.toBe('')
})
