/** English: words that several findings about the paths share. */

import type { Print } from '../../../base/print.ts'
import { listSome } from './words.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : ` on ${listSome(hosts, print)}`
