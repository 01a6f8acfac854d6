/** The manifest of `ringscope capture`: what was collected of a host, what was missing and why. */
import type { Place } from './place.ts'

export interface Capture {
  readonly kind: 'capture'
  readonly host: string
  /** The folder that the manifest lies in, as the input names it; '' when it has none. */
  readonly folder: string
  readonly sources: readonly CapturedSource[]
  readonly place: Place
}

export interface CapturedSource {
  readonly id: string
  /** partial: it needs root to show all; empty: the tool printed nothing. */
  readonly status: 'ok' | 'partial' | 'missing' | 'empty' | 'timeout' | 'failed'
  /** In the same folder. */
  readonly file?: string
  /** Why it is not ok, as the host said it. */
  readonly why: string
}
