/** Chinese: lists in a sentence, as Unicode's CLDR has them (Intl.ListFormat). Chinese nouns have no plural. */

import type { Print } from '../../../base/print.ts'

const AND = new Intl.ListFormat('zh-CN', { type: 'conjunction' })
const OR = new Intl.ListFormat('zh-CN', { type: 'disjunction' })

/** "a", "a和b", "a、b和c". */
export const list = (names: readonly string[]): string => AND.format(names)

/** "a", "a或b", "a、b或c". */
export const either = (names: readonly string[]): string => OR.format(names)

/** A list of at most `most` names: "a、b、c 等 8 个". One name is never hidden. */
export const listSome = (names: readonly string[], print: Print, most = 4): string =>
  names.length <= most
    ? list(names)
    : `${names.slice(0, most - 1).join('、')} 等 ${print.count(names.length)} 个`
