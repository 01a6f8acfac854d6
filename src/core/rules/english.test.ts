/** What an engineer who reads the findings would stumble over: articles, plurals, stray marks, and phrases that are no English. */
import { describe, expect, test } from 'vitest'
import { print } from '../base/print.ts'
import { en } from '../messages/en/index.ts'
import type { RuleText } from '../messages/rule-text.ts'
import { rules } from './index.ts'
import { fixtures } from './rule.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'

/** Written with a consonant, spoken with a vowel: an NCCL, an RDMA, an MTU, an LL128, an SM, an x8 link, an HCA. */
const SPOKEN_WITH_A_VOWEL = '(?:[FHLMNRSX](?:[A-Z0-9]|\\b)|nccl|mlx|nvidia-smi|Xid|x\\d|hour|s?RDMA)'
/** The other way round: a UDP port, a one-line file, a useless value, a unit. */
const SPOKEN_WITH_A_CONSONANT = '(?:U[A-Z]|EU|one|once|uni|use|usual|util|user)'

const BAD: readonly (readonly [why: string, pattern: RegExp])[] = [
  [
    '"an" before a consonant',
    new RegExp(`\\b[Aa]n (?!${SPOKEN_WITH_A_VOWEL})[b-df-hj-np-tv-zB-DF-HJ-NP-TV-Z]`),
  ],
  ['"a" before a vowel', new RegExp(`\\ba (?!${SPOKEN_WITH_A_CONSONANT})[aeiouAEIO]`)],
  [
    'one of many',
    /(?<![\d.,/-])1 (?:ports|hosts|ranks|lines|links|GPUs|NICs|nodes|runs|pairs|others|channels|cores|processes|groups)\b/,
  ],
  ['a space too many', /\S {2,}\S| [,;:](?! Using)(?:\s|$)| \.(?:\s|$)/],
  ['a doubled mark', /(?<!\.)\.\.(?![./])|,,|;;|(?<!\.\.)\.[,;:]|[,;:]\.(?:\s|$)|\?\./],
  ['a value that is not there', /\bundefined\b|\bNaN\b|\[object/],
  [
    'a phrase that is no English',
    /\b(?:says so|say so|stands? (?:at|beside|out|still)|li(?:es|e) (?:idle|below|above|beside)|so that the links|no part of|to siblings|says? nothing of|for ever\b|is none\b|are the commonest|the commonest|than it should be|is no fault|is not known here|no more since|machine that carries)/,
  ],
]

const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((it) => [it, ...flat(it.consequences)])

function sentences({ rule, byLine, found: { values } }: RuleFinding): readonly string[] {
  // The values fit the text of their own rule.
  const text = (byLine ? en.failure : en.rules[rule]) as RuleText<unknown>
  return [
    text.title(values, print),
    text.cause?.(values, print) ?? '',
    text.detail(values, print),
    ...text.actions(values, print),
    text.verify?.(values, print) ?? '',
  ]
}

const spoken = [...fixtures].flatMap(([, { speaks, silent, variants = [] }]) =>
  [speaks, silent, ...variants.map((variant) => variant.facts)].flatMap((facts) =>
    flat(runRules(facts, rules).found).flatMap((finding) =>
      sentences(finding).map((text) => ({ id: finding.rule, text })),
    ),
  ),
)

const standing = Object.entries(en.rules).flatMap(([id, { name, about, inOrder = '', explained }]) =>
  [name, about, inOrder, ...Object.values(explained)].map((text) => ({ id, text })),
)

describe('the English of all rules', () => {
  test.each(BAD)('has not: %s', (_, pattern) => {
    const found = [...spoken, ...standing].filter(({ text }) => pattern.test(text))
    expect([...new Set(found.map(({ id, text }) => `${id}: ${text}`))]).toEqual([])
  })

  test.each([
    ['"an" before a consonant', 'an broadcast of 4 ranks'],
    ['"a" before a vowel', 'a error'],
    ['one of many', '1 hosts list it'],
    ['a space too many', 'a host , a GPU'],
    ['a doubled mark', 'It stops.. The rest'],
    ['a phrase that is no English', 'The limit is none then'],
  ])('would find: %s', (why, text) => {
    expect(BAD.find(([it]) => it === why)?.[1].test(text)).toBe(true)
  })
})
