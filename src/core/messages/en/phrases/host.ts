/** English: words that several findings about the host share. */
import type { Print } from '../../../base/print.ts'

export const on = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)

export const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`)

export function listed(names: readonly string[], print: Print): string {
  return names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${print.count(names.length - 3)} more`
    : names.join(', ')
}

export const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `the GPU at ${seat ?? '?'}` : `GPU${gpu}`
