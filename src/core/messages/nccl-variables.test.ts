/** Every variable that is known has its meaning in both languages, and no other has. */
import { expect, test } from 'vitest'
import { VARIABLES } from '../knowledge/known-variables.ts'
import { meanings as english } from './en/nccl-variables-meanings.ts'
import { meanings as chinese } from './zh/nccl-variables-meanings.ts'

test.each([
  ['en', english],
  ['zh', chinese],
] as const)('%s', (lang, meanings) => {
  expect(new Set(Object.keys(meanings))).toEqual(new Set(VARIABLES.map(({ name }) => name)))
  for (const text of Object.values(meanings)) {
    expect(text.trim().length).toBeGreaterThan(3)
    expect(/\p{Script=Han}/u.test(text)).toBe(lang === 'zh')
  }
})
