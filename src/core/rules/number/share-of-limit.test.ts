/** More than the machine allows is no praise: then what was measured as the limit is none. */
import { expect, test } from 'vitest'
import { print } from '../../base/print.ts'
import { en } from '../../messages/en/index.ts'
import { zh } from '../../messages/zh/index.ts'
import { fixture } from './share-of-limit.fixtures.ts'
import { shareOfLimit } from './share-of-limit.ts'

/** 12 ms of 16 ms are allowed in the fixture: 75 %. */
function found(times: number) {
  const { speaks } = fixture
  const benchmarks = speaks.evidence.map((evidence) =>
    evidence.kind === 'benchmark'
      ? {
          ...evidence,
          shares: (evidence.shares ?? []).map((one) => ({
            ...one,
            limitSeconds: times * (one.limitSeconds ?? 0),
          })),
        }
      : evidence,
  )
  const [found] = shareOfLimit.check({ ...speaks, evidence: benchmarks })
  return found
}

test.each([
  [0.5, 'info'],
  [1, 'ok'],
  [1.9, 'ok'],
  [2.1, 'info'],
] as const)('%f of the limit of the fixture: %s', (times, severity) => {
  expect(found(times)?.severity).toBe(severity)
})

test.each(['en', 'zh'] as const)('that the limit is none is said, and what to do: %s', (lang) => {
  const texts = { en, zh }[lang].rules['share-of-limit']
  const [high, good] = [found(3), found(1)]
  if (!high || !good) throw new Error('the rule is silent')
  const words = { en: /The measured limit is therefore not valid/, zh: /极限不算数/ }[lang]
  expect(texts.title(high.values, print)).toMatch({ en: /faster than/, zh: /还快/ }[lang])
  expect(texts.detail(high.values, print)).toMatch(words)
  expect(texts.detail(good.values, print)).not.toMatch(words)
  expect(texts.actions(high.values, print)).toHaveLength(1)
  expect(texts.actions(good.values, print)).toEqual([])
})
