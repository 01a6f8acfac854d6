/** Chinese: words that several findings about the paths share. */
import type { Print } from '../../../base/print.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0
    ? ''
    : hosts.length > 4
      ? `${hosts.slice(0, 3).join('、')} 等（另有 ${print.count(hosts.length - 3)} 台）上 `
      : `${hosts.join('、')} 上 `
