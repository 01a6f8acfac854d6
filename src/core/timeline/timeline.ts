/** Who did what when, and how full the links were: one type for simulated and measured runs. */
import type { Seconds } from '../base/units.ts'

export interface TimelineEvent {
  readonly rank: number
  /** The step of the schedule; of a measured run the sequence number. */
  readonly step: number
  /** Of a measured run: the op of the rank's program, and the channel. */
  readonly op?: number
  readonly channel?: number
  readonly kind: 'send' | 'receive' | 'reduce' | 'wait'
  readonly peer?: number
  readonly bytes: number
  readonly startSeconds: Seconds
  readonly endSeconds: Seconds
}

export interface LinkLoad {
  /** "GPU0->GPU3" */
  readonly link: string
  readonly from: string
  readonly to: string
  readonly bytes: number
  /** Usable rate, bytes/s. */
  readonly bandwidth: number
  readonly busySeconds: Seconds
}

export interface Timeline {
  readonly seconds: Seconds
  readonly ranks: number
  readonly events: readonly TimelineEvent[]
  readonly links: readonly LinkLoad[]
}
