/** Chinese: lists in a sentence, as Unicode's CLDR has them (Intl.ListFormat). Chinese nouns have no plural. */

import type { Print } from '../../../base/print.ts'

const AND = new Intl.ListFormat('zh-CN', { type: 'conjunction' })
const OR = new Intl.ListFormat('zh-CN', { type: 'disjunction' })

/** Names are mostly Latin: CLDR's 和 and 或 then need the space that stands between the two scripts. */
const spaced = (format: Intl.ListFormat, names: readonly string[]): string => {
  const parts = format.formatToParts(names)
  return parts
    .map(({ type, value }, at) =>
      type === 'literal' && /\p{Script=Han}/u.test(value)
        ? `${/[!-~]$/.test(parts[at - 1]?.value ?? '') ? ' ' : ''}${value}${/^[!-~]/.test(parts[at + 1]?.value ?? '') ? ' ' : ''}`
        : value,
    )
    .join('')
}

/** "a", "a 和 b", "a、b 和 c"; "网卡和交换机". */
export const list = (names: readonly string[]): string => spaced(AND, names)

/** "a", "a 或 b", "a、b 或 c". */
export const either = (names: readonly string[]): string => spaced(OR, names)

/** A list of at most `most` names: "a、b、c 及另外 5 个". One name is never hidden. */
export const listSome = (names: readonly string[], print: Print, most = 4): string =>
  names.length <= most
    ? list(names)
    : `${names.slice(0, most - 1).join('、')} 及另外 ${print.count(names.length - most + 1)} 个`
