/** Chinese: words that several findings about the paths share. */
import type { Print } from '../../../base/print.ts'
import { listSome } from './words.ts'

/** "gpu-07、gpu-08：" before a sentence. */
export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : `${listSome(hosts, print)}：`
