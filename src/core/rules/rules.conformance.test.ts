/** What every rule owes: it speaks where it must, is silent where it must, and says the same in both languages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facts, risingTo, run } from '../analysis/hand-made.fixtures.ts'
import { print } from '../base/print.ts'
import type { Catalogue } from '../messages/catalogue.ts'
import { en } from '../messages/en/index.ts'
import type { RuleText, RuleTexts } from '../messages/rule-text.ts'
import { MISPRINTS } from '../messages/sentences.fixtures.ts'
import { zh } from '../messages/zh/index.ts'
import { rules } from './index.ts'
import type { RuleId } from './order.ts'
import { fixtures } from './rule.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'
import { healthy } from './runs.fixtures.ts'

const all = [...fixtures].map(([id, fixture]) => ({ id, ...fixture }))
const variants = all.flatMap(({ id, variants: ofRule = [] }) => ofRule.map((one) => ({ rule: id, ...one })))
const ruleOf = (id: RuleId) => rules.filter((rule) => rule.id === id)
const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((finding) => [finding, ...flat(finding.consequences)])

describe.each(all)('$id', ({ id, speaks, severity, silent }) => {
  test('speaks where it must, with evidence', () => {
    const { found, notes } = runRules(speaks, ruleOf(id))
    expect(notes).toEqual([])
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]?.found.severity).toBe(severity)
    expect(found[0]?.found.evidence.length).toBeGreaterThan(0)
  })

  test('is silent where it must be, with evidence at hand in which it could have spoken', () => {
    const [rule] = ruleOf(id)
    const kinds = new Set<string>(silent.evidence.map(({ kind }) => kind))
    for (const need of rule?.needs ?? []) expect([need].flat().some((kind) => kinds.has(kind))).toBe(true)
    expect(rule?.looked?.(silent) ?? 'enough', `${id} did not look`).not.toBe('none')
    expect(runRules(silent, ruleOf(id))).toMatchObject({ found: [], notes: [] })
  })
})

test('what a rule found in order is said in both languages, for rules that look', () => {
  const idsInOrder = ({ rules: texts }: { readonly rules: RuleTexts }) =>
    rules.map(({ id }) => id).filter((id) => texts[id].inOrder !== undefined)
  expect(idsInOrder(zh), 'inOrder of messages/zh/rules').toEqual(idsInOrder(en))
  expect(rules.filter(({ looked }) => looked).map(({ id }) => id)).toEqual(
    expect.arrayContaining(idsInOrder(en)),
  )
})

describe('messages', () => {
  const ofFixtures = all.flatMap(({ id, speaks, silent }) =>
    [speaks, silent].flatMap((given) =>
      flat(runRules(given, rules).found).map((finding) => ({ ...finding, fixture: `${id}` })),
    ),
  )
  const ofVariants = variants.flatMap(({ rule, name, facts: given }) =>
    flat(runRules(given, ruleOf(rule)).found).map((finding) => ({ ...finding, fixture: `${rule}, ${name}` })),
  )
  const spoken = [...ofFixtures, ...ofVariants]

  test.each(variants)('$rule speaks: $name', ({ rule, facts: given }) => {
    const { found, notes } = runRules(given, ruleOf(rule))
    expect(notes).toEqual([])
    expect(found.length).toBeGreaterThan(0)
    for (const finding of found) expect(finding.found.evidence.length).toBeGreaterThan(0)
  })

  test('all rules have spoken', () => {
    expect(new Set(spoken.map(({ rule }) => rule)).size).toBe(rules.length)
  })

  test.each(spoken)('$fixture: $rule says the same numbers and units in English and Chinese', (finding) => {
    expect(figures(sentences(zh, finding))).toEqual(figures(sentences(en, finding)))
  })

  test.each(spoken)('$fixture: $rule says something whole', (finding) => {
    for (const texts of [en, zh]) {
      const text = sentences(texts, finding).join('\n')
      expect(text).not.toMatch(/undefined|NaN|Infinity|\[object| {2}|\(\)|（）/)
      expect(sentences(texts, finding)[0]).not.toMatch(/[.。]$/)
    }
    expect(sentences(zh, finding).join('\n')).toMatch(/\p{Script=Han}/u)
    expect(sentences(en, finding).join('\n')).not.toMatch(/\p{Script=Han}/u)
  })

  test.each(spoken)('$fixture: $rule is printed in Chinese as docs/glossary.md has it', (finding) => {
    const misprinted = sentences(zh, finding).filter((sentence) =>
      Object.values(MISPRINTS).some((misprint) => misprint.test(sentence)),
    )
    expect(misprinted).toEqual([])
  })
})

function sentences(texts: Catalogue, { rule, byLine, found: { values } }: RuleFinding): string[] {
  // The values fit the text of their own rule, or of the line that they quote.
  const text = (byLine ? texts.failure : texts.rules[rule]) as RuleText<unknown>
  return [
    text.title(values, print),
    text.cause?.(values, print),
    text.detail(values, print),
    ...text.actions(values, print),
    text.verify?.(values, print),
  ].filter((sentence) => sentence !== undefined)
}

/** "230 GB/s", "66 %", "8": every number with the unit after it, as a set. */
function figures(texts: readonly string[]): ReadonlySet<string> {
  const units = '%|[kMGT]?i?B/s|[kMGTP]i?B|[kMGT]b/s|ns|us|ms|s|x'
  const found = texts
    .join('\n')
    .matchAll(new RegExp(`(?<![\\w.-])\\d+(?:[.,]\\d+)*(?: (?:${units})(?![a-z]))?`, 'g'))
  return new Set([...found].map(([figure]) => figure))
}

describe('a healthy run', () => {
  test('gives no error and no warning, and is called healthy', () => {
    const { found, notes } = runRules(healthy, rules)
    expect(notes).toEqual([])
    expect(
      flat(found).filter(({ found: { severity } }) => severity === 'error' || severity === 'warning'),
    ).toEqual([])
    expect(found.map(({ rule }) => rule)).toContain('number-is-healthy')
  })

  test('property: with up to 5 % noise is never accused', () => {
    const factors = fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), {
      minLength: 31,
      maxLength: 31,
    })
    fc.assert(
      fc.property(factors, fc.constantFrom(8, 10, 20), (noise, half) => {
        const busbw = (bytes: number, index: number) =>
          risingTo(232, half * 2 ** 20)(bytes) * (noise[index] ?? 1)
        const { found } = runRules(facts([run({ host: 'gpu-07', busbw })], { on: 'dgx-a100' }), rules)
        expect(
          flat(found).filter(({ found: { severity } }) => severity === 'error' || severity === 'warning'),
        ).toEqual([])
        expect(found.map(({ rule }) => rule)).toContain('number-is-healthy')
      }),
      { numRuns: 30 },
    )
  })
})

describe('the runner', () => {
  test('a rule that throws becomes a note, and the run goes on', () => {
    const broken = {
      id: 'size-dip',
      needs: [],
      sources: [],
      check: () => {
        throw new Error('broken')
      },
    } as const
    const { found, notes } = runRules(healthy, [broken, ...rules])
    expect(notes).toEqual([{ id: 'rule-failed', values: { rule: 'size-dip', reason: 'broken' } }])
    expect(found.length).toBeGreaterThan(0)
  })

  test('a rule whose evidence is missing does not run', () => {
    expect(runRules({ evidence: [], options: {} }, rules)).toEqual({
      found: [],
      notes: [],
      checked: [],
      partlyChecked: [],
    })
  })

  test('what was looked at and is in order is said', () => {
    const { checked } = runRules(healthy, rules)
    expect(checked).toEqual(expect.arrayContaining(['wrong-results', 'sweep-not-saturated', 'size-dip']))
    expect(checked).not.toContain('tail-latency')
    expect(checked).not.toContain('gpu-asymmetry')
  })
})

/** Two words in a row inside a literal; field terms, sources and machine titles are short and stand elsewhere. */
const PROSE = /[a-z]{2,} [a-z]{2,}/i
const LITERAL = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g

test('rules and analysis hold no sentences: those stand in messages', () => {
  const root = join(import.meta.dirname, '..')
  const files = ['rules', 'analysis'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(?:test|fixtures))\.ts$/.test(file))
      .map((file) => join(root, folder, file)),
  )
  const literals = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .replace(/throw new \w*Error\(.*$/gm, '')
      // Titles of documents.
      .replace(/sources: \[[^\]]*\]|= threshold\([^)]*\)/g, '')
    return [...code.matchAll(LITERAL)]
      .map(([literal]) => literal)
      .filter((literal) => PROSE.test(literal) && !literal.includes('infer '))
  })
  expect(files.length).toBeGreaterThan(30)
  expect(literals).toEqual([])
})
