/** English: words that several findings about the paths share. */
import type { Print } from '../../../base/print.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0
    ? ''
    : hosts.length > 4
      ? ` on ${hosts.slice(0, 3).join(', ')} and ${print.count(hosts.length - 3)} more`
      : ` on ${hosts.join(', ')}`
