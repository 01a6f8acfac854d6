/** The Chinese texts keep to docs/glossary.md: one term for one thing, and the punctuation and spaces that it names. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HOLE, literalsOf, MISPRINTS, type Sentence, sentencesOf } from './sentences.fixtures.ts'

interface Term {
  readonly term: string
  readonly chinese: string
  readonly not: readonly RegExp[]
}

/** A word as it is, or what stands between slashes as a regular expression. */
const patternOf = (word: string): RegExp =>
  word.startsWith('/')
    ? new RegExp(word.slice(1, -1), 'u')
    : new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'u')

const terms: readonly Term[] = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!term |---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, term = '', chinese = '', , not = '']) => ({
    term,
    chinese,
    not: not === '' ? [] : not.split('、').map(patternOf),
  }))

const chinese = sentencesOf('zh').filter(({ text }) => /\p{Script=Han}/u.test(text))

const where = (sentences: readonly Sentence[], pattern: RegExp): readonly string[] =>
  sentences
    .filter(({ text }) => pattern.test(text))
    .map(({ at, text }) => `${at}: ${text.replaceAll(HOLE, '…')}`)

test('the table is read', () => {
  expect(terms.length).toBeGreaterThan(90)
  expect(terms.every(({ term }) => term !== '')).toBe(true)
  expect(new Set(terms.map(({ term }) => term)).size, 'a term stands twice').toBe(terms.length)
  const translated = terms.filter((term) => term.chinese !== '').map((term) => term.chinese)
  expect(new Set(translated).size, 'one word for two things').toBe(translated.length)
})

describe('Chinese texts', () => {
  test('use every Chinese term', () => {
    const unused = terms.filter((term) => !chinese.some(({ text }) => text.includes(term.chinese)))
    expect(unused.map((term) => `${term.term}: ${term.chinese}`)).toEqual([])
  })

  test.each(terms.filter(({ not }) => not.length > 0).map(({ term, not }) => [term, not] as const))(
    'have no other word for %s',
    (_, not) => {
      expect(not.flatMap((word) => where(chinese, word))).toEqual([])
    },
  )

  test('have full-width punctuation after Chinese characters', () => {
    expect(where(chinese, MISPRINTS.halfWidth)).toEqual([])
  })

  test('have a space between Chinese characters and Latin letters or digits', () => {
    expect(where(chinese, MISPRINTS.noSpace)).toEqual([])
  })

  test('have no space beside full-width punctuation', () => {
    expect(where(chinese, MISPRINTS.spaceAtFullWidth)).toEqual([])
  })
})

test('a fault is found in a string or a template, not in a comment, a name or an import', () => {
  const found = (source: string, pattern: RegExp) => where(literalsOf('x.ts', source), pattern)
  const banned = patternOf('/时延(?!迟)/')
  expect(found("export const a = '时延很大'", banned)).toEqual(['x.ts:1: 时延很大'])
  expect(found('\nexport const a = (n: number) => `共 \u0024{n} 次，时延`', banned)).toEqual([
    'x.ts:2: 共 … 次，时延',
  ])
  expect(found('export const a = (n: number) => `外 \u0024{n > 1 ? `时延` : ``}`', banned)).toHaveLength(1)
  expect(found("/** 时延 */\nimport b from './时延.ts'\nexport const 时延 = '此时延迟'", banned)).toEqual([])
  expect(found("export const a = '一,二'", MISPRINTS.halfWidth)).toHaveLength(1)
  expect(found("export const a = '一，ring:8，加 ,oversub=2'", MISPRINTS.halfWidth)).toEqual([])
  expect(found("export const a = '8块 GPU'", MISPRINTS.noSpace)).toHaveLength(1)
  expect(found("export const a = '用GPU'", MISPRINTS.noSpace)).toHaveLength(1)
  expect(found('export const a = (n: string) => `\u0024{n}块 GPU（NVLS）`', MISPRINTS.noSpace)).toEqual([])
  expect(found("export const a = '一， 二'", MISPRINTS.spaceAtFullWidth)).toHaveLength(1)
})
