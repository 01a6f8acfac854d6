/** Chinese: words that several findings about the host share. */
import type { Print } from '../../../base/print.ts'

export const on = (host: string | undefined): string => (host === undefined ? '' : `${host} 上 `)

export function listed(names: readonly string[], print: Print): string {
  return names.length > 3
    ? `${names.slice(0, 3).join('，')} 和另外 ${print.count(names.length - 3)} 个`
    : names.join('，')
}

export const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `位于 ${seat ?? '?'} 的 GPU` : `GPU${gpu}`
