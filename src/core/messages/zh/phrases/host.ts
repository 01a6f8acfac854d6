/** Chinese: words that several findings about the host share. */
import type { Print } from '../../../base/print.ts'
import { listSome } from './words.ts'

/** "gpu-07：" before a sentence: unlike "gpu-07 上 ", it reads well before Chinese and Latin words alike. */
export const on = (host: string | undefined): string => (host === undefined ? '' : `${host}：`)

export const listed = (names: readonly string[], print: Print): string => listSome(names, print)

export const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `位于 ${seat ?? '?'} 的 GPU` : `GPU${gpu}`
