/** English: one or many, and lists in a sentence, as Unicode's CLDR has them (Intl.PluralRules, Intl.ListFormat). */

import type { Print } from '../../../base/print.ts'

const PLURALS = new Intl.PluralRules('en')
/** "a, b and c": British, without a comma before "and". */
const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** "host" for one, "hosts" for any other number; `many` where an s does not do ("has", "have"). */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  PLURALS.select(count) === 'one' ? one : many

/** "1 host", "3 hosts", "1,024 hosts". */
export const counted = (count: number, print: Print, one: string, many?: string): string =>
  `${print.count(count)} ${plural(count, one, many)}`

/** "a", "a and b", "a, b and c". */
export const list = (names: readonly string[]): string => AND.format(names)

/** "a", "a or b", "a, b or c". */
export const either = (names: readonly string[]): string => OR.format(names)

/** A list of at most `most` names: "a, b, c and 5 more". One name is never hidden behind "1 more". */
export const listSome = (names: readonly string[], print: Print, most = 4): string =>
  names.length <= most
    ? list(names)
    : list([...names.slice(0, most - 1), `${print.count(names.length - most + 1)} more`])
